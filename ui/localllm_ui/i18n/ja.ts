<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja" sourcelanguage="en">
  <context>
    <name>AttachmentRow</name>
    <message>
      <source>Remove %1</source>
      <translation>%1 を外す</translation>
    </message>
  </context>
  <context>
    <name>Banners</name>
    <message>
      <source>Dismiss</source>
      <translation>閉じる</translation>
    </message>
  </context>
  <context>
    <name>BranchWalker</name>
    <message>
      <source>%1 / %2</source>
      <translation>%1 / %2</translation>
    </message>
    <message>
      <source>Next version</source>
      <translation>次の版</translation>
    </message>
    <message>
      <source>Previous version</source>
      <translation>前の版</translation>
    </message>
  </context>
  <context>
    <name>ChatList</name>
    <message>
      <source>Chats</source>
      <translation>チャット</translation>
    </message>
    <message>
      <source>Your chats will be here</source>
      <translation>チャットはここに並びます</translation>
    </message>
  </context>
  <context>
    <name>ChatMenu</name>
    <message>
      <source>Duplicate</source>
      <translation>複製</translation>
    </message>
    <message>
      <source>Export…</source>
      <translation>書き出す…</translation>
    </message>
    <message>
      <source>Move down (Alt+Down)</source>
      <translation>下へ移動（Alt+↓）</translation>
    </message>
    <message>
      <source>Move to %1</source>
      <translation>%1 へ移動</translation>
    </message>
    <message>
      <source>Move to the trash</source>
      <translation>ごみ箱に移す</translation>
    </message>
    <message>
      <source>Move up (Alt+Up)</source>
      <translation>上へ移動（Alt+↑）</translation>
    </message>
    <message>
      <source>New folder inside</source>
      <translation>中に新しいフォルダー</translation>
    </message>
    <message>
      <source>Out of the folder</source>
      <translation>フォルダーの外へ</translation>
    </message>
    <message>
      <source>Pin</source>
      <translation>ピン留め</translation>
    </message>
    <message>
      <source>Rename…</source>
      <translation>名前を変更…</translation>
    </message>
    <message>
      <source>Unpin</source>
      <translation>ピン留めを外す</translation>
    </message>
  </context>
  <context>
    <name>ChatPane</name>
    <message>
      <source>Drop files to attach them</source>
      <translation>ファイルをドロップすると添付されます</translation>
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
      <translation>このチャットでモデルにどう答えてほしいか</translation>
    </message>
    <message>
      <source>Most tokens</source>
      <translation>最大トークン数</translation>
    </message>
    <message>
      <source>Most tokens of an answer</source>
      <translation>回答の最大トークン数</translation>
    </message>
    <message>
      <source>Reset</source>
      <translation>元に戻す</translation>
    </message>
    <message>
      <source>Sampling</source>
      <translation>サンプリング</translation>
    </message>
    <message>
      <source>Seed</source>
      <translation>シード</translation>
    </message>
    <message>
      <source>Settings of this chat</source>
      <translation>このチャットの設定</translation>
    </message>
    <message>
      <source>System prompt</source>
      <translation>システムプロンプト</translation>
    </message>
    <message>
      <source>This chat</source>
      <translation>このチャット</translation>
    </message>
    <message>
      <source>no limit</source>
      <translation>無制限</translation>
    </message>
    <message>
      <source>random</source>
      <translation>ランダム</translation>
    </message>
  </context>
  <context>
    <name>ChatRow</name>
    <message>
      <source>What can be done with %1</source>
      <translation>%1 に対する操作</translation>
    </message>
    <message>
      <source>being answered</source>
      <translation>回答中</translation>
    </message>
    <message>
      <source>closed folder</source>
      <translation>閉じたフォルダー</translation>
    </message>
    <message>
      <source>open folder</source>
      <translation>開いたフォルダー</translation>
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
      <translation>コードをコピー</translation>
    </message>
    <message>
      <source>Save code to a file</source>
      <translation>コードをファイルに保存</translation>
    </message>
    <message>
      <source>text</source>
      <translation>テキスト</translation>
    </message>
  </context>
  <context>
    <name>Composer</name>
    <message>
      <source>Answers without thinking</source>
      <translation>考えずに答えます</translation>
    </message>
    <message>
      <source>Attach files</source>
      <translation>ファイルを添付</translation>
    </message>
    <message>
      <source>Message</source>
      <translation>メッセージ</translation>
    </message>
    <message>
      <source>Send (Enter)</source>
      <translation>送信（Enter）</translation>
    </message>
    <message>
      <source>Stop (Esc)</source>
      <translation>停止（Esc）</translation>
    </message>
    <message>
      <source>Thinks before it answers</source>
      <translation>考えてから答えます</translation>
    </message>
    <message>
      <source>Write a message</source>
      <translation>メッセージを入力</translation>
    </message>
    <message>
      <source>Write the next message while this one is answered</source>
      <translation>回答を待つあいだに次のメッセージを書けます</translation>
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
      <translation>メッセージを編集</translation>
    </message>
    <message>
      <source>Send</source>
      <translation>送信</translation>
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
      <translation>このコンピューターで動くモデルとのチャットです。何も外に出ず、指示がない限り何も取得しません。</translation>
    </message>
    <message>
      <source>A small starter model (98 MB) answers fast and knows little: enough to begin with. A folder that holds GGUF files can be added as well.</source>
      <translation>小さなスターターモデル（98 MB）はすぐ答え、知識は少なめ。始めるには十分です。GGUF ファイルのあるフォルダーも追加できます。</translation>
    </message>
    <message>
      <source>Add a folder…</source>
      <translation>フォルダーを追加…</translation>
    </message>
    <message>
      <source>Folder with GGUF files</source>
      <translation>GGUF ファイルのあるフォルダー</translation>
    </message>
    <message>
      <source>No model is here yet</source>
      <translation>モデルはまだありません</translation>
    </message>
    <message>
      <source>Welcome to localllm</source>
      <translation>localllm へようこそ</translation>
    </message>
  </context>
  <context>
    <name>FitBadge</name>
    <message>
      <source>fits, %1</source>
      <translation>収まる、%1</translation>
    </message>
    <message>
      <source>tight, %1</source>
      <translation>ぎりぎり、%1</translation>
    </message>
    <message>
      <source>too big, %1</source>
      <translation>大きすぎる、%1</translation>
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
      <translation>もう一度答える</translation>
    </message>
    <message>
      <source>Continue this answer</source>
      <translation>この回答を続ける</translation>
    </message>
    <message>
      <source>Copy as Markdown</source>
      <translation>Markdown としてコピー</translation>
    </message>
    <message>
      <source>Delete the message</source>
      <translation>メッセージを削除</translation>
    </message>
    <message>
      <source>Edit</source>
      <translation>編集</translation>
    </message>
    <message>
      <source>New chat from here</source>
      <translation>ここから新しいチャット</translation>
    </message>
    <message>
      <source>Quote in the next message</source>
      <translation>次のメッセージに引用</translation>
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
      <translation>読み込む</translation>
    </message>
    <message>
      <source>Loading</source>
      <translation>読み込み中</translation>
    </message>
    <message>
      <source>More about %1</source>
      <translation>%1 のその他の操作</translation>
    </message>
    <message>
      <source>Unload</source>
      <translation>解放する</translation>
    </message>
    <message>
      <source>default</source>
      <translation>既定</translation>
    </message>
    <message>
      <source>loaded</source>
      <translation>読み込み済み</translation>
    </message>
  </context>
  <context>
    <name>ModelChoice</name>
    <message>
      <source>loaded</source>
      <translation>読み込み済み</translation>
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
      <translation>すべてのモデル</translation>
    </message>
    <message>
      <source>Choose a model</source>
      <translation>モデルを選ぶ</translation>
    </message>
    <message>
      <source>Choose a model for this chat</source>
      <translation>このチャットのモデルを選ぶ</translation>
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
      <translation>フォルダーを追加…</translation>
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
      <translation>GGUF ファイルのあるフォルダー</translation>
    </message>
    <message>
      <source>GGUF file</source>
      <translation>GGUF ファイル</translation>
    </message>
    <message>
      <source>GGUF files are opened where they lie; nothing is copied.</source>
      <translation>GGUF ファイルは置かれた場所のまま開き、コピーはしません。</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>モデル</translation>
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
      <source>Larger models answer better, and some fit this computer</source>
      <translation>より大きなモデルは回答の質が上がります。このコンピューターに合うものがあります</translation>
    </message>
    <message>
      <source>Models of other programs are on this computer</source>
      <translation>ほかのプログラムのモデルがこのコンピューターにあります</translation>
    </message>
    <message>
      <source>Not now (the page Models has this too)</source>
      <translation>今はしない（「モデル」のページにもあります）</translation>
    </message>
    <message>
      <source>Offers</source>
      <translation>提案</translation>
    </message>
    <message>
      <source>See three</source>
      <translation>3つを見る</translation>
    </message>
    <message>
      <source>The small starter model is not here (98 MB)</source>
      <translation>小さなスターターモデルがまだありません（98 MB）</translation>
    </message>
    <message>
      <source>Use them where they are</source>
      <translation>置き場所のまま使う</translation>
    </message>
  </context>
  <context>
    <name>PeerFolders</name>
    <message>
      <source>Found on this computer</source>
      <translation>このコンピューターで見つかったもの</translation>
    </message>
    <message>
      <source>Use these</source>
      <translation>これらを使う</translation>
    </message>
    <message>
      <source>in use</source>
      <translation>使用中</translation>
    </message>
  </context>
  <context>
    <name>PresetBar</name>
    <message>
      <source>Delete this preset</source>
      <translation>このプリセットを削除</translation>
    </message>
    <message>
      <source>Name of the preset</source>
      <translation>プリセットの名前</translation>
    </message>
    <message>
      <source>None</source>
      <translation>なし</translation>
    </message>
    <message>
      <source>Preset</source>
      <translation>プリセット</translation>
    </message>
    <message>
      <source>Save</source>
      <translation>保存</translation>
    </message>
    <message>
      <source>Save as a preset</source>
      <translation>プリセットとして保存</translation>
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
      <translation>フォルダーの名前</translation>
    </message>
    <message>
      <source>Rename</source>
      <translation>名前を変更</translation>
    </message>
    <message>
      <source>Title of the chat</source>
      <translation>チャットの題名</translation>
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
      <translation>サイドバーを表示（Ctrl+B）</translation>
    </message>
  </context>
  <context>
    <name>SearchOverlay</name>
    <message>
      <source>No chats yet</source>
      <translation>チャットはまだありません</translation>
    </message>
    <message>
      <source>Nothing was found</source>
      <translation>何も見つかりませんでした</translation>
    </message>
    <message>
      <source>Search</source>
      <translation>検索</translation>
    </message>
    <message>
      <source>Search in titles and messages</source>
      <translation>題名とメッセージを検索</translation>
    </message>
  </context>
  <context>
    <name>ServerPage</name>
    <message>
      <source>A port on this computer for editors and programs that speak OpenAI's protocol.</source>
      <translation>OpenAI のプロトコルを使うエディターやプログラムのための、このコンピューターのポートです。</translation>
    </message>
    <message>
      <source>Address and key</source>
      <translation>アドレスとキー</translation>
    </message>
    <message>
      <source>Clients need the key.</source>
      <translation>クライアントにはキーが必要です。</translation>
    </message>
    <message>
      <source>Copy the address</source>
      <translation>アドレスをコピー</translation>
    </message>
    <message>
      <source>For your editor</source>
      <translation>エディター用</translation>
    </message>
    <message>
      <source>Log</source>
      <translation>ログ</translation>
    </message>
    <message>
      <source>No key is asked for; only programs on this computer get in.</source>
      <translation>キーは不要です。このコンピューターのプログラムだけが使えます。</translation>
    </message>
    <message>
      <source>Nobody is asking anything.</source>
      <translation>今は要求がありません。</translation>
    </message>
    <message>
      <source>Nothing was logged.</source>
      <translation>記録はありません。</translation>
    </message>
    <message>
      <source>Now</source>
      <translation>現在</translation>
    </message>
    <message>
      <source>Open the port</source>
      <translation>ポートを開く</translation>
    </message>
    <message>
      <source>Server</source>
      <translation>サーバー</translation>
    </message>
  </context>
  <context>
    <name>SettingRow</name>
    <message>
      <source>Set by the environment: %1</source>
      <translation>環境変数で設定済み: %1</translation>
    </message>
  </context>
  <context>
    <name>SettingsPage</name>
    <message>
      <source>Saved. Taking it into use loads the model again and stops running answers.</source>
      <translation>保存しました。適用するとモデルを読み込み直し、進行中の回答を止めます。</translation>
    </message>
    <message>
      <source>Saved. Taking it into use stops running answers.</source>
      <translation>保存しました。適用すると進行中の回答を止めます。</translation>
    </message>
    <message>
      <source>Settings</source>
      <translation>設定</translation>
    </message>
    <message>
      <source>Use now</source>
      <translation>今すぐ適用</translation>
    </message>
  </context>
  <context>
    <name>Sidebar</name>
    <message>
      <source>Chats</source>
      <translation>チャット</translation>
    </message>
    <message>
      <source>Hide the sidebar (Ctrl+B)</source>
      <translation>サイドバーを隠す（Ctrl+B）</translation>
    </message>
    <message>
      <source>More</source>
      <translation>その他</translation>
    </message>
    <message>
      <source>New chat</source>
      <translation>新しいチャット</translation>
    </message>
    <message>
      <source>Search</source>
      <translation>検索</translation>
    </message>
  </context>
  <context>
    <name>SidebarMenu</name>
    <message>
      <source>Copy diagnostics</source>
      <translation>診断情報をコピー</translation>
    </message>
    <message>
      <source>Export all chats…</source>
      <translation>すべてのチャットを書き出す…</translation>
    </message>
    <message>
      <source>Import chats…</source>
      <translation>チャットを読み込む…</translation>
    </message>
    <message>
      <source>New folder</source>
      <translation>新しいフォルダー</translation>
    </message>
    <message>
      <source>Trash</source>
      <translation>ごみ箱</translation>
    </message>
    <message>
      <source>chats</source>
      <translation>チャット</translation>
    </message>
  </context>
  <context>
    <name>Snippets</name>
    <message>
      <source>Copy</source>
      <translation>コピー</translation>
    </message>
  </context>
  <context>
    <name>StarterButton</name>
    <message>
      <source>Fetch the starter model</source>
      <translation>スターターモデルを取得</translation>
    </message>
    <message>
      <source>Fetching the starter model… %1 %</source>
      <translation>スターターモデルを取得中… %1 %</translation>
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
      <translation>考え中… %1 秒</translation>
    </message>
    <message>
      <source>Thought for %1 s</source>
      <translation>%1 秒考えました</translation>
    </message>
    <message>
      <source>Thoughts</source>
      <translation>思考</translation>
    </message>
  </context>
  <context>
    <name>Thread</name>
    <message>
      <source>Messages</source>
      <translation>メッセージ</translation>
    </message>
    <message>
      <source>To the end</source>
      <translation>最後へ</translation>
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
      <translation>ツール呼び出し: %1</translation>
    </message>
  </context>
  <context>
    <name>TopBar</name>
    <message>
      <source>Choose a model</source>
      <translation>モデルを選ぶ</translation>
    </message>
    <message>
      <source>Model of this chat (Ctrl+L)</source>
      <translation>このチャットのモデル（Ctrl+L）</translation>
    </message>
    <message>
      <source>One chat (Ctrl+\)</source>
      <translation>チャットを一つに（Ctrl+\）</translation>
    </message>
    <message>
      <source>Settings of this chat (Ctrl+Shift+P)</source>
      <translation>このチャットの設定（Ctrl+Shift+P）</translation>
    </message>
    <message>
      <source>Show the sidebar (Ctrl+B)</source>
      <translation>サイドバーを表示（Ctrl+B）</translation>
    </message>
    <message>
      <source>Two chats side by side (Ctrl+\)</source>
      <translation>チャットを二つ並べる（Ctrl+\）</translation>
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
      <translation>
        <numerusform>%n 件のチャットを完全に削除</numerusform>
      </translation>
    </message>
    <message>
      <source>Empty the trash</source>
      <translation>ごみ箱を空にする</translation>
    </message>
    <message>
      <source>Restore</source>
      <translation>元に戻す</translation>
    </message>
    <message>
      <source>The trash is empty.</source>
      <translation>ごみ箱は空です。</translation>
    </message>
    <message>
      <source>Trash</source>
      <translation>ごみ箱</translation>
    </message>
  </context>
  <context>
    <name>UserBubble</name>
    <message>
      <source>You: %1</source>
      <translation>あなた: %1</translation>
    </message>
  </context>
  <context>
    <name>Waiting</name>
    <message>
      <source>Prompt read</source>
      <translation>プロンプトの読み込み</translation>
    </message>
  </context>
  <context>
    <name>Welcome</name>
    <message>
      <source>Everything stays on this computer.</source>
      <translation>すべてこのコンピューターの中に残ります。</translation>
    </message>
    <message>
      <source>What is on your mind?</source>
      <translation>何を話しましょうか？</translation>
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
      <translation>保持中のプロンプト %1</translation>
    </message>
    <message>
      <source>%1 of the context in use</source>
      <translation>コンテキストの %1 を使用中</translation>
    </message>
    <message>
      <source>%1 reused</source>
      <translation>再利用 %1</translation>
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
      <translation>%1 tok/s</translation>
    </message>
    <message>
      <source>%1 tokens</source>
      <translation>%1 トークン</translation>
    </message>
    <message numerus="yes">
      <source>%n chat(s) imported</source>
      <translation>
        <numerusform>%n 件のチャットを読み込みました</numerusform>
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
      <translation>
        <numerusform>%n 件を除外</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n model file(s)</source>
      <translation>
        <numerusform>モデルファイル %n 個</numerusform>
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
      <translation>
        <numerusform>%n スレッド</numerusform>
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
      <source>A request that could not start for this long is refused; 0: never.</source>
      <translation>これだけ待っても始められない要求は断ります。0: 断りません。</translation>
    </message>
    <message>
      <source>API key</source>
      <translation>API キー</translation>
    </message>
    <message>
      <source>Address of the model hub or a mirror. Empty: HF_ENDPOINT, else the public one.</source>
      <translation>モデルハブまたはミラーのアドレス。空欄: HF_ENDPOINT、なければ公開のもの。</translation>
    </message>
    <message>
      <source>Address that tells of the newest version. Empty: the one of this build.</source>
      <translation>最新バージョンを知らせるアドレス。空欄：このビルドのもの。</translation>
    </message>
    <message>
      <source>Address to listen on; wider than this computer needs a key.</source>
      <translation>待ち受けるアドレス。このコンピューターの外に開くにはキーが必要です。</translation>
    </message>
    <message>
      <source>Aliases</source>
      <translation>別名</translation>
    </message>
    <message>
      <source>Answers at %1</source>
      <translation>%1 で応答中</translation>
    </message>
    <message>
      <source>Answers that run at once.</source>
      <translation>同時に進める回答の数。</translation>
    </message>
    <message>
      <source>Answers that were being written are marked; nothing else is lost.</source>
      <translation>書きかけの回答には印が付きます。ほかに失われたものはありません。</translation>
    </message>
    <message>
      <source>As good as Q4_K_S and smaller; slower on old processors.</source>
      <translation>Q4_K_S と同等でより小さい。古いプロセッサーでは遅め。</translation>
    </message>
    <message>
      <source>As the system</source>
      <translation>システムに合わせる</translation>
    </message>
    <message>
      <source>Ask once a day whether a newer version is there, and say so; never fetch it.</source>
      <translation>1 日に 1 回、新しいバージョンがあるか確認して知らせます。ダウンロードはしません。</translation>
    </message>
    <message>
      <source>Attach files</source>
      <translation>ファイルを添付</translation>
    </message>
    <message>
      <source>Better than Q3_K_S; an importance matrix helps much.</source>
      <translation>Q3_K_S より良い。重要度行列がよく効きます。</translation>
    </message>
    <message>
      <source>Bytes a second that all downloads together may take; 0: as many as come.</source>
      <translation>すべてのダウンロードが合わせて使える毎秒のバイト数。0: 制限なし。</translation>
    </message>
    <message>
      <source>CORS origins</source>
      <translation>CORS オリジン</translation>
    </message>
    <message>
      <source>CPU module</source>
      <translation>CPUモジュール</translation>
    </message>
    <message>
      <source>Change the port</source>
      <translation>ポートを変える</translation>
    </message>
    <message>
      <source>Choose another model</source>
      <translation>別のモデルを選ぶ</translation>
    </message>
    <message>
      <source>Clearly stronger than smaller ones at code and reasoning.</source>
      <translation>コードと推論で小さなモデルより明らかに強力。</translation>
    </message>
    <message>
      <source>Closed</source>
      <translation>閉じています</translation>
    </message>
    <message>
      <source>Connections at once for one file fetched.</source>
      <translation>一つのファイルの取得に同時に使う接続の数。</translation>
    </message>
    <message>
      <source>Context</source>
      <translation>コンテキスト</translation>
    </message>
    <message>
      <source>Context cells in use</source>
      <translation>使用中のコンテキストセル</translation>
    </message>
    <message>
      <source>Context of %1 tokens: %2 reused, %3 new, %4 free</source>
      <translation>コンテキスト %1 トークン: 再利用 %2、新規 %3、空き %4</translation>
    </message>
    <message>
      <source>Copied</source>
      <translation>コピーしました</translation>
    </message>
    <message>
      <source>Copy diagnostics</source>
      <translation>診断情報をコピー</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>ダーク</translation>
    </message>
    <message>
      <source>Disk cache</source>
      <translation>ディスクキャッシュ</translation>
    </message>
    <message>
      <source>Disk cache dir</source>
      <translation>ディスクキャッシュのフォルダー</translation>
    </message>
    <message>
      <source>Disk for prompts read before; auto: an eighth of what is free, 8 GiB at most.</source>
      <translation>読み込み済みのプロンプトに使うディスク容量。auto: 空きの 8 分の 1、最大 8 GiB。</translation>
    </message>
    <message>
      <source>Done: %1</source>
      <translation>完了: %1</translation>
    </message>
    <message>
      <source>Download connections</source>
      <translation>ダウンロードの接続数</translation>
    </message>
    <message>
      <source>Download rate</source>
      <translation>ダウンロードの速さ</translation>
    </message>
    <message>
      <source>Downloads at once</source>
      <translation>同時ダウンロード数</translation>
    </message>
    <message>
      <source>Downloads that run; others wait in turn.</source>
      <translation>同時に進むダウンロードの数。ほかは順番を待ちます。</translation>
    </message>
    <message>
      <source>Draft a friendly reminder about an unpaid invoice</source>
      <translation>未払いの請求書について、やわらかい催促文を書いて</translation>
    </message>
    <message>
      <source>Draft tokens</source>
      <translation>先読みトークン数</translation>
    </message>
    <message>
      <source>Engine</source>
      <translation>エンジン</translation>
    </message>
    <message>
      <source>Engine priority</source>
      <translation>エンジンの優先度</translation>
    </message>
    <message>
      <source>Explain recursion with a small example in Python</source>
      <translation>再帰を Python の小さな例で説明して</translation>
    </message>
    <message>
      <source>Export</source>
      <translation>書き出す</translation>
    </message>
    <message>
      <source>Flash attention</source>
      <translation>Flash attention</translation>
    </message>
    <message>
      <source>Flash attention; auto: where it is faster.</source>
      <translation>Flash attention。auto: 速くなる場合に使います。</translation>
    </message>
    <message>
      <source>Folder for prompts read before. Empty: in the cache folder of localllm.</source>
      <translation>読み込み済みのプロンプトを置くフォルダー。空欄: localllm のキャッシュフォルダー内。</translation>
    </message>
    <message>
      <source>Folder moved to the trash</source>
      <translation>フォルダーをごみ箱に移しました</translation>
    </message>
    <message>
      <source>Folder of another native build. Empty: our own.</source>
      <translation>別のネイティブビルドのフォルダー。空欄: 付属のもの。</translation>
    </message>
    <message>
      <source>Folder with more modules for GPUs. Empty: none.</source>
      <translation>GPU用の追加モジュールのフォルダー。空: なし。</translation>
    </message>
    <message>
      <source>Folders</source>
      <translation>フォルダー</translation>
    </message>
    <message>
      <source>Font size</source>
      <translation>文字の大きさ</translation>
    </message>
    <message>
      <source>Format of keys and values: fewer bits take less memory and are less exact.</source>
      <translation>キーと値の形式。ビット数が少ないほどメモリーを節約できますが、精度は下がります。</translation>
    </message>
    <message>
      <source>Frequency penalty</source>
      <translation>頻度ペナルティ</translation>
    </message>
    <message>
      <source>Further names of models: fast=qwen3-0.6b,big=llama-3.3-70b.</source>
      <translation>モデルの別の名前: fast=qwen3-0.6b,big=llama-3.3-70b。</translation>
    </message>
    <message>
      <source>GPU</source>
      <translation>GPU</translation>
    </message>
    <message>
      <source>GPU layers</source>
      <translation>GPU の層</translation>
    </message>
    <message>
      <source>GPUs by name, comma-separated; auto: all; off: none. doctor lists them.</source>
      <translation>GPUの名前（カンマ区切り）。auto: すべて、off: 使わない。doctor が一覧を示します。</translation>
    </message>
    <message>
      <source>General</source>
      <translation>全般</translation>
    </message>
    <message>
      <source>Guess what comes next from the text so far; auto: where that is faster.</source>
      <translation>これまでの文章から続きを予測します。auto: 速くなる場合のみ。</translation>
    </message>
    <message>
      <source>Height of the window's text, in pixels.</source>
      <translation>ウィンドウの文字の高さ（ピクセル）。</translation>
    </message>
    <message>
      <source>High loss.</source>
      <translation>損失が大きい。</translation>
    </message>
    <message>
      <source>Host</source>
      <translation>ホスト</translation>
    </message>
    <message>
      <source>How many times slower than alone answers may come while a prompt is read; auto: 3 times, or 50 ms a token.</source>
      <translation>プロンプトを読む間、回答が単独の場合の何倍まで遅くなってよいか。auto: 3倍、または1トークン50ミリ秒。</translation>
    </message>
    <message>
      <source>How the window looks.</source>
      <translation>ウィンドウの見た目。</translation>
    </message>
    <message>
      <source>Hub endpoint</source>
      <translation>ハブのアドレス</translation>
    </message>
    <message>
      <source>Idle unload</source>
      <translation>未使用時の解放</translation>
    </message>
    <message>
      <source>Import chats</source>
      <translation>チャットを読み込む</translation>
    </message>
    <message>
      <source>It must be %1.</source>
      <translation>%1 でなければなりません。</translation>
    </message>
    <message>
      <source>Job priority</source>
      <translation>ジョブの優先度</translation>
    </message>
    <message>
      <source>KL divergence %1</source>
      <translation>KL ダイバージェンス %1</translation>
    </message>
    <message>
      <source>KV type</source>
      <translation>KV の形式</translation>
    </message>
    <message>
      <source>Keep running in the tray when the window is closed.</source>
      <translation>ウィンドウを閉じてもトレイで動き続けます。</translation>
    </message>
    <message>
      <source>Key that every client must send. Empty: none.</source>
      <translation>すべてのクライアントが送るべきキー。空欄: なし。</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>言語</translation>
    </message>
    <message>
      <source>Language of the window.</source>
      <translation>ウィンドウの言語。</translation>
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
      <translation>過去 30 日</translation>
    </message>
    <message>
      <source>Last 7 days</source>
      <translation>過去 7 日</translation>
    </message>
    <message>
      <source>Layers to put on a GPU where there is one; -1: every layer.</source>
      <translation>GPU がある場合に載せる層の数。-1: すべて。</translation>
    </message>
    <message>
      <source>Light</source>
      <translation>ライト</translation>
    </message>
    <message>
      <source>Listen on Ollama's port 11434 as well, where it is free: for programs that look for Ollama there.</source>
      <translation>Ollamaのポート11434が空いていれば、そこでも待ち受けます。Ollamaを探すプログラムのためです。</translation>
    </message>
    <message>
      <source>Load the model again</source>
      <translation>モデルを読み込み直す</translation>
    </message>
    <message>
      <source>Loading the model… %1</source>
      <translation>モデルを読み込み中… %1</translation>
    </message>
    <message>
      <source>Max models</source>
      <translation>モデルの最大数</translation>
    </message>
    <message>
      <source>Max queue</source>
      <translation>待ち行列の最大数</translation>
    </message>
    <message>
      <source>Measure %1</source>
      <translation>%1 を測定</translation>
    </message>
    <message>
      <source>Memory check</source>
      <translation>メモリーの確認</translation>
    </message>
    <message>
      <source>Memory for prompts read before; auto: a quarter of what is free.</source>
      <translation>以前に読んだプロンプトのためのメモリー。auto: 空きの 4 分の 1。</translation>
    </message>
    <message>
      <source>Memory of the engines, MB</source>
      <translation>エンジンのメモリー、MB</translation>
    </message>
    <message>
      <source>Message deleted, with what followed it</source>
      <translation>メッセージとその続きを削除しました</translation>
    </message>
    <message>
      <source>Min p</source>
      <translation>Min p</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>モデル</translation>
    </message>
    <message>
      <source>Model where none is named: name, GGUF file or folder. Empty: the starter.</source>
      <translation>指定がないときのモデル: 名前、GGUF ファイル、またはフォルダー。空欄: スターター。</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>モデル</translation>
    </message>
    <message>
      <source>Models dirs</source>
      <translation>モデルのフォルダー</translation>
    </message>
    <message>
      <source>Models kept loaded; one more unloads the longest unused that is idle.</source>
      <translation>読み込んだままにするモデルの数。超えると、最も長く使われていないものを解放します。</translation>
    </message>
    <message>
      <source>More folders in which to look for GGUF files; parted as PATH is.</source>
      <translation>GGUF ファイルを探すほかのフォルダー。PATH と同じ区切りで書きます。</translation>
    </message>
    <message>
      <source>Moved to the trash</source>
      <translation>ごみ箱に移しました</translation>
    </message>
    <message>
      <source>Native dir</source>
      <translation>ネイティブのフォルダー</translation>
    </message>
    <message>
      <source>Native extra</source>
      <translation>追加モジュール</translation>
    </message>
    <message>
      <source>Never use the network, not even when asked to pull.</source>
      <translation>取得を指示されてもネットワークを使いません。</translation>
    </message>
    <message>
      <source>New chat</source>
      <translation>新しいチャット</translation>
    </message>
    <message>
      <source>New folder</source>
      <translation>新しいフォルダー</translation>
    </message>
    <message>
      <source>Next to no loss; twice the size of Q4_K_M.</source>
      <translation>ほぼ損失なし。Q4_K_M の倍の大きさ。</translation>
    </message>
    <message>
      <source>Not enough memory for this model</source>
      <translation>このモデルにはメモリーが足りません</translation>
    </message>
    <message>
      <source>Of computing answers; low takes half of the free cores and lets others go first.</source>
      <translation>回答を計算するときの優先度。low は空きコアの半分を使い、ほかを先に通します。</translation>
    </message>
    <message>
      <source>Of converting, quantizing and measuring; low leaves the processor to chats.</source>
      <translation>変換・量子化・測定の優先度。low ならプロセッサーをチャットに譲ります。</translation>
    </message>
    <message>
      <source>Offline</source>
      <translation>オフライン</translation>
    </message>
    <message>
      <source>Ollama port</source>
      <translation>Ollamaのポート</translation>
    </message>
    <message>
      <source>Open in all its parts, data too; European languages, can think.</source>
      <translation>データも含めすべて公開。ヨーロッパの言語、思考もできます。</translation>
    </message>
    <message>
      <source>Open its page</source>
      <translation>ページを開く</translation>
    </message>
    <message>
      <source>Open localllm</source>
      <translation>localllm を開く</translation>
    </message>
    <message>
      <source>Open the port when the app starts.</source>
      <translation>アプリの起動時にポートを開きます。</translation>
    </message>
    <message>
      <source>Opening…</source>
      <translation>開いています…</translation>
    </message>
    <message>
      <source>Parallel</source>
      <translation>並列数</translation>
    </message>
    <message>
      <source>Pasted text %1</source>
      <translation>貼り付けたテキスト %1</translation>
    </message>
    <message>
      <source>Pinned</source>
      <translation>ピン留め</translation>
    </message>
    <message>
      <source>Pleasant to talk to, in well over a hundred languages.</source>
      <translation>百以上の言語で心地よく話せます。</translation>
    </message>
    <message>
      <source>Port</source>
      <translation>ポート</translation>
    </message>
    <message>
      <source>Port on start</source>
      <translation>起動時のポート</translation>
    </message>
    <message>
      <source>Port to listen on; 0 takes a free one.</source>
      <translation>待ち受けるポート。0: 空いているもの。</translation>
    </message>
    <message>
      <source>Presence penalty</source>
      <translation>存在ペナルティ</translation>
    </message>
    <message>
      <source>Prompt tokens read a second</source>
      <translation>毎秒読むプロンプトのトークン</translation>
    </message>
    <message>
      <source>Prompts kept in memory, MB</source>
      <translation>メモリーに保持したプロンプト、MB</translation>
    </message>
    <message>
      <source>Proxy</source>
      <translation>プロキシ</translation>
    </message>
    <message>
      <source>Proxy to reach the hub through. Empty: as HTTPS_PROXY and NO_PROXY say.</source>
      <translation>ハブに接続するプロキシ。空欄: HTTPS_PROXY と NO_PROXY に従います。</translation>
    </message>
    <message>
      <source>Quantize %1 to %2</source>
      <translation>%1 を %2 に量子化</translation>
    </message>
    <message>
      <source>Queue timeout</source>
      <translation>待ち時間の上限</translation>
    </message>
    <message>
      <source>Quit</source>
      <translation>終了</translation>
    </message>
    <message>
      <source>RAM cache</source>
      <translation>RAM キャッシュ</translation>
    </message>
    <message>
      <source>Reading the prompt… %1 of %2 tokens</source>
      <translation>プロンプトを読んでいます… %2 中 %1 トークン</translation>
    </message>
    <message>
      <source>Refuse to load a model larger than the free memory.</source>
      <translation>空きメモリーより大きいモデルの読み込みを断ります。</translation>
    </message>
    <message>
      <source>Repeat penalty</source>
      <translation>繰り返しペナルティ</translation>
    </message>
    <message>
      <source>Requests that may wait; one more is refused.</source>
      <translation>待てる要求の数。それを超えると断ります。</translation>
    </message>
    <message>
      <source>Requests waiting</source>
      <translation>待っている要求</translation>
    </message>
    <message>
      <source>Save</source>
      <translation>保存</translation>
    </message>
    <message>
      <source>Saved</source>
      <translation>保存しました</translation>
    </message>
    <message>
      <source>Saved as %1</source>
      <translation>%1 として保存しました</translation>
    </message>
    <message>
      <source>Server</source>
      <translation>サーバー</translation>
    </message>
    <message>
      <source>Settings</source>
      <translation>設定</translation>
    </message>
    <message>
      <source>Show the trash</source>
      <translation>ごみ箱を表示</translation>
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
      <translation>起きてはならない問題が起きました</translation>
    </message>
    <message>
      <source>Speculation</source>
      <translation>投機的生成</translation>
    </message>
    <message>
      <source>Start a new chat</source>
      <translation>新しいチャットを始める</translation>
    </message>
    <message>
      <source>Start at login</source>
      <translation>ログイン時に起動</translation>
    </message>
    <message>
      <source>Start the app, in the tray, when you log in.</source>
      <translation>ログイン時にアプリをトレイで起動します。</translation>
    </message>
    <message>
      <source>Starting…</source>
      <translation>開始中…</translation>
    </message>
    <message>
      <source>Stay in tray</source>
      <translation>トレイに残る</translation>
    </message>
    <message>
      <source>Stream slowdown</source>
      <translation>回答の減速</translation>
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
      <translation>温度</translation>
    </message>
    <message>
      <source>That did not work</source>
      <translation>うまくいきませんでした</translation>
    </message>
    <message>
      <source>The answer stops here because the context or its token limit is full.</source>
      <translation>コンテキストまたはトークンの上限に達したため、回答はここで止まりました。</translation>
    </message>
    <message>
      <source>The chat does not fit into the context</source>
      <translation>チャットがコンテキストに収まりません</translation>
    </message>
    <message>
      <source>The disk is full</source>
      <translation>ディスクがいっぱいです</translation>
    </message>
    <message>
      <source>The download failed</source>
      <translation>ダウンロードに失敗しました</translation>
    </message>
    <message>
      <source>The engine of %1 stopped and is being started again</source>
      <translation>%1 のエンジンが停止したため、再起動しています</translation>
    </message>
    <message>
      <source>The engine stopped</source>
      <translation>エンジンが停止しました</translation>
    </message>
    <message>
      <source>The model cannot be used</source>
      <translation>このモデルは使えません</translation>
    </message>
    <message>
      <source>The new settings are in use</source>
      <translation>新しい設定を適用しました</translation>
    </message>
    <message>
      <source>The port is taken</source>
      <translation>ポートは使用中です</translation>
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
      <translation>テーマ</translation>
    </message>
    <message>
      <source>This answer was cut off when the program ended. It can be continued.</source>
      <translation>この回答はプログラムの終了で途切れました。続けることができます。</translation>
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
      <translation>スレッド</translation>
    </message>
    <message>
      <source>Threads to compute with; auto: as many as are fastest at each moment.</source>
      <translation>計算に使うスレッド数。auto: その時々で最も速い数。</translation>
    </message>
    <message>
      <source>Time to the first token, s</source>
      <translation>最初のトークンまで、秒</translation>
    </message>
    <message>
      <source>Today</source>
      <translation>今日</translation>
    </message>
    <message>
      <source>Tokens computed in one step at most.</source>
      <translation>1 回の計算で処理するトークンの最大数。</translation>
    </message>
    <message>
      <source>Tokens guessed ahead at most, by speculation.</source>
      <translation>投機的生成で先読みするトークンの最大数。</translation>
    </message>
    <message>
      <source>Tokens one chat may use and all running share; 0: as model and memory allow.</source>
      <translation>一つのチャットが使え、進行中のすべてで分け合うトークン数。0: モデルとメモリーの許す限り。</translation>
    </message>
    <message>
      <source>Tokens written a second</source>
      <translation>毎秒書くトークン</translation>
    </message>
    <message>
      <source>Top k</source>
      <translation>Top k</translation>
    </message>
    <message>
      <source>Top p</source>
      <translation>Top p</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>再試行</translation>
    </message>
    <message>
      <source>Ubatch</source>
      <translation>Ubatch</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>元に戻す</translation>
    </message>
    <message>
      <source>Unload a model that nobody used for this long; 0: never.</source>
      <translation>この時間使われなかったモデルを解放します。0: 解放しません。</translation>
    </message>
    <message>
      <source>Update address</source>
      <translation>更新のアドレス</translation>
    </message>
    <message>
      <source>Update check</source>
      <translation>更新の確認</translation>
    </message>
    <message>
      <source>Version %1 is there</source>
      <translation>バージョン %1 があります</translation>
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
      <translation>待機中: 順番は %1 番目</translation>
    </message>
    <message>
      <source>Web origins that browsers may call from; * allows all.</source>
      <translation>ブラウザーからの呼び出しを許すオリジン。* はすべて。</translation>
    </message>
    <message>
      <source>What should I look at on a weekend in Lisbon?</source>
      <translation>リスボンの週末では何を見るべき？</translation>
    </message>
    <message>
      <source>Window</source>
      <translation>ウィンドウ</translation>
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
      <translation>昨日</translation>
    </message>
    <message>
      <source>You have %1. Nothing is downloaded by itself.</source>
      <translation>現在は %1 です。自動ではダウンロードされません。</translation>
    </message>
    <message>
      <source>Your chats could not be opened</source>
      <translation>チャットを開けませんでした</translation>
    </message>
    <message>
      <source>auto, baseline, avx, avx2, avx512 or a module's name; doctor lists them.</source>
      <translation>auto、baseline、avx、avx2、avx512、またはモジュール名。doctor が一覧を示します。</translation>
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
      <translation>コンテキスト %1</translation>
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
      <translation>最初のトークン %1 秒</translation>
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
      <translation>読み込み中 %1</translation>
    </message>
    <message>
      <source>loading the model</source>
      <translation>モデルを読み込み中</translation>
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
      <translation>読み込まれていません</translation>
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
      <translation>読み込み中</translation>
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
      <translation>再起動中</translation>
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
      <translation>不明なクライアント</translation>
    </message>
    <message>
      <source>up to %1 tokens</source>
      <translation>最大 %1 トークン</translation>
    </message>
    <message>
      <source>waiting</source>
      <translation>待機中</translation>
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
      <translation>書き込み中</translation>
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
