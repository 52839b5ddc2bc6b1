<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja" sourcelanguage="en">
  <context>
    <name>AttachmentRow</name>
    <message>
      <source>Remove %1</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>Banners</name>
    <message>
      <source>Dismiss</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>BranchWalker</name>
    <message>
      <source>%1 / %2</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Next version</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Previous version</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>ChatList</name>
    <message>
      <source>Chats</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Your chats will be here</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>ChatMenu</name>
    <message>
      <source>Duplicate</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Export…</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Move down (Alt+Down)</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Move to %1</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Move to the trash</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Move up (Alt+Up)</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>New folder inside</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Out of the folder</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Pin</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Rename…</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Unpin</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>ChatPane</name>
    <message>
      <source>Drop files to attach them</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>ChatPanel</name>
    <message>
      <source>Close</source>
      <translation>閉じる</translation>
    </message>
    <message>
      <source>How the model should answer in this chat</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Most tokens</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Most tokens of an answer</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Reset</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Sampling</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Seed</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Settings of this chat</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>System prompt</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>This chat</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>no limit</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>random</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>ChatRow</name>
    <message>
      <source>What can be done with %1</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>being answered</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>closed folder</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>open folder</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>ChoiceRow</name>
    <message>
      <source>Download</source>
      <translation>ダウンロード</translation>
    </message>
    <message>
      <source>Download %1</source>
      <translation>%1 をダウンロード</translation>
    </message>
    <message>
      <source>recommended</source>
      <translation>おすすめ</translation>
    </message>
  </context>
  <context>
    <name>Code</name>
    <message>
      <source>Copy code</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Save code to a file</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>text</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>Composer</name>
    <message>
      <source>Answers without thinking</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Attach files</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Message</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Send (Enter)</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Stop (Esc)</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Thinks before it answers</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Write a message</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Write the next message while this one is answered</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>DeleteSheet</name>
    <message>
      <source>Close</source>
      <translation>閉じる</translation>
    </message>
    <message>
      <source>Delete</source>
      <translation>削除</translation>
    </message>
    <message>
      <source>Delete this model?</source>
      <translation>このモデルを削除しますか？</translation>
    </message>
    <message>
      <source>Keep it</source>
      <translation>残す</translation>
    </message>
    <message>
      <source>There is no way back.</source>
      <translation>元に戻せません。</translation>
    </message>
    <message>
      <source>This cannot be deleted here</source>
      <translation>ここでは削除できません</translation>
    </message>
    <message numerus="yes">
      <source>and %n more</source>
      <translation>
        <numerusform>ほか %n 件</numerusform>
      </translation>
    </message>
    <message>
      <source>localllm did not fetch this file: it lies in a folder of yours, and other programs may need it.</source>
      <translation>このファイルは localllm が取得したものではありません。あなたのフォルダーにあり、ほかのプログラムが必要とするかもしれません。</translation>
    </message>
  </context>
  <context>
    <name>DownloadQueue</name>
    <message>
      <source>Downloads</source>
      <translation>ダウンロード</translation>
    </message>
  </context>
  <context>
    <name>DownloadRow</name>
    <message>
      <source>Cancel the download</source>
      <translation>ダウンロードを中止</translation>
    </message>
    <message>
      <source>Earlier</source>
      <translation>先にする</translation>
    </message>
    <message>
      <source>Go on</source>
      <translation>再開</translation>
    </message>
    <message>
      <source>Off the list</source>
      <translation>一覧から外す</translation>
    </message>
    <message>
      <source>Pause</source>
      <translation>一時停止</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>再試行</translation>
    </message>
  </context>
  <context>
    <name>EditBox</name>
    <message>
      <source>Cancel</source>
      <translation>キャンセル</translation>
    </message>
    <message>
      <source>Edit the message</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Send</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>EvaluateSheet</name>
    <message>
      <source>A built-in text is read, and each prediction is compared with what really comes next. Against the model it was made from, that shows what a quantization cost.</source>
      <translation>内蔵のテキストを読み、予測を実際の続きと比べます。元のモデルと比べると、量子化で何が失われたかが分かります。</translation>
    </message>
    <message>
      <source>Against</source>
      <translation>比較の相手</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>キャンセル</translation>
    </message>
    <message>
      <source>Measure</source>
      <translation>測定</translation>
    </message>
    <message>
      <source>Measure %1</source>
      <translation>%1 を測定</translation>
    </message>
    <message>
      <source>More exact, and takes several times as long.</source>
      <translation>より正確ですが、数倍の時間がかかります。</translation>
    </message>
    <message>
      <source>The whole text</source>
      <translation>テキスト全体</translation>
    </message>
  </context>
  <context>
    <name>FindModels</name>
    <message>
      <source>Fewer words find more. Try the name of a family: qwen3, llama, gemma.</source>
      <translation>言葉を減らすと多く見つかります。シリーズ名を試してください: qwen3、llama、gemma。</translation>
    </message>
    <message>
      <source>Name of a model, as “qwen3 4b”</source>
      <translation>モデルの名前（例: qwen3 4b）</translation>
    </message>
    <message>
      <source>Open the settings</source>
      <translation>設定を開く</translation>
    </message>
    <message>
      <source>Search the hub</source>
      <translation>ハブを検索</translation>
    </message>
    <message>
      <source>Searching…</source>
      <translation>検索中…</translation>
    </message>
    <message>
      <source>The hub has no GGUF files by that name</source>
      <translation>ハブにその名前の GGUF ファイルはありません</translation>
    </message>
    <message>
      <source>The network is switched off</source>
      <translation>ネットワークはオフです</translation>
    </message>
    <message>
      <source>The search did not work</source>
      <translation>検索できませんでした</translation>
    </message>
    <message>
      <source>The setting “Offline” keeps localllm from asking the hub. Switch it off to search.</source>
      <translation>「オフライン」の設定により localllm はハブに問い合わせません。検索するにはオフにしてください。</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>再試行</translation>
    </message>
    <message>
      <source>What you type here is sent to %1. Nothing else leaves this computer.</source>
      <translation>ここに入力した内容は %1 に送られます。ほかには何も送られません。</translation>
    </message>
  </context>
  <context>
    <name>FirstRunPage</name>
    <message>
      <source>A chat with models that run on this computer. Nothing leaves it, and nothing is fetched unless you say so.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>A small starter model (98 MB) answers fast and knows little: enough to begin with. A folder that holds GGUF files can be added as well.</source>
      <translation>小さなスターターモデル（98 MB）はすぐ答え、知識は少なめ。始めるには十分です。GGUF ファイルのあるフォルダーも追加できます。</translation>
    </message>
    <message>
      <source>Add a folder…</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Folder with GGUF files</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>No model is here yet</source>
      <translation>モデルはまだありません</translation>
    </message>
    <message>
      <source>Welcome to localllm</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>FitBadge</name>
    <message>
      <source>fits, %1</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>tight, %1</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>too big, %1</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>HitCard</name>
    <message>
      <source>%1 downloads a month</source>
      <translation>月間 %1 ダウンロード</translation>
    </message>
    <message>
      <source>%1 likes</source>
      <translation>%1 件のいいね</translation>
    </message>
    <message>
      <source>asks for consent</source>
      <translation>同意が必要</translation>
    </message>
  </context>
  <context>
    <name>ImportSheet</name>
    <message>
      <source>A copy is put into the folder of the models; it takes %1 more.</source>
      <translation>モデルのフォルダーにコピーします。さらに %1 を使います。</translation>
    </message>
    <message>
      <source>Add it</source>
      <translation>追加</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>キャンセル</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>閉じる</translation>
    </message>
    <message>
      <source>Copy it into the folder of the models</source>
      <translation>モデルのフォルダーにコピーする</translation>
    </message>
    <message>
      <source>Copying…</source>
      <translation>コピー中…</translation>
    </message>
    <message>
      <source>It is opened where it lies, in %1; nothing is copied.</source>
      <translation>%1 にあるまま開きます。コピーはしません。</translation>
    </message>
  </context>
  <context>
    <name>JobRow</name>
    <message>
      <source>Cancel</source>
      <translation>キャンセル</translation>
    </message>
    <message>
      <source>Off the list</source>
      <translation>一覧から外す</translation>
    </message>
    <message>
      <source>Report</source>
      <translation>レポート</translation>
    </message>
    <message>
      <source>Show in the folder</source>
      <translation>フォルダーに表示</translation>
    </message>
  </context>
  <context>
    <name>LocalModels</name>
    <message>
      <source>Filter</source>
      <translation>絞り込み</translation>
    </message>
    <message>
      <source>Filter by name or architecture</source>
      <translation>名前またはアーキテクチャで絞り込む</translation>
    </message>
    <message>
      <source>Find models</source>
      <translation>モデルを探す</translation>
    </message>
    <message>
      <source>Find one on the hub, or add a folder that holds GGUF files.</source>
      <translation>ハブで探すか、GGUF ファイルのあるフォルダーを追加してください。</translation>
    </message>
    <message>
      <source>No model here has these words in its name.</source>
      <translation>名前にこの言葉を含むモデルはありません。</translation>
    </message>
    <message>
      <source>No model is here yet</source>
      <translation>モデルはまだありません</translation>
    </message>
  </context>
  <context>
    <name>MessageTools</name>
    <message>
      <source>Answer again</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Continue this answer</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Copy as Markdown</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Delete the message</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Edit</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>New chat from here</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Quote in the next message</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>ModelCard</name>
    <message>
      <source>Chat</source>
      <translation>チャット</translation>
    </message>
    <message>
      <source>Chat with %1</source>
      <translation>%1 とチャット</translation>
    </message>
    <message>
      <source>Load</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Loading</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>More about %1</source>
      <translation>%1 のその他の操作</translation>
    </message>
    <message>
      <source>Unload</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>default</source>
      <translation>既定</translation>
    </message>
    <message>
      <source>loaded</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>ModelChoice</name>
    <message>
      <source>loaded</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>ModelMenu</name>
    <message>
      <source>Delete…</source>
      <translation>削除…</translation>
    </message>
    <message>
      <source>Evaluate…</source>
      <translation>評価…</translation>
    </message>
    <message>
      <source>Make it the default</source>
      <translation>既定にする</translation>
    </message>
    <message>
      <source>Quantize…</source>
      <translation>量子化…</translation>
    </message>
    <message>
      <source>Show in the folder</source>
      <translation>フォルダーに表示</translation>
    </message>
  </context>
  <context>
    <name>ModelPicker</name>
    <message>
      <source>All models</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Choose a model</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Choose a model for this chat</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Filter</source>
      <translation>絞り込み</translation>
    </message>
  </context>
  <context>
    <name>ModelsPage</name>
    <message>
      <source>Add a file…</source>
      <translation>ファイルを追加…</translation>
    </message>
    <message>
      <source>Add a folder…</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Downloads and jobs</source>
      <translation>ダウンロードとジョブ</translation>
    </message>
    <message>
      <source>Fetched from the hub, checked, and kept on this computer.</source>
      <translation>ハブから取得し、検査してこのコンピューターに保存します。</translation>
    </message>
    <message>
      <source>Find models</source>
      <translation>モデルを探す</translation>
    </message>
    <message>
      <source>Folder with GGUF files</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>GGUF file</source>
      <translation>GGUF ファイル</translation>
    </message>
    <message>
      <source>GGUF files are opened where they lie; nothing is copied.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Models</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>On this computer</source>
      <translation>このコンピューター</translation>
    </message>
    <message>
      <source>What is being fetched or computed; it goes on while you chat.</source>
      <translation>取得中または計算中のもの。チャット中も続きます。</translation>
    </message>
  </context>
  <context>
    <name>OfferCard</name>
    <message>
      <source>Models of other programs are on this computer</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Not now (the page Models has this too)</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Offers</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>The small starter model is not here (98 MB)</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Use them where they are</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>PeerFolders</name>
    <message>
      <source>Found on this computer</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Use these</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>in use</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>PresetBar</name>
    <message>
      <source>Delete this preset</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Name of the preset</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>None</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Preset</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Save</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Save as a preset</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>QuantizeSheet</name>
    <message>
      <source>Better below five bits; takes some minutes more.</source>
      <translation>5 ビット未満では品質が上がります。数分余計にかかります。</translation>
    </message>
    <message>
      <source>Calibrate with the built-in text</source>
      <translation>内蔵テキストで較正する</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>キャンセル</translation>
    </message>
    <message>
      <source>Measure what is lost</source>
      <translation>失われるものを測る</translation>
    </message>
    <message>
      <source>Quantize</source>
      <translation>量子化</translation>
    </message>
    <message>
      <source>Quantize %1</source>
      <translation>%1 を量子化</translation>
    </message>
    <message>
      <source>Reads a short text with both, and makes a report.</source>
      <translation>両方で短いテキストを読み、レポートを作ります。</translation>
    </message>
    <message>
      <source>This type needs it. It takes some minutes more.</source>
      <translation>この型には必要です。数分余計にかかります。</translation>
    </message>
    <message>
      <source>Types</source>
      <translation>型</translation>
    </message>
  </context>
  <context>
    <name>RenameSheet</name>
    <message>
      <source>Cancel</source>
      <translation>キャンセル</translation>
    </message>
    <message>
      <source>Name of the folder</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Rename</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Title of the chat</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>RepoView</name>
    <message>
      <source>Back</source>
      <translation>戻る</translation>
    </message>
    <message>
      <source>Its page</source>
      <translation>ページを開く</translation>
    </message>
    <message>
      <source>Reading what there is, and what of it fits…</source>
      <translation>何があり、どれが収まるかを読み取り中…</translation>
    </message>
    <message>
      <source>This cannot be shown</source>
      <translation>表示できません</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>再試行</translation>
    </message>
  </context>
  <context>
    <name>RequestRow</name>
    <message>
      <source>Cancel</source>
      <translation>キャンセル</translation>
    </message>
  </context>
  <context>
    <name>ScrollPage</name>
    <message>
      <source>Show the sidebar (Ctrl+B)</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>SearchOverlay</name>
    <message>
      <source>No chats yet</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Nothing was found</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Search</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Search in titles and messages</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>ServerPage</name>
    <message>
      <source>A port on this computer for editors and programs that speak OpenAI's protocol.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Address and key</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Clients need the key.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Copy the address</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>For your editor</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Log</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>No key is asked for; only programs on this computer get in.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Nobody is asking anything.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Nothing was logged.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Now</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Open the port</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Server</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>SettingRow</name>
    <message>
      <source>Set by the environment: %1</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>SettingsPage</name>
    <message>
      <source>Saved. Taking it into use loads the model again and stops running answers.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Saved. Taking it into use stops running answers.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Settings</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Use now</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>Sidebar</name>
    <message>
      <source>Chats</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Hide the sidebar (Ctrl+B)</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>More</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>New chat</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Search</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>SidebarMenu</name>
    <message>
      <source>Copy diagnostics</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Export all chats…</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Import chats…</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>New folder</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Trash</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>chats</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>Snippets</name>
    <message>
      <source>Copy</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>StarterButton</name>
    <message>
      <source>Fetch the starter model</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Fetching the starter model… %1 %</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>Suggestions</name>
    <message>
      <source>Asking the hub…</source>
      <translation>ハブに問い合わせ中…</translation>
    </message>
    <message>
      <source>Download</source>
      <translation>ダウンロード</translation>
    </message>
    <message>
      <source>Download %1</source>
      <translation>%1 をダウンロード</translation>
    </message>
    <message>
      <source>Good ones to begin with, for this computer</source>
      <translation>このコンピューターで最初に試すなら</translation>
    </message>
    <message>
      <source>Sizes are estimates; on a click %1 is asked for what it has.</source>
      <translation>サイズは目安です。クリックすると %1 に問い合わせます。</translation>
    </message>
    <message>
      <source>licence %1</source>
      <translation>ライセンス %1</translation>
    </message>
    <message>
      <source>licence with terms of its own: %1</source>
      <translation>独自の条件付きライセンス: %1</translation>
    </message>
  </context>
  <context>
    <name>Thinking</name>
    <message>
      <source>Thinking… %1 s</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Thought for %1 s</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Thoughts</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>Thread</name>
    <message>
      <source>Messages</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>To the end</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>TokenCard</name>
    <message>
      <source>Accept the terms on its page, signed in to your account there; then paste an access token of that account. It is kept in this computer's keyring and shown to the hub alone.</source>
      <translation>ご自分のアカウントでサインインし、ページで条件に同意してから、そのアカウントのアクセストークンを貼り付けてください。このコンピューターのキーリングに保存され、ハブ以外には示されません。</translation>
    </message>
    <message>
      <source>Access token</source>
      <translation>アクセストークン</translation>
    </message>
    <message>
      <source>Consent and token</source>
      <translation>同意とトークン</translation>
    </message>
    <message>
      <source>Its page</source>
      <translation>ページを開く</translation>
    </message>
    <message>
      <source>Keep it and try again</source>
      <translation>保存して再試行</translation>
    </message>
    <message>
      <source>The author of this model wants to know who reads it</source>
      <translation>このモデルの作者は、利用者を知りたいとしています</translation>
    </message>
    <message>
      <source>Your token is known, but the terms are not accepted with it, or not granted yet. Ask on its page, then try again.</source>
      <translation>トークンはありますが、条件に同意していないか、まだ許可されていません。ページで申請してから再試行してください。</translation>
    </message>
  </context>
  <context>
    <name>ToolCallBlock</name>
    <message>
      <source>Tool call: %1</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>TopBar</name>
    <message>
      <source>Choose a model</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Model of this chat (Ctrl+L)</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>One chat (Ctrl+\)</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Settings of this chat (Ctrl+Shift+P)</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Show the sidebar (Ctrl+B)</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Two chats side by side (Ctrl+\)</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>TrashSheet</name>
    <message>
      <source>Close</source>
      <translation>閉じる</translation>
    </message>
    <message numerus="yes">
      <source>Delete %n chat(s) for good</source>
      <translation type="unfinished">
        <numerusform></numerusform>
      </translation>
    </message>
    <message>
      <source>Empty the trash</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Restore</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>The trash is empty.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Trash</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>UserBubble</name>
    <message>
      <source>You: %1</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>Waiting</name>
    <message>
      <source>Prompt read</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>Welcome</name>
    <message>
      <source>Everything stays on this computer.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>What is on your mind?</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>Words</name>
    <message>
      <source>%1 a second</source>
      <translation>毎秒 %1</translation>
    </message>
    <message>
      <source>%1 bits a weight</source>
      <translation>重みあたり %1 ビット</translation>
    </message>
    <message>
      <source>%1 can be used now</source>
      <translation>%1 が使えるようになりました</translation>
    </message>
    <message>
      <source>%1 h %2 min</source>
      <translation>%1 時間 %2 分</translation>
    </message>
    <message>
      <source>%1 is being fetched</source>
      <translation>%1 をダウンロードしています</translation>
    </message>
    <message>
      <source>%1 is deleted; %2 are free again</source>
      <translation>%1 を削除し、%2 が空きました</translation>
    </message>
    <message>
      <source>%1 is the default model now</source>
      <translation>%1 が既定のモデルになりました</translation>
    </message>
    <message>
      <source>%1 left</source>
      <translation>残り %1</translation>
    </message>
    <message>
      <source>%1 min %2 s</source>
      <translation>%1 分 %2 秒</translation>
    </message>
    <message>
      <source>%1 of %2</source>
      <translation>%1 / %2</translation>
    </message>
    <message>
      <source>%1 of memory</source>
      <translation>メモリ %1</translation>
    </message>
    <message>
      <source>%1 of prompts kept</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>%1 of the context in use</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>%1 reused</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>%1 s</source>
      <translation>%1 秒</translation>
    </message>
    <message>
      <source>%1 stay: another program has them too.</source>
      <translation>%1 は残ります。ほかのプログラムも使っています。</translation>
    </message>
    <message>
      <source>%1 tok/s</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>%1 tokens</source>
      <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
      <source>%n chat(s) imported</source>
      <translation type="unfinished">
        <numerusform></numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n download(s)</source>
      <translation>
        <numerusform>%n 件のダウンロード</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n job(s)</source>
      <translation>
        <numerusform>%n 件のジョブ</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n left out</source>
      <translation type="unfinished">
        <numerusform></numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n model file(s)</source>
      <translation type="unfinished">
        <numerusform></numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n part(s)</source>
      <translation>
        <numerusform>%n 個の分割</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n thread(s)</source>
      <translation type="unfinished">
        <numerusform></numerusform>
      </translation>
    </message>
    <message>
      <source>A good balance for computers with little memory; many languages, can think.</source>
      <translation>メモリの少ないコンピューター向けの良いバランス。多言語、思考もできます。</translation>
    </message>
    <message>
      <source>A little smaller than Q4_K_M.</source>
      <translation>Q4_K_M より少し小さい。</translation>
    </message>
    <message>
      <source>Address of the model hub or a mirror. Empty: HF_ENDPOINT, else the public one.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Address to listen on; wider than this computer needs a key.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Aliases</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Answers at %1</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Answers that run at once.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Answers that were being written are marked; nothing else is lost.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Api key</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>As good as Q4_K_S and smaller; slower on old processors.</source>
      <translation>Q4_K_S と同等でより小さい。古いプロセッサーでは遅め。</translation>
    </message>
    <message>
      <source>As the system</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Attach files</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Better than Q3_K_S; an importance matrix helps much.</source>
      <translation>Q3_K_S より良い。重要度行列がよく効きます。</translation>
    </message>
    <message>
      <source>Bytes a second that all downloads together may take; 0: as many as come.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Change the port</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Choose another model</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Clearly stronger than smaller ones at code and reasoning.</source>
      <translation>コードと推論で小さなモデルより明らかに強力。</translation>
    </message>
    <message>
      <source>Closed</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Connections at once for one file fetched.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Context</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Context cells in use</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Context of %1 tokens: %2 reused, %3 new, %4 free</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Copied</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Copy diagnostics</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Cors origins</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Dark</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Done: %1</source>
      <translation>完了: %1</translation>
    </message>
    <message>
      <source>Download connections</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Download rate</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Downloads at once</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Downloads that run; others wait in turn.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Draft a friendly reminder about an unpaid invoice</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Engine</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Explain recursion with a small example in Python</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Export</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Flash attention</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Flash attention; auto: where it is faster.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Folder moved to the trash</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Folder of another native build. Empty: our own.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Folders</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Font size</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Format of keys and values: fewer bits take less memory and are less exact.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Frequency penalty</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Further names of models: fast=qwen3-0.6b,big=llama-3.3-70b.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>General</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Gpu layers</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Height of the window's text, in pixels.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>High loss.</source>
      <translation>損失が大きい。</translation>
    </message>
    <message>
      <source>Host</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>How the window looks.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Hub endpoint</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Idle unload</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Import chats</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>It must be %1.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Job priority</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>KL divergence %1</source>
      <translation>KL ダイバージェンス %1</translation>
    </message>
    <message>
      <source>Keep running in the tray when the window is closed.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Key that every client must send. Empty: none.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Kv type</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Language</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Language of the window.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Large and still quick: only a part of it works on each word.</source>
      <translation>大きくても速い: 一語ごとに一部だけが働きます。</translation>
    </message>
    <message>
      <source>Large and still quick: only a tenth of it works on each word.</source>
      <translation>大きくても速い: 一語ごとに十分の一だけが働きます。</translation>
    </message>
    <message>
      <source>Last 30 days</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Last 7 days</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Layers to put on a GPU where there is one; -1: every layer.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Light</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Load the model again</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Loading the model… %1</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Max models</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Max queue</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Measure %1</source>
      <translation>%1 を測定</translation>
    </message>
    <message>
      <source>Memory check</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Memory for prompts read before; auto: a quarter of what is free.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Message deleted, with what followed it</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Min p</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Model</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Model where none is named: name, GGUF file or folder. Empty: the starter.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Models</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Models dirs</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Models kept loaded; one more unloads the longest unused that is idle.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>More folders in which to look for GGUF files; parted as PATH is.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Moved to the trash</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Native dir</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Never use the network, not even when asked to pull.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>New chat</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>New folder</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Next to no loss; twice the size of Q4_K_M.</source>
      <translation>ほぼ損失なし。Q4_K_M の倍の大きさ。</translation>
    </message>
    <message>
      <source>Not enough memory for this model</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Of converting, quantizing and measuring; low leaves the processor to chats.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Offline</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Open in all its parts, data too; European languages, can think.</source>
      <translation>データも含めすべて公開。ヨーロッパの言語、思考もできます。</translation>
    </message>
    <message>
      <source>Open localllm</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Open the port when the app starts.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Opening…</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Parallel</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Pasted text %1</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Pinned</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Pleasant to talk to, in well over a hundred languages.</source>
      <translation>百以上の言語で心地よく話せます。</translation>
    </message>
    <message>
      <source>Port</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Port on start</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Port to listen on; 0 takes a free one.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Presence penalty</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Prompt tokens read a second</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Prompts kept in memory, MB</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Proxy</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Proxy to reach the hub through. Empty: as HTTPS_PROXY and NO_PROXY say.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Quantize %1 to %2</source>
      <translation>%1 を %2 に量子化</translation>
    </message>
    <message>
      <source>Quit</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Ram cache</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Reading the prompt… %1 of %2 tokens</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Refuse to load a model larger than the free memory.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Repeat penalty</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Requests that may wait; one more is refused.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Requests waiting</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Save</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Saved</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Saved as %1</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Server</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Settings</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Show the trash</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Small and quick, good at rewriting and summaries.</source>
      <translation>小さく速い。書き換えや要約が得意。</translation>
    </message>
    <message>
      <source>Small loss.</source>
      <translation>損失は小さい。</translation>
    </message>
    <message>
      <source>Small loss; where memory is no worry.</source>
      <translation>損失は小さい。メモリに余裕があるときに。</translation>
    </message>
    <message>
      <source>Small, many languages, can think before it answers.</source>
      <translation>小型、多言語、答える前に考えられます。</translation>
    </message>
    <message>
      <source>Small, with long texts in little memory.</source>
      <translation>小型で、少ないメモリで長い文章を扱えます。</translation>
    </message>
    <message>
      <source>Something went wrong that should not have</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Start a new chat</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Start at login</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Start the app, in the tray, when you log in.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Starting…</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Stay in tray</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Strong at code, reasoning and tools; wants a quick computer.</source>
      <translation>コード、推論、ツールに強い。速いコンピューター向け。</translation>
    </message>
    <message>
      <source>Strong at reasoning and arithmetic for its size.</source>
      <translation>サイズの割に推論と計算に強い。</translation>
    </message>
    <message>
      <source>Takes %1 of %2 free, with a context of %3 tokens</source>
      <translation>空き %2 のうち %1 を使用（コンテキスト %3 トークン）</translation>
    </message>
    <message>
      <source>Temperature</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>That did not work</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>The answer stops here because the context or its token limit is full.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>The chat does not fit into the context</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>The disk is full</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>The download failed</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>The engine of %1 stopped and is being started again</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>The engine stopped</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>The model cannot be used</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>The new settings are in use</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>The port is taken</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>The usual choice for a laptop: knows much, uses tools, can think.</source>
      <translation>ノートパソコンの定番: 知識が多く、ツールも思考も使えます。</translation>
    </message>
    <message>
      <source>The usual choice: small, and hardly worse to read.</source>
      <translation>定番: 小さく、読んでもほとんど劣りません。</translation>
    </message>
    <message>
      <source>Theme</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>This answer was cut off when the program ended. It can be continued.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>This file is quantized already (%1). Made from the original, the result is better.</source>
      <translation>このファイルはすでに量子化されています（%1）。元のモデルから作るほうが良い結果になります。</translation>
    </message>
    <message>
      <source>This frees %1.</source>
      <translation>%1 が空きます。</translation>
    </message>
    <message>
      <source>Threads</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Threads to compute with; 0: one for each physical core.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Today</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Tokens computed in one step at most.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Tokens one chat may use and all running share; 0: as model and memory allow.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Tokens written a second</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Top k</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Top p</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>再試行</translation>
    </message>
    <message>
      <source>Ubatch</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Undo</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Unload a model that nobody used for this long; 0: never.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Very high loss.</source>
      <translation>損失がとても大きい。</translation>
    </message>
    <message>
      <source>Very small loss.</source>
      <translation>損失はごく小さい。</translation>
    </message>
    <message>
      <source>Very small: answers at once, for simple questions in English.</source>
      <translation>とても小さく即答。英語の簡単な質問向け。</translation>
    </message>
    <message>
      <source>Visible loss.</source>
      <translation>損失が目に見えます。</translation>
    </message>
    <message>
      <source>Waiting: number %1 in the queue</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Web origins that browsers may call from; * allows all.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>What should I look at on a weekend in Lisbon?</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Window</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Writes naturally, follows instructions well for its size.</source>
      <translation>自然な文章で、サイズの割に指示によく従います。</translation>
    </message>
    <message>
      <source>Writes well, in well over a hundred languages.</source>
      <translation>百以上の言語で上手に書きます。</translation>
    </message>
    <message>
      <source>Yesterday</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Your chats could not be opened</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>begins</source>
      <translation>開始</translation>
    </message>
    <message>
      <source>cancelled; nothing was changed</source>
      <translation>中止しました。何も変わっていません</translation>
    </message>
    <message>
      <source>comparing weights</source>
      <translation>重みを比較中</translation>
    </message>
    <message>
      <source>context %1</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>converting</source>
      <translation>変換中</translation>
    </message>
    <message>
      <source>did not come</source>
      <translation>取得できませんでした</translation>
    </message>
    <message>
      <source>embeddings</source>
      <translation>埋め込み</translation>
    </message>
    <message>
      <source>fills in code</source>
      <translation>コード補完</translation>
    </message>
    <message>
      <source>first token %1 s</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>hears</source>
      <translation>聞く</translation>
    </message>
    <message>
      <source>is on this computer</source>
      <translation>このコンピューターにあります</translation>
    </message>
    <message>
      <source>licence %1</source>
      <translation>ライセンス %1</translation>
    </message>
    <message>
      <source>loading</source>
      <translation>読み込み中</translation>
    </message>
    <message>
      <source>loading %1</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>loading the model</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>measuring</source>
      <translation>測定中</translation>
    </message>
    <message>
      <source>measuring speed</source>
      <translation>速度を測定中</translation>
    </message>
    <message>
      <source>none: its perplexity alone</source>
      <translation>なし: パープレキシティのみ</translation>
    </message>
    <message>
      <source>not loaded</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>paused</source>
      <translation>一時停止中</translation>
    </message>
    <message>
      <source>perplexity %1</source>
      <translation>パープレキシティ %1</translation>
    </message>
    <message>
      <source>quantizing</source>
      <translation>量子化中</translation>
    </message>
    <message>
      <source>ranks</source>
      <translation>順位付け</translation>
    </message>
    <message>
      <source>reading</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>reading the calibration text</source>
      <translation>較正テキストを読み取り中</translation>
    </message>
    <message>
      <source>same likeliest token %1 %</source>
      <translation>最有力トークンの一致 %1 %</translation>
    </message>
    <message>
      <source>sees</source>
      <translation>見る</translation>
    </message>
    <message>
      <source>starting again</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>thinking</source>
      <translation>思考</translation>
    </message>
    <message>
      <source>tools</source>
      <translation>ツール</translation>
    </message>
    <message>
      <source>trying both with questions</source>
      <translation>両方に質問しています</translation>
    </message>
    <message>
      <source>unknown client</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>up to %1 tokens</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>waiting</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>waits for its turn</source>
      <translation>順番を待っています</translation>
    </message>
    <message>
      <source>with what it needs to see or hear</source>
      <translation>視覚・聴覚に必要なファイル付き</translation>
    </message>
    <message>
      <source>writing</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>WorkList</name>
    <message>
      <source>Find models</source>
      <translation>モデルを探す</translation>
    </message>
    <message>
      <source>Jobs</source>
      <translation>ジョブ</translation>
    </message>
    <message>
      <source>Models that are fetched, quantized or measured are shown here.</source>
      <translation>ダウンロード、量子化、測定中のモデルがここに表示されます。</translation>
    </message>
    <message>
      <source>Nothing is on its way</source>
      <translation>進行中のものはありません</translation>
    </message>
  </context>
</TS>
