"""Finding chats by title and text, whatever is typed."""

from __future__ import annotations

import random

import pytest
from chats.chatting import ask, chat_of, reply

from localllm.chats.search import compile_query
from localllm.chats.store import ChatStore
from localllm.chats.types import MessageState, NewAttachment, SearchHit
from localllm.core import FinishReason, Message


def titles(store: ChatStore, query: str) -> list[str]:
    return [hit.chat.title for hit in store.search(query)]


def marked(hit: SearchHit) -> list[str]:
    return [hit.snippet[start:end] for start, end in hit.highlights]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("The quick brown fox", "quick"),
        ("The quick brown fox", "QUICK fox"),
        ("The quick brown fox", "fox quick"),
        ("configuration file", "config"),
        ("Une école à Évry", "ecole"),
        ("Une ecole", "école"),
        ("Die Straße", "strasse"),
        ("Привет, мир", "привет"),
        ("请用本地模型回答问题", "模型"),
        ("请用本地模型回答问题", "本地模型"),
        ("请用本地模型回答问题", "问"),
        ("繁體中文測試", "測試"),
        ("東京タワーは高いです", "タワー"),
        ("東京タワーは高いです", "東京"),
        ("半角ﾀﾜｰ", "タワー"),
        ("한국어로 대답해 주세요", "대답"),
        ("ตอบเป็นภาษาไทย", "ภาษา"),
        ("call llama_decode(ctx, batch)", "llama_decode"),
        ("call llama_decode(ctx, batch)", "decode"),
        ("call llama_decode(ctx, batch)", "llama_dec"),
        ("call llama_decode(ctx, batch)", "decode(ctx"),
        ("x = getUserName()", "getUserName"),
        ("x = getUserName()", "username"),
        ("x = getUserName()", "UserN"),
        ("x = getUserName()", "name"),
        ("class HTTPServer:", "server"),
        ("std::vector<int> v;", "std::vector<int>"),
        ("obj.method.call()", "method.call"),
        ("version 3.14.1", "3.14"),
        ("I like C++ and C#", "C++"),
        ("path/to/file.py", "to/file.py"),
        ("mail me@example.org", "me@example.org"),
        ("GPU模型推理", "gpu模型"),
        ("say “hello there” now", '"hello there"'),
        ("say hello there now", "“hello there”"),
    ],
)
def test_the_text_is_found(store: ChatStore, text: str, query: str) -> None:
    chat_of(store, text, title="found")
    chat_of(store, "something else 其他 別の", title="other")
    assert titles(store, query) == ["found"]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("The quick brown fox", "quick cat"),
        ("hello my there", '"hello there"'),
        ("本地的模型", "本地模型"),
        ("configuration", '"config"'),
        ("unquick", "quick"),
    ],
)
def test_the_text_is_not_found(store: ChatStore, text: str, query: str) -> None:
    chat_of(store, text)
    assert store.search(query) == []


HOSTILE = [
    *("", " ", '"', '""', "'", "*", "(", ")", "^", ":", "-", "+", "!=", "\0", "?", "🙂", "\u0301"),
    *(
        "a AND",
        "AND",
        "OR b",
        "NOT",
        "NEAR(a b)",
        "body:x",
        "{a b}:c",
        "a*b*",
        '"unclosed',
        'a"b"c',
    ),
    *("x" * 5000, "word " * 500, '" ' * 300, "%_[]", "; DROP TABLE chats", "\ud7ff", "𰀀"),
]


@pytest.mark.parametrize("query", HOSTILE)
def test_no_query_is_an_error(store: ChatStore, query: str) -> None:
    chat_of(store, "some words to find")
    store.search(query)


def test_no_random_query_is_an_error(store: ChatStore) -> None:
    chat_of(store, "some words to find")
    choose = random.Random(7)
    signs = 'ab 模型"*()^:+-\\{}\0ANDORNOT\n“”é'
    for _ in range(500):
        store.search("".join(choose.choices(signs, k=choose.randint(0, 30))))


def test_operators_of_the_index_are_plain_words(store: ChatStore) -> None:
    chat_of(store, "this and that", title="and")
    chat_of(store, "this that", title="none")
    assert titles(store, "this AND that") == ["and"]


def test_a_query_without_a_letter_finds_nothing() -> None:
    assert compile_query('!= "..." 🙂') is None


# --- what is found ---------------------------------------------------------------------------


def test_a_hit_shows_where_the_words_are(store: ChatStore) -> None:
    chat = chat_of(store, "a question about sleep", "Sleep is good for you", title="Sleeping")
    (hit,) = store.search("sleep good")
    assert hit.chat == chat
    assert hit.message_id == store.thread(chat.id)[1].id
    assert (hit.role, hit.matches) == ("assistant", 1)
    assert marked(hit) == ["Sleep", "good"]


def test_a_title_is_found_and_marked(store: ChatStore) -> None:
    chat_of(store, "unrelated", title="Planning the garden")
    (hit,) = store.search("garden")
    assert hit.message_id is None
    assert hit.title_highlights == ((13, 19),)


def test_a_renamed_chat_is_found_by_its_new_title_only(store: ChatStore) -> None:
    chat = chat_of(store, "unrelated", title="Garden")
    store.chats.rename(chat.id, "Orchard")
    assert store.search("garden") == []
    assert titles(store, "orchard") == ["Orchard"]


def test_a_chat_appears_once_with_its_best_message(store: ChatStore) -> None:
    chat = chat_of(store, "a long text where sleep is one of many words indeed", "sleep", "sleep")
    (hit,) = store.search("sleep")
    assert hit.matches == 3
    assert hit.snippet == "sleep"
    assert hit.chat.id == chat.id


def test_titles_come_before_texts(store: ChatStore) -> None:
    chat_of(store, "unrelated", title="All about sleep")
    chat_of(store, "sleep sleep sleep", title="text")
    assert titles(store, "sleep") == ["All about sleep", "text"]


def test_the_query_letter_for_letter_comes_before_its_words(store: ChatStore) -> None:
    chat_of(store, "foo.bar()", title="letter for letter")
    chat_of(store, "foo bar", title="words")
    assert titles(store, "foo.bar()") == ["letter for letter", "words"]


def test_the_rarer_and_shorter_match_comes_first(store: ChatStore) -> None:
    chat_of(store, "sleep " + "and many other words " * 30, title="long")
    chat_of(store, "sleep well", title="short")
    assert titles(store, "sleep") == ["short", "long"]


def test_no_more_hits_than_asked_for(store: ChatStore) -> None:
    for _ in range(5):
        chat_of(store, "sleep")
    assert len(store.search("sleep", limit=3)) == 3
    assert store.search("sleep", limit=0) == []


def test_a_message_in_an_unselected_branch_is_found_and_can_be_shown(store: ChatStore) -> None:
    chat = chat_of(store, "question", "the hidden answer")
    reply(store, chat.id, "the shown one", parent_id=store.thread(chat.id)[0].id)
    (hit,) = store.search("hidden")
    assert hit.message_id is not None
    store.messages.select(hit.message_id)
    assert store.thread(chat.id)[-1].id == hit.message_id


def test_an_edit_is_found_and_so_is_what_it_was(store: ChatStore) -> None:
    chat = chat_of(store, "the first wording")
    store.messages.edit(store.thread(chat.id)[0].id, "the second phrase")
    assert store.search("wording")
    assert store.search("phrase")


def test_an_answer_is_found_when_it_has_ended(store: ChatStore) -> None:
    chat = chat_of(store, "question")
    answer = store.answers.begin(chat.id)
    answer.append("xylophone")
    assert store.search("xylophone") == []
    answer.finish(FinishReason.STOP)
    assert store.search("xylophone")


# --- beside the words --------------------------------------------------------------------------


def thinking(store: ChatStore, thoughts: str, title: str = "thoughts") -> int:
    chat = store.chats.create(title=title)
    message = Message(role="assistant", content="Yes.", reasoning=thoughts)
    return store.messages.add(chat.id, message).id


def with_file(store: ChatStore, name: str, title: str = "file") -> int:
    chat = store.chats.create(title=title)
    file = NewAttachment(name=name, mime="text/plain", text="inside")
    return store.messages.add(chat.id, Message(role="user", content="look"), files=[file]).id


def test_a_file_is_found_by_its_name(store: ChatStore) -> None:
    message_id = with_file(store, "quarterlyReport-2024.pdf")
    for query in ("quarterlyreport", "report", "2024"):
        (hit,) = store.search(query)
        assert (hit.message_id, hit.found_in) == (message_id, "file")
        assert hit.snippet == "quarterlyReport-2024.pdf"
        assert marked(hit)


def test_thoughts_are_found(store: ChatStore) -> None:
    message_id = thinking(store, "the user asks about sleep")
    (hit,) = store.search("sleep")
    assert (hit.message_id, hit.found_in, hit.matches) == (message_id, "reasoning", 1)
    assert marked(hit) == ["sleep"]


def test_names_of_files_come_before_texts_and_thoughts_after_them(store: ChatStore) -> None:
    thinking(store, "about otters")
    with_file(store, "otters.txt")
    chat_of(store, "something of otters", title="text")
    chat_of(store, "something else", title="otters")
    assert titles(store, "otters") == ["otters", "file", "text", "thoughts"]


def test_the_words_of_a_message_are_shown_before_its_thoughts(store: ChatStore) -> None:
    chat = store.chats.create()
    message = Message(role="assistant", content="Otters swim.", reasoning="what do otters do")
    store.messages.add(chat.id, message)
    (hit,) = store.search("otters")
    assert (hit.snippet, hit.found_in) == ("Otters swim.", "text")


def test_what_was_purged_is_found_nowhere(store: ChatStore) -> None:
    thinking(store, "the badger thinks")
    with_file(store, "badger.txt")
    chats = [chat.id for chat in store.list_chats()]
    store.chats.trash(chats)
    assert store.search("badger") == []
    store.chats.empty_trash()
    assert store.counts().messages == 0
    assert store.check_integrity() == []


# --- what is not -----------------------------------------------------------------------------


def test_the_trash_is_not_found_until_it_is_restored(store: ChatStore) -> None:
    chat = chat_of(store, "about sleep", title="sleeping")
    store.chats.trash([chat.id])
    assert store.search("sleep") == []
    store.chats.restore([chat.id])
    assert titles(store, "sleep") == ["sleeping"]


def test_a_deleted_message_is_not_found_until_it_is_restored(store: ChatStore) -> None:
    chat = chat_of(store, "about sleep")
    message = store.thread(chat.id)[0]
    store.messages.delete(message.id)
    assert store.search("sleep") == []
    store.messages.restore(message.id)
    assert store.search("sleep")


def test_purged_words_are_gone_from_the_index(store: ChatStore) -> None:
    chat = chat_of(store, "about sleep", title="sleeping")
    store.chats.trash([chat.id])
    store.chats.purge([chat.id])
    words = store._all("SELECT count(*) FROM message_index WHERE message_index MATCH 'sleep'")
    assert words == [(0,)]


def test_the_index_follows_every_kind_of_change(store: ChatStore) -> None:
    # The fixture compares index and tables when the test is over.
    choose = random.Random(3)
    chats = [chat_of(store, f"text {n}", f"answer {n}", title=f"title {n}") for n in range(6)]
    for step in range(120):
        chat = choose.choice(chats)
        message = choose.choice(store.tree(chat.id))
        match choose.randrange(7):
            case 0:
                ask(store, chat.id, f"more {step}")
            case 1 if message.state is not MessageState.STREAMING:
                store.messages.edit(message.id, f"edited {step}")
            case 2 if message.parent_id is not None:
                store.messages.delete(message.id)
            case 3:
                store.chats.rename(chat.id, choose.choice(["", f"renamed {step}"]))
            case 4 if message.role == "assistant":
                store.answers.resume(message.id).finish(FinishReason.STOP)
            case 5:
                store.chats.trash([chat.id])
                store.chats.restore([chat.id])
            case 6:
                store.chats.empty_trash()
    assert store.check_integrity() == []
