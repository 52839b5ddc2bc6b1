<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_TW" sourcelanguage="en">
  <context>
    <name>AttachmentRow</name>
    <message>
      <source>Remove %1</source>
      <translation>移除 %1</translation>
    </message>
  </context>
  <context>
    <name>Banners</name>
    <message>
      <source>Dismiss</source>
      <translation>忽略</translation>
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
      <translation>下一版本</translation>
    </message>
    <message>
      <source>Previous version</source>
      <translation>上一版本</translation>
    </message>
  </context>
  <context>
    <name>ChatList</name>
    <message>
      <source>Chats</source>
      <translation>對話</translation>
    </message>
    <message>
      <source>Your chats will be here</source>
      <translation>您的對話會顯示在這裡</translation>
    </message>
  </context>
  <context>
    <name>ChatMenu</name>
    <message>
      <source>Duplicate</source>
      <translation>建立副本</translation>
    </message>
    <message>
      <source>Export…</source>
      <translation>匯出…</translation>
    </message>
    <message>
      <source>Move down (Alt+Down)</source>
      <translation>下移（Alt+↓）</translation>
    </message>
    <message>
      <source>Move to %1</source>
      <translation>移動到 %1</translation>
    </message>
    <message>
      <source>Move to the trash</source>
      <translation>移到垃圾桶</translation>
    </message>
    <message>
      <source>Move up (Alt+Up)</source>
      <translation>上移（Alt+↑）</translation>
    </message>
    <message>
      <source>New folder inside</source>
      <translation>在其中新增資料夾</translation>
    </message>
    <message>
      <source>Out of the folder</source>
      <translation>移出資料夾</translation>
    </message>
    <message>
      <source>Pin</source>
      <translation>釘選</translation>
    </message>
    <message>
      <source>Rename…</source>
      <translation>重新命名…</translation>
    </message>
    <message>
      <source>Unpin</source>
      <translation>取消釘選</translation>
    </message>
  </context>
  <context>
    <name>ChatPane</name>
    <message>
      <source>Drop files to attach them</source>
      <translation>將檔案拖放到此處以附加</translation>
    </message>
  </context>
  <context>
    <name>ChatPanel</name>
    <message>
      <source>Close</source>
      <translation>關閉</translation>
    </message>
    <message>
      <source>How the model should answer in this chat</source>
      <translation>模型在此對話中應如何回答</translation>
    </message>
    <message>
      <source>Most tokens</source>
      <translation>最多 token 數</translation>
    </message>
    <message>
      <source>Most tokens of an answer</source>
      <translation>每個回答的最多 token 數</translation>
    </message>
    <message>
      <source>Reset</source>
      <translation>重設</translation>
    </message>
    <message>
      <source>Sampling</source>
      <translation>取樣</translation>
    </message>
    <message>
      <source>Seed</source>
      <translation>隨機種子</translation>
    </message>
    <message>
      <source>Settings of this chat</source>
      <translation>此對話的設定</translation>
    </message>
    <message>
      <source>System prompt</source>
      <translation>系統提示詞</translation>
    </message>
    <message>
      <source>This chat</source>
      <translation>此對話</translation>
    </message>
    <message>
      <source>no limit</source>
      <translation>不限</translation>
    </message>
    <message>
      <source>random</source>
      <translation>隨機</translation>
    </message>
  </context>
  <context>
    <name>ChatRow</name>
    <message>
      <source>What can be done with %1</source>
      <translation>對 %1 的操作</translation>
    </message>
    <message>
      <source>being answered</source>
      <translation>正在回答</translation>
    </message>
    <message>
      <source>closed folder</source>
      <translation>已收合的資料夾</translation>
    </message>
    <message>
      <source>open folder</source>
      <translation>已展開的資料夾</translation>
    </message>
  </context>
  <context>
    <name>ChoiceRow</name>
    <message>
      <source>Download</source>
      <translation>下載</translation>
    </message>
    <message>
      <source>Download %1</source>
      <translation>下載 %1</translation>
    </message>
    <message>
      <source>recommended</source>
      <translation>推薦</translation>
    </message>
  </context>
  <context>
    <name>Code</name>
    <message>
      <source>Copy code</source>
      <translation>複製程式碼</translation>
    </message>
    <message>
      <source>Save code to a file</source>
      <translation>將程式碼儲存為檔案</translation>
    </message>
    <message>
      <source>text</source>
      <translation>文字</translation>
    </message>
  </context>
  <context>
    <name>Composer</name>
    <message>
      <source>Answers without thinking</source>
      <translation>不思考直接回答</translation>
    </message>
    <message>
      <source>Attach files</source>
      <translation>附加檔案</translation>
    </message>
    <message>
      <source>Message</source>
      <translation>訊息</translation>
    </message>
    <message>
      <source>Send (Enter)</source>
      <translation>傳送 (Enter)</translation>
    </message>
    <message>
      <source>Stop (Esc)</source>
      <translation>停止 (Esc)</translation>
    </message>
    <message>
      <source>Thinks before it answers</source>
      <translation>回答前先思考</translation>
    </message>
    <message>
      <source>Write a message</source>
      <translation>輸入訊息</translation>
    </message>
    <message>
      <source>Write the next message while this one is answered</source>
      <translation>回答產生時可先寫下一則訊息</translation>
    </message>
  </context>
  <context>
    <name>DeleteSheet</name>
    <message>
      <source>Close</source>
      <translation>關閉</translation>
    </message>
    <message>
      <source>Delete</source>
      <translation>刪除</translation>
    </message>
    <message>
      <source>Delete this model?</source>
      <translation>刪除這個模型？</translation>
    </message>
    <message>
      <source>Keep it</source>
      <translation>保留</translation>
    </message>
    <message>
      <source>There is no way back.</source>
      <translation>無法復原。</translation>
    </message>
    <message>
      <source>This cannot be deleted here</source>
      <translation>無法在這裡刪除</translation>
    </message>
    <message numerus="yes">
      <source>and %n more</source>
      <translation>
        <numerusform>以及另外 %n 個</numerusform>
      </translation>
    </message>
    <message>
      <source>localllm did not fetch this file: it lies in a folder of yours, and other programs may need it.</source>
      <translation>此檔案不是 localllm 下載的：它在你的資料夾中，其他程式可能需要它。</translation>
    </message>
  </context>
  <context>
    <name>DownloadQueue</name>
    <message>
      <source>Downloads</source>
      <translation>下載</translation>
    </message>
  </context>
  <context>
    <name>DownloadRow</name>
    <message>
      <source>Cancel the download</source>
      <translation>取消下載</translation>
    </message>
    <message>
      <source>Earlier</source>
      <translation>提前</translation>
    </message>
    <message>
      <source>Go on</source>
      <translation>繼續</translation>
    </message>
    <message>
      <source>Off the list</source>
      <translation>從清單移除</translation>
    </message>
    <message>
      <source>Pause</source>
      <translation>暫停</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>重試</translation>
    </message>
  </context>
  <context>
    <name>EditBox</name>
    <message>
      <source>Cancel</source>
      <translation>取消</translation>
    </message>
    <message>
      <source>Edit the message</source>
      <translation>編輯訊息</translation>
    </message>
    <message>
      <source>Send</source>
      <translation>傳送</translation>
    </message>
  </context>
  <context>
    <name>EvaluateSheet</name>
    <message>
      <source>A built-in text is read, and each prediction is compared with what really comes next. Against the model it was made from, that shows what a quantization cost.</source>
      <translation>讀取一段內建文字，並把每次預測與實際的下文比較。與它的來源模型相比，可以看出量化的代價。</translation>
    </message>
    <message>
      <source>Against</source>
      <translation>比較對象</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>取消</translation>
    </message>
    <message>
      <source>Measure</source>
      <translation>測量</translation>
    </message>
    <message>
      <source>Measure %1</source>
      <translation>測量 %1</translation>
    </message>
    <message>
      <source>More exact, and takes several times as long.</source>
      <translation>更精確，但要花幾倍時間。</translation>
    </message>
    <message>
      <source>The whole text</source>
      <translation>全文</translation>
    </message>
  </context>
  <context>
    <name>FindModels</name>
    <message>
      <source>Fewer words find more. Try the name of a family: qwen3, llama, gemma.</source>
      <translation>詞越少找到的越多。試試系列名稱：qwen3、llama、gemma。</translation>
    </message>
    <message>
      <source>Name of a model, as “qwen3 4b”</source>
      <translation>模型名稱，如「qwen3 4b」</translation>
    </message>
    <message>
      <source>Open the settings</source>
      <translation>開啟設定</translation>
    </message>
    <message>
      <source>Search the hub</source>
      <translation>搜尋模型庫</translation>
    </message>
    <message>
      <source>Searching…</source>
      <translation>正在搜尋…</translation>
    </message>
    <message>
      <source>The hub has no GGUF files by that name</source>
      <translation>模型庫中沒有該名稱的 GGUF 檔案</translation>
    </message>
    <message>
      <source>The network is switched off</source>
      <translation>網路已關閉</translation>
    </message>
    <message>
      <source>The search did not work</source>
      <translation>搜尋未成功</translation>
    </message>
    <message>
      <source>The setting “Offline” keeps localllm from asking the hub. Switch it off to search.</source>
      <translation>「離線」設定使 localllm 不會詢問模型庫。關閉它即可搜尋。</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>重試</translation>
    </message>
    <message>
      <source>What you type here is sent to %1. Nothing else leaves this computer.</source>
      <translation>你在這裡輸入的內容會傳送到 %1。除此之外沒有任何內容離開這台電腦。</translation>
    </message>
  </context>
  <context>
    <name>FirstRunPage</name>
    <message>
      <source>A chat with models that run on this computer. Nothing leaves it, and nothing is fetched unless you say so.</source>
      <translation>與在本機執行的模型對話。資料不會離開本機，未經您同意不會下載任何內容。</translation>
    </message>
    <message>
      <source>A small starter model (98 MB) answers fast and knows little: enough to begin with. A folder that holds GGUF files can be added as well.</source>
      <translation>小型入門模型（98 MB）回答快、知識少，足夠開始使用。也可以加入存有 GGUF 檔案的資料夾。</translation>
    </message>
    <message>
      <source>Add a folder…</source>
      <translation>加入資料夾…</translation>
    </message>
    <message>
      <source>Folder with GGUF files</source>
      <translation>存有 GGUF 檔案的資料夾</translation>
    </message>
    <message>
      <source>No model is here yet</source>
      <translation>還沒有模型</translation>
    </message>
    <message>
      <source>Welcome to localllm</source>
      <translation>歡迎使用 localllm</translation>
    </message>
  </context>
  <context>
    <name>FitBadge</name>
    <message>
      <source>fits, %1</source>
      <translation>可用，%1</translation>
    </message>
    <message>
      <source>tight, %1</source>
      <translation>偏緊，%1</translation>
    </message>
    <message>
      <source>too big, %1</source>
      <translation>過大，%1</translation>
    </message>
  </context>
  <context>
    <name>HitCard</name>
    <message>
      <source>%1 downloads a month</source>
      <translation>每月下載 %1 次</translation>
    </message>
    <message>
      <source>%1 likes</source>
      <translation>%1 個讚</translation>
    </message>
    <message>
      <source>asks for consent</source>
      <translation>需要同意條款</translation>
    </message>
  </context>
  <context>
    <name>ImportSheet</name>
    <message>
      <source>A copy is put into the folder of the models; it takes %1 more.</source>
      <translation>將在模型資料夾中放一份副本，另佔 %1。</translation>
    </message>
    <message>
      <source>Add it</source>
      <translation>加入</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>取消</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>關閉</translation>
    </message>
    <message>
      <source>Copy it into the folder of the models</source>
      <translation>複製到模型資料夾</translation>
    </message>
    <message>
      <source>Copying…</source>
      <translation>正在複製…</translation>
    </message>
    <message>
      <source>It is opened where it lies, in %1; nothing is copied.</source>
      <translation>直接在原位置 %1 開啟；不會複製任何內容。</translation>
    </message>
  </context>
  <context>
    <name>JobRow</name>
    <message>
      <source>Cancel</source>
      <translation>取消</translation>
    </message>
    <message>
      <source>Off the list</source>
      <translation>從清單移除</translation>
    </message>
    <message>
      <source>Report</source>
      <translation>報告</translation>
    </message>
    <message>
      <source>Show in the folder</source>
      <translation>在資料夾中顯示</translation>
    </message>
  </context>
  <context>
    <name>LocalModels</name>
    <message>
      <source>Filter</source>
      <translation>篩選</translation>
    </message>
    <message>
      <source>Filter by name or architecture</source>
      <translation>按名稱或架構篩選</translation>
    </message>
    <message>
      <source>Find models</source>
      <translation>尋找模型</translation>
    </message>
    <message>
      <source>Find one on the hub, or add a folder that holds GGUF files.</source>
      <translation>在模型庫中尋找，或加入包含 GGUF 檔案的資料夾。</translation>
    </message>
    <message>
      <source>No model here has these words in its name.</source>
      <translation>這裡沒有名稱包含這些詞的模型。</translation>
    </message>
    <message>
      <source>No model is here yet</source>
      <translation>這裡還沒有模型</translation>
    </message>
  </context>
  <context>
    <name>MessageTools</name>
    <message>
      <source>Answer again</source>
      <translation>重新回答</translation>
    </message>
    <message>
      <source>Continue this answer</source>
      <translation>繼續此回答</translation>
    </message>
    <message>
      <source>Copy as Markdown</source>
      <translation>複製為 Markdown</translation>
    </message>
    <message>
      <source>Delete the message</source>
      <translation>刪除訊息</translation>
    </message>
    <message>
      <source>Edit</source>
      <translation>編輯</translation>
    </message>
    <message>
      <source>New chat from here</source>
      <translation>從此處新增對話</translation>
    </message>
    <message>
      <source>Quote in the next message</source>
      <translation>在下一則訊息中引用</translation>
    </message>
  </context>
  <context>
    <name>ModelCard</name>
    <message>
      <source>Chat</source>
      <translation>聊天</translation>
    </message>
    <message>
      <source>Chat with %1</source>
      <translation>與 %1 聊天</translation>
    </message>
    <message>
      <source>Load</source>
      <translation>載入</translation>
    </message>
    <message>
      <source>Loading</source>
      <translation>正在載入</translation>
    </message>
    <message>
      <source>More about %1</source>
      <translation>%1 的更多操作</translation>
    </message>
    <message>
      <source>Unload</source>
      <translation>卸載</translation>
    </message>
    <message>
      <source>default</source>
      <translation>預設</translation>
    </message>
    <message>
      <source>loaded</source>
      <translation>已載入</translation>
    </message>
  </context>
  <context>
    <name>ModelChoice</name>
    <message>
      <source>loaded</source>
      <translation>已載入</translation>
    </message>
  </context>
  <context>
    <name>ModelMenu</name>
    <message>
      <source>Delete…</source>
      <translation>刪除…</translation>
    </message>
    <message>
      <source>Evaluate…</source>
      <translation>評估…</translation>
    </message>
    <message>
      <source>Make it the default</source>
      <translation>設為預設</translation>
    </message>
    <message>
      <source>Quantize…</source>
      <translation>量化…</translation>
    </message>
    <message>
      <source>Show in the folder</source>
      <translation>在資料夾中顯示</translation>
    </message>
  </context>
  <context>
    <name>ModelPicker</name>
    <message>
      <source>All models</source>
      <translation>所有模型</translation>
    </message>
    <message>
      <source>Choose a model</source>
      <translation>選擇模型</translation>
    </message>
    <message>
      <source>Choose a model for this chat</source>
      <translation>為此對話選擇模型</translation>
    </message>
    <message>
      <source>Filter</source>
      <translation>篩選</translation>
    </message>
  </context>
  <context>
    <name>ModelsPage</name>
    <message>
      <source>Add a file…</source>
      <translation>加入檔案…</translation>
    </message>
    <message>
      <source>Add a folder…</source>
      <translation>加入資料夾…</translation>
    </message>
    <message>
      <source>Downloads and jobs</source>
      <translation>下載與工作</translation>
    </message>
    <message>
      <source>Fetched from the hub, checked, and kept on this computer.</source>
      <translation>從模型庫下載、驗證並儲存在這台電腦上。</translation>
    </message>
    <message>
      <source>Find models</source>
      <translation>尋找模型</translation>
    </message>
    <message>
      <source>Folder with GGUF files</source>
      <translation>包含 GGUF 檔案的資料夾</translation>
    </message>
    <message>
      <source>GGUF file</source>
      <translation>GGUF 檔案</translation>
    </message>
    <message>
      <source>GGUF files are opened where they lie; nothing is copied.</source>
      <translation>GGUF 檔案在原位置開啟，不會複製。</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>模型</translation>
    </message>
    <message>
      <source>On this computer</source>
      <translation>在這台電腦上</translation>
    </message>
    <message>
      <source>What is being fetched or computed; it goes on while you chat.</source>
      <translation>正在下載或計算的內容；聊天時會繼續進行。</translation>
    </message>
  </context>
  <context>
    <name>OfferCard</name>
    <message>
      <source>Larger models answer better, and some fit this computer</source>
      <translation>更大的模型回答更好，其中有些適合這台電腦</translation>
    </message>
    <message>
      <source>Models of other programs are on this computer</source>
      <translation>這台電腦上有其他程式的模型</translation>
    </message>
    <message>
      <source>Not now (the page Models has this too)</source>
      <translation>暫時不要（「模型」頁面上也有）</translation>
    </message>
    <message>
      <source>Offers</source>
      <translation>建議</translation>
    </message>
    <message>
      <source>See three</source>
      <translation>查看三個</translation>
    </message>
    <message>
      <source>The small starter model is not here (98 MB)</source>
      <translation>小型入門模型尚未下載（98 MB）</translation>
    </message>
    <message>
      <source>Use them where they are</source>
      <translation>就地使用</translation>
    </message>
  </context>
  <context>
    <name>PeerFolders</name>
    <message>
      <source>Found on this computer</source>
      <translation>在本機找到</translation>
    </message>
    <message>
      <source>Use these</source>
      <translation>使用這些</translation>
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
      <translation>刪除此預設</translation>
    </message>
    <message>
      <source>Name of the preset</source>
      <translation>預設名稱</translation>
    </message>
    <message>
      <source>None</source>
      <translation>無</translation>
    </message>
    <message>
      <source>Preset</source>
      <translation>預設</translation>
    </message>
    <message>
      <source>Save</source>
      <translation>儲存</translation>
    </message>
    <message>
      <source>Save as a preset</source>
      <translation>儲存為預設</translation>
    </message>
  </context>
  <context>
    <name>QuantizeSheet</name>
    <message>
      <source>Better below five bits; takes some minutes more.</source>
      <translation>低於五位元時效果更好；需多花幾分鐘。</translation>
    </message>
    <message>
      <source>Calibrate with the built-in text</source>
      <translation>用內建文字校準</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>取消</translation>
    </message>
    <message>
      <source>Measure what is lost</source>
      <translation>測量損失</translation>
    </message>
    <message>
      <source>Quantize</source>
      <translation>量化</translation>
    </message>
    <message>
      <source>Quantize %1</source>
      <translation>量化 %1</translation>
    </message>
    <message>
      <source>Reads a short text with both, and makes a report.</source>
      <translation>用兩者讀一段短文字，並產生報告。</translation>
    </message>
    <message>
      <source>This type needs it. It takes some minutes more.</source>
      <translation>此類型需要校準。需多花幾分鐘。</translation>
    </message>
    <message>
      <source>Types</source>
      <translation>類型</translation>
    </message>
  </context>
  <context>
    <name>RenameSheet</name>
    <message>
      <source>Cancel</source>
      <translation>取消</translation>
    </message>
    <message>
      <source>Name of the folder</source>
      <translation>資料夾名稱</translation>
    </message>
    <message>
      <source>Rename</source>
      <translation>重新命名</translation>
    </message>
    <message>
      <source>Title of the chat</source>
      <translation>對話標題</translation>
    </message>
  </context>
  <context>
    <name>RepoView</name>
    <message>
      <source>Back</source>
      <translation>返回</translation>
    </message>
    <message>
      <source>Its page</source>
      <translation>它的頁面</translation>
    </message>
    <message>
      <source>Reading what there is, and what of it fits…</source>
      <translation>正在讀取有哪些版本、哪些放得下…</translation>
    </message>
    <message>
      <source>This cannot be shown</source>
      <translation>無法顯示</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>重試</translation>
    </message>
  </context>
  <context>
    <name>RequestRow</name>
    <message>
      <source>Cancel</source>
      <translation>取消</translation>
    </message>
  </context>
  <context>
    <name>ScrollPage</name>
    <message>
      <source>Show the sidebar (Ctrl+B)</source>
      <translation>顯示側邊欄 (Ctrl+B)</translation>
    </message>
  </context>
  <context>
    <name>SearchOverlay</name>
    <message>
      <source>No chats yet</source>
      <translation>還沒有對話</translation>
    </message>
    <message>
      <source>Nothing was found</source>
      <translation>找不到內容</translation>
    </message>
    <message>
      <source>Search</source>
      <translation>搜尋</translation>
    </message>
    <message>
      <source>Search in titles and messages</source>
      <translation>搜尋標題和訊息</translation>
    </message>
  </context>
  <context>
    <name>ServerPage</name>
    <message>
      <source>A port on this computer for editors and programs that speak OpenAI's protocol.</source>
      <translation>本機連接埠，供使用 OpenAI 協定的編輯器和程式連線。</translation>
    </message>
    <message>
      <source>Address and key</source>
      <translation>位址與金鑰</translation>
    </message>
    <message>
      <source>Clients need the key.</source>
      <translation>用戶端需要金鑰。</translation>
    </message>
    <message>
      <source>Copy the address</source>
      <translation>複製位址</translation>
    </message>
    <message>
      <source>For your editor</source>
      <translation>用於您的編輯器</translation>
    </message>
    <message>
      <source>Log</source>
      <translation>記錄</translation>
    </message>
    <message>
      <source>No key is asked for; only programs on this computer get in.</source>
      <translation>無需金鑰；僅本機程式可以連線。</translation>
    </message>
    <message>
      <source>Nobody is asking anything.</source>
      <translation>目前沒有請求。</translation>
    </message>
    <message>
      <source>Nothing was logged.</source>
      <translation>沒有記錄。</translation>
    </message>
    <message>
      <source>Now</source>
      <translation>目前</translation>
    </message>
    <message>
      <source>Open the port</source>
      <translation>開啟連接埠</translation>
    </message>
    <message>
      <source>Server</source>
      <translation>伺服器</translation>
    </message>
  </context>
  <context>
    <name>SettingRow</name>
    <message>
      <source>Set by the environment: %1</source>
      <translation>由環境變數設定：%1</translation>
    </message>
  </context>
  <context>
    <name>SettingsPage</name>
    <message>
      <source>Saved. Taking it into use loads the model again and stops running answers.</source>
      <translation>已儲存。啟用時會重新載入模型並停止正在產生的回答。</translation>
    </message>
    <message>
      <source>Saved. Taking it into use stops running answers.</source>
      <translation>已儲存。啟用時會停止正在產生的回答。</translation>
    </message>
    <message>
      <source>Settings</source>
      <translation>設定</translation>
    </message>
    <message>
      <source>Use now</source>
      <translation>立即啟用</translation>
    </message>
  </context>
  <context>
    <name>Sidebar</name>
    <message>
      <source>Chats</source>
      <translation>對話</translation>
    </message>
    <message>
      <source>Hide the sidebar (Ctrl+B)</source>
      <translation>隱藏側邊欄 (Ctrl+B)</translation>
    </message>
    <message>
      <source>More</source>
      <translation>更多</translation>
    </message>
    <message>
      <source>New chat</source>
      <translation>新對話</translation>
    </message>
    <message>
      <source>Search</source>
      <translation>搜尋</translation>
    </message>
  </context>
  <context>
    <name>SidebarMenu</name>
    <message>
      <source>Copy diagnostics</source>
      <translation>複製診斷資訊</translation>
    </message>
    <message>
      <source>Export all chats…</source>
      <translation>匯出所有對話…</translation>
    </message>
    <message>
      <source>Import chats…</source>
      <translation>匯入對話…</translation>
    </message>
    <message>
      <source>New folder</source>
      <translation>新增資料夾</translation>
    </message>
    <message>
      <source>Trash</source>
      <translation>垃圾桶</translation>
    </message>
    <message>
      <source>chats</source>
      <translation>對話</translation>
    </message>
  </context>
  <context>
    <name>Snippets</name>
    <message>
      <source>Copy</source>
      <translation>複製</translation>
    </message>
  </context>
  <context>
    <name>StarterButton</name>
    <message>
      <source>Fetch the starter model</source>
      <translation>下載入門模型</translation>
    </message>
    <message>
      <source>Fetching the starter model… %1 %</source>
      <translation>正在下載入門模型… %1 %</translation>
    </message>
  </context>
  <context>
    <name>Suggestions</name>
    <message>
      <source>Asking the hub…</source>
      <translation>正在詢問模型庫…</translation>
    </message>
    <message>
      <source>Download</source>
      <translation>下載</translation>
    </message>
    <message>
      <source>Download %1</source>
      <translation>下載 %1</translation>
    </message>
    <message>
      <source>Good ones to begin with, for this computer</source>
      <translation>適合這台電腦的入門模型</translation>
    </message>
    <message>
      <source>Sizes are estimates; on a click %1 is asked for what it has.</source>
      <translation>大小為估計值；點擊後才會詢問 %1。</translation>
    </message>
    <message>
      <source>licence %1</source>
      <translation>授權 %1</translation>
    </message>
    <message>
      <source>licence with terms of its own: %1</source>
      <translation>帶有自身條款的授權：%1</translation>
    </message>
  </context>
  <context>
    <name>Thinking</name>
    <message>
      <source>Thinking… %1 s</source>
      <translation>思考中… %1 秒</translation>
    </message>
    <message>
      <source>Thought for %1 s</source>
      <translation>思考了 %1 秒</translation>
    </message>
    <message>
      <source>Thoughts</source>
      <translation>思考過程</translation>
    </message>
  </context>
  <context>
    <name>Thread</name>
    <message>
      <source>Messages</source>
      <translation>訊息</translation>
    </message>
    <message>
      <source>To the end</source>
      <translation>跳到末尾</translation>
    </message>
  </context>
  <context>
    <name>TokenCard</name>
    <message>
      <source>Accept the terms on its page, signed in to your account there; then paste an access token of that account. It is kept in this computer's keyring and shown to the hub alone.</source>
      <translation>請登入你的帳戶，在其頁面上接受條款；然後貼上該帳戶的存取權杖。它儲存在這台電腦的金鑰環中，只會出示給模型庫。</translation>
    </message>
    <message>
      <source>Access token</source>
      <translation>存取權杖</translation>
    </message>
    <message>
      <source>Consent and token</source>
      <translation>許可與權杖</translation>
    </message>
    <message>
      <source>Its page</source>
      <translation>它的頁面</translation>
    </message>
    <message>
      <source>Keep it and try again</source>
      <translation>儲存並重試</translation>
    </message>
    <message>
      <source>The author of this model wants to know who reads it</source>
      <translation>此模型的作者想知道誰在使用</translation>
    </message>
    <message>
      <source>Your token is known, but the terms are not accepted with it, or not granted yet. Ask on its page, then try again.</source>
      <translation>已有你的權杖，但尚未接受條款或尚未獲准。請在其頁面上申請，然後重試。</translation>
    </message>
  </context>
  <context>
    <name>ToolCallBlock</name>
    <message>
      <source>Tool call: %1</source>
      <translation>工具呼叫：%1</translation>
    </message>
  </context>
  <context>
    <name>TopBar</name>
    <message>
      <source>Choose a model</source>
      <translation>選擇模型</translation>
    </message>
    <message>
      <source>Model of this chat (Ctrl+L)</source>
      <translation>此對話的模型 (Ctrl+L)</translation>
    </message>
    <message>
      <source>One chat (Ctrl+\)</source>
      <translation>單一對話 (Ctrl+\)</translation>
    </message>
    <message>
      <source>Settings of this chat (Ctrl+Shift+P)</source>
      <translation>此對話的設定 (Ctrl+Shift+P)</translation>
    </message>
    <message>
      <source>Show the sidebar (Ctrl+B)</source>
      <translation>顯示側邊欄 (Ctrl+B)</translation>
    </message>
    <message>
      <source>Two chats side by side (Ctrl+\)</source>
      <translation>並排顯示兩個對話 (Ctrl+\)</translation>
    </message>
  </context>
  <context>
    <name>TrashSheet</name>
    <message>
      <source>Close</source>
      <translation>關閉</translation>
    </message>
    <message numerus="yes">
      <source>Delete %n chat(s) for good</source>
      <translation>
        <numerusform>永久刪除 %n 個對話</numerusform>
      </translation>
    </message>
    <message>
      <source>Empty the trash</source>
      <translation>清空垃圾桶</translation>
    </message>
    <message>
      <source>Restore</source>
      <translation>還原</translation>
    </message>
    <message>
      <source>The trash is empty.</source>
      <translation>垃圾桶是空的。</translation>
    </message>
    <message>
      <source>Trash</source>
      <translation>垃圾桶</translation>
    </message>
  </context>
  <context>
    <name>UserBubble</name>
    <message>
      <source>You: %1</source>
      <translation>您：%1</translation>
    </message>
  </context>
  <context>
    <name>Waiting</name>
    <message>
      <source>Prompt read</source>
      <translation>提示詞讀取進度</translation>
    </message>
  </context>
  <context>
    <name>Welcome</name>
    <message>
      <source>Everything stays on this computer.</source>
      <translation>一切都留在這台電腦上。</translation>
    </message>
    <message>
      <source>What is on your mind?</source>
      <translation>想聊點什麼？</translation>
    </message>
  </context>
  <context>
    <name>Words</name>
    <message>
      <source>%1 a second</source>
      <translation>每秒 %1</translation>
    </message>
    <message>
      <source>%1 bits a weight</source>
      <translation>每個權重 %1 位元</translation>
    </message>
    <message>
      <source>%1 can be used now</source>
      <translation>%1 現在可以使用</translation>
    </message>
    <message>
      <source>%1 h %2 min</source>
      <translation>%1 小時 %2 分</translation>
    </message>
    <message>
      <source>%1 is being fetched</source>
      <translation>正在下載 %1</translation>
    </message>
    <message>
      <source>%1 is deleted; %2 are free again</source>
      <translation>已刪除 %1，釋出了 %2</translation>
    </message>
    <message>
      <source>%1 is the default model now</source>
      <translation>%1 現在是預設模型</translation>
    </message>
    <message>
      <source>%1 left</source>
      <translation>剩餘 %1</translation>
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
      <translation>佔用記憶體 %1</translation>
    </message>
    <message>
      <source>%1 of prompts kept</source>
      <translation>已保留 %1 提示詞快取</translation>
    </message>
    <message>
      <source>%1 of the context in use</source>
      <translation>上下文已用 %1</translation>
    </message>
    <message>
      <source>%1 reused</source>
      <translation>重用 %1</translation>
    </message>
    <message>
      <source>%1 s</source>
      <translation>%1 秒</translation>
    </message>
    <message>
      <source>%1 stay: another program has them too.</source>
      <translation>%1 會保留：另一個程式也在使用。</translation>
    </message>
    <message>
      <source>%1 tok/s</source>
      <translation>%1 tok/s</translation>
    </message>
    <message>
      <source>%1 tokens</source>
      <translation>%1 token</translation>
    </message>
    <message numerus="yes">
      <source>%n chat(s) imported</source>
      <translation>
        <numerusform>已匯入 %n 個對話</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n download(s)</source>
      <translation>
        <numerusform>%n 個下載</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n job(s)</source>
      <translation>
        <numerusform>%n 個工作</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n left out</source>
      <translation>
        <numerusform>略過 %n 個</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n model file(s)</source>
      <translation>
        <numerusform>%n 個模型檔案</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n part(s)</source>
      <translation>
        <numerusform>%n 個部分</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n thread(s)</source>
      <translation>
        <numerusform>%n 個執行緒</numerusform>
      </translation>
    </message>
    <message>
      <source>A good balance for computers with little memory; many languages, can think.</source>
      <translation>適合記憶體較小的電腦；支援多種語言，會思考。</translation>
    </message>
    <message>
      <source>A little smaller than Q4_K_M.</source>
      <translation>比 Q4_K_M 略小。</translation>
    </message>
    <message>
      <source>A request that could not start for this long is refused; 0: never.</source>
      <translation>這麼久仍未能開始的請求會被拒絕；0：從不。</translation>
    </message>
    <message>
      <source>API key</source>
      <translation>API 金鑰</translation>
    </message>
    <message>
      <source>Address of the model hub or a mirror. Empty: HF_ENDPOINT, else the public one.</source>
      <translation>模型庫或鏡像的位址。留空：依 HF_ENDPOINT，否則用公開位址。</translation>
    </message>
    <message>
      <source>Address that tells of the newest version. Empty: the one of this build.</source>
      <translation>告知最新版本的位址。留空：此版本內建的位址。</translation>
    </message>
    <message>
      <source>Address to listen on; wider than this computer needs a key.</source>
      <translation>監聽位址；對本機以外開放時需要金鑰。</translation>
    </message>
    <message>
      <source>Aliases</source>
      <translation>別名</translation>
    </message>
    <message>
      <source>Answers at %1</source>
      <translation>服務位址 %1</translation>
    </message>
    <message>
      <source>Answers that run at once.</source>
      <translation>可同時產生的回答數。</translation>
    </message>
    <message>
      <source>Answers that were being written are marked; nothing else is lost.</source>
      <translation>未寫完的回答已標記，其他內容沒有遺失。</translation>
    </message>
    <message>
      <source>As good as Q4_K_S and smaller; slower on old processors.</source>
      <translation>與 Q4_K_S 一樣好而更小；在舊處理器上較慢。</translation>
    </message>
    <message>
      <source>As the system</source>
      <translation>跟隨系統</translation>
    </message>
    <message>
      <source>Ask once a day whether a newer version is there, and say so; never fetch it.</source>
      <translation>每天詢問一次是否有新版本並告知；絕不下載。</translation>
    </message>
    <message>
      <source>Attach files</source>
      <translation>附加檔案</translation>
    </message>
    <message>
      <source>Better than Q3_K_S; an importance matrix helps much.</source>
      <translation>優於 Q3_K_S；重要性矩陣很有幫助。</translation>
    </message>
    <message>
      <source>Bytes a second that all downloads together may take; 0: as many as come.</source>
      <translation>所有下載合計每秒可用的位元組數；0：不限。</translation>
    </message>
    <message>
      <source>CORS origins</source>
      <translation>CORS 來源</translation>
    </message>
    <message>
      <source>CPU module</source>
      <translation>CPU 模組</translation>
    </message>
    <message>
      <source>Change the port</source>
      <translation>變更連接埠</translation>
    </message>
    <message>
      <source>Choose another model</source>
      <translation>選擇其他模型</translation>
    </message>
    <message>
      <source>Clearly stronger than smaller ones at code and reasoning.</source>
      <translation>在程式碼和推理上明顯強於較小的模型。</translation>
    </message>
    <message>
      <source>Closed</source>
      <translation>已關閉</translation>
    </message>
    <message>
      <source>Connections at once for one file fetched.</source>
      <translation>下載一個檔案同時使用的連線數。</translation>
    </message>
    <message>
      <source>Context</source>
      <translation>上下文</translation>
    </message>
    <message>
      <source>Context cells in use</source>
      <translation>已用上下文單元</translation>
    </message>
    <message>
      <source>Context of %1 tokens: %2 reused, %3 new, %4 free</source>
      <translation>上下文共 %1 token：重用 %2，新增 %3，空閒 %4</translation>
    </message>
    <message>
      <source>Copied</source>
      <translation>已複製</translation>
    </message>
    <message>
      <source>Copy diagnostics</source>
      <translation>複製診斷資訊</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>深色</translation>
    </message>
    <message>
      <source>Disk cache</source>
      <translation>磁碟快取</translation>
    </message>
    <message>
      <source>Disk cache dir</source>
      <translation>磁碟快取資料夾</translation>
    </message>
    <message>
      <source>Disk for prompts read before; auto: an eighth of what is free, 8 GiB at most.</source>
      <translation>用於保存已讀提示詞的磁碟空間；auto：可用空間的八分之一，最多 8 GiB。</translation>
    </message>
    <message>
      <source>Done: %1</source>
      <translation>完成：%1</translation>
    </message>
    <message>
      <source>Download connections</source>
      <translation>下載連線數</translation>
    </message>
    <message>
      <source>Download rate</source>
      <translation>下載速度</translation>
    </message>
    <message>
      <source>Downloads at once</source>
      <translation>同時下載數</translation>
    </message>
    <message>
      <source>Downloads that run; others wait in turn.</source>
      <translation>同時進行的下載數；其餘依序等待。</translation>
    </message>
    <message>
      <source>Draft a friendly reminder about an unpaid invoice</source>
      <translation>起草一封友善的付款提醒</translation>
    </message>
    <message>
      <source>Draft tokens</source>
      <translation>草稿 token 數</translation>
    </message>
    <message>
      <source>Engine</source>
      <translation>引擎</translation>
    </message>
    <message>
      <source>Engine priority</source>
      <translation>引擎優先權</translation>
    </message>
    <message>
      <source>Explain recursion with a small example in Python</source>
      <translation>用一個簡單的 Python 範例解釋遞迴</translation>
    </message>
    <message>
      <source>Export</source>
      <translation>匯出</translation>
    </message>
    <message>
      <source>Flash attention</source>
      <translation>Flash Attention</translation>
    </message>
    <message>
      <source>Flash attention; auto: where it is faster.</source>
      <translation>Flash Attention；auto：在更快時啟用。</translation>
    </message>
    <message>
      <source>Folder for prompts read before. Empty: in the cache folder of localllm.</source>
      <translation>保存已讀提示詞的資料夾。留空：localllm 的快取資料夾中。</translation>
    </message>
    <message>
      <source>Folder moved to the trash</source>
      <translation>資料夾已移到垃圾桶</translation>
    </message>
    <message>
      <source>Folder of another native build. Empty: our own.</source>
      <translation>其他原生建置的資料夾。留空則用內建的。</translation>
    </message>
    <message>
      <source>Folder with more modules for GPUs. Empty: none.</source>
      <translation>存放更多 GPU 模組的資料夾。留空：無。</translation>
    </message>
    <message>
      <source>Folders</source>
      <translation>資料夾</translation>
    </message>
    <message>
      <source>Font size</source>
      <translation>字型大小</translation>
    </message>
    <message>
      <source>Format of keys and values: fewer bits take less memory and are less exact.</source>
      <translation>鍵值快取格式：位元數越少佔用記憶體越少，精度也越低。</translation>
    </message>
    <message>
      <source>Frequency penalty</source>
      <translation>頻率懲罰</translation>
    </message>
    <message>
      <source>Further names of models: fast=qwen3-0.6b,big=llama-3.3-70b.</source>
      <translation>模型的其他名稱：fast=qwen3-0.6b,big=llama-3.3-70b。</translation>
    </message>
    <message>
      <source>GPU</source>
      <translation>GPU</translation>
    </message>
    <message>
      <source>GPU layers</source>
      <translation>GPU 層數</translation>
    </message>
    <message>
      <source>GPUs by name, comma-separated; auto: all; off: none. doctor lists them.</source>
      <translation>按名稱列出的 GPU，以逗號分隔；auto：全部；off：不使用。doctor 會列出它們。</translation>
    </message>
    <message>
      <source>General</source>
      <translation>一般</translation>
    </message>
    <message>
      <source>Guess what comes next from the text so far; auto: where that is faster.</source>
      <translation>根據已有文字猜測後續內容；auto：僅在更快時使用。</translation>
    </message>
    <message>
      <source>Height of the window's text, in pixels.</source>
      <translation>視窗文字的高度（像素）。</translation>
    </message>
    <message>
      <source>High loss.</source>
      <translation>損失大。</translation>
    </message>
    <message>
      <source>Host</source>
      <translation>主機</translation>
    </message>
    <message>
      <source>How many times slower than alone answers may come while a prompt is read; auto: 3 times, or 50 ms a token.</source>
      <translation>讀取提示時，回答最多可比單獨執行慢多少倍；auto：3 倍，或每個詞元 50 毫秒。</translation>
    </message>
    <message>
      <source>How the window looks.</source>
      <translation>視窗的外觀。</translation>
    </message>
    <message>
      <source>Hub endpoint</source>
      <translation>模型庫位址</translation>
    </message>
    <message>
      <source>Idle unload</source>
      <translation>閒置卸載</translation>
    </message>
    <message>
      <source>Import chats</source>
      <translation>匯入對話</translation>
    </message>
    <message>
      <source>It must be %1.</source>
      <translation>必須是 %1。</translation>
    </message>
    <message>
      <source>Job priority</source>
      <translation>工作優先順序</translation>
    </message>
    <message>
      <source>KL divergence %1</source>
      <translation>KL 散度 %1</translation>
    </message>
    <message>
      <source>KV type</source>
      <translation>KV 類型</translation>
    </message>
    <message>
      <source>Keep running in the tray when the window is closed.</source>
      <translation>關閉視窗後在系統匣中繼續執行。</translation>
    </message>
    <message>
      <source>Key that every client must send. Empty: none.</source>
      <translation>每個用戶端必須傳送的金鑰。留空則不需要。</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>語言</translation>
    </message>
    <message>
      <source>Language of the window.</source>
      <translation>視窗的語言。</translation>
    </message>
    <message>
      <source>Large and still quick: only a part of it works on each word.</source>
      <translation>大而快：每個詞只用到其中一部分。</translation>
    </message>
    <message>
      <source>Large and still quick: only a tenth of it works on each word.</source>
      <translation>大而快：每個詞只用到其中十分之一。</translation>
    </message>
    <message>
      <source>Last 30 days</source>
      <translation>最近 30 天</translation>
    </message>
    <message>
      <source>Last 7 days</source>
      <translation>最近 7 天</translation>
    </message>
    <message>
      <source>Layers to put on a GPU where there is one; -1: every layer.</source>
      <translation>放到 GPU 上的層數（如有）；-1：全部。</translation>
    </message>
    <message>
      <source>Light</source>
      <translation>淺色</translation>
    </message>
    <message>
      <source>Listen on Ollama's port 11434 as well, where it is free: for programs that look for Ollama there.</source>
      <translation>同時監聽 Ollama 的連接埠 11434（空閒時）：供在那裡尋找 Ollama 的程式使用。</translation>
    </message>
    <message>
      <source>Load the model again</source>
      <translation>重新載入模型</translation>
    </message>
    <message>
      <source>Loading the model… %1</source>
      <translation>正在載入模型… %1</translation>
    </message>
    <message>
      <source>Max models</source>
      <translation>最多模型數</translation>
    </message>
    <message>
      <source>Max queue</source>
      <translation>佇列上限</translation>
    </message>
    <message>
      <source>Measure %1</source>
      <translation>測量 %1</translation>
    </message>
    <message>
      <source>Memory check</source>
      <translation>記憶體檢查</translation>
    </message>
    <message>
      <source>Memory for prompts read before; auto: a quarter of what is free.</source>
      <translation>用於保留已讀提示詞的記憶體；auto：可用記憶體的四分之一。</translation>
    </message>
    <message>
      <source>Memory of the engines, MB</source>
      <translation>引擎記憶體，MB</translation>
    </message>
    <message>
      <source>Message deleted, with what followed it</source>
      <translation>已刪除訊息及其後的內容</translation>
    </message>
    <message>
      <source>Min p</source>
      <translation>Min p</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>模型</translation>
    </message>
    <message>
      <source>Model where none is named: name, GGUF file or folder. Empty: the starter.</source>
      <translation>未指定時使用的模型：名稱、GGUF 檔案或資料夾。留空：入門模型。</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>模型</translation>
    </message>
    <message>
      <source>Models dirs</source>
      <translation>模型資料夾</translation>
    </message>
    <message>
      <source>Models kept loaded; one more unloads the longest unused that is idle.</source>
      <translation>保持載入的模型數；再多會卸載最久未用的閒置模型。</translation>
    </message>
    <message>
      <source>More folders in which to look for GGUF files; parted as PATH is.</source>
      <translation>另外尋找 GGUF 檔案的資料夾；分隔方式同 PATH。</translation>
    </message>
    <message>
      <source>Moved to the trash</source>
      <translation>已移到垃圾桶</translation>
    </message>
    <message>
      <source>Native dir</source>
      <translation>原生程式庫資料夾</translation>
    </message>
    <message>
      <source>Native extra</source>
      <translation>額外模組</translation>
    </message>
    <message>
      <source>Never use the network, not even when asked to pull.</source>
      <translation>從不使用網路，即使要求下載也不用。</translation>
    </message>
    <message>
      <source>New chat</source>
      <translation>新對話</translation>
    </message>
    <message>
      <source>New folder</source>
      <translation>新增資料夾</translation>
    </message>
    <message>
      <source>Next to no loss; twice the size of Q4_K_M.</source>
      <translation>幾乎無損；大小是 Q4_K_M 的兩倍。</translation>
    </message>
    <message>
      <source>Not enough memory for this model</source>
      <translation>記憶體不足，無法載入此模型</translation>
    </message>
    <message>
      <source>Of computing answers; low takes half of the free cores and lets others go first.</source>
      <translation>計算回答時；low 只用一半空閒核心並讓其他程式優先。</translation>
    </message>
    <message>
      <source>Of converting, quantizing and measuring; low leaves the processor to chats.</source>
      <translation>轉換、量化和測量的優先順序；low 會把處理器讓給聊天。</translation>
    </message>
    <message>
      <source>Offline</source>
      <translation>離線</translation>
    </message>
    <message>
      <source>Ollama port</source>
      <translation>Ollama 連接埠</translation>
    </message>
    <message>
      <source>Open in all its parts, data too; European languages, can think.</source>
      <translation>完全開放，包括資料；支援歐洲語言，會思考。</translation>
    </message>
    <message>
      <source>Open its page</source>
      <translation>開啟頁面</translation>
    </message>
    <message>
      <source>Open localllm</source>
      <translation>開啟 localllm</translation>
    </message>
    <message>
      <source>Open the port when the app starts.</source>
      <translation>應用程式啟動時開啟連接埠。</translation>
    </message>
    <message>
      <source>Opening…</source>
      <translation>正在開啟…</translation>
    </message>
    <message>
      <source>Parallel</source>
      <translation>平行數</translation>
    </message>
    <message>
      <source>Pasted text %1</source>
      <translation>貼上的文字 %1</translation>
    </message>
    <message>
      <source>Pinned</source>
      <translation>已釘選</translation>
    </message>
    <message>
      <source>Pleasant to talk to, in well over a hundred languages.</source>
      <translation>交談自然，支援一百多種語言。</translation>
    </message>
    <message>
      <source>Port</source>
      <translation>連接埠</translation>
    </message>
    <message>
      <source>Port on start</source>
      <translation>啟動時的連接埠</translation>
    </message>
    <message>
      <source>Port to listen on; 0 takes a free one.</source>
      <translation>監聽連接埠；0 表示任選可用連接埠。</translation>
    </message>
    <message>
      <source>Presence penalty</source>
      <translation>存在懲罰</translation>
    </message>
    <message>
      <source>Prompt tokens read a second</source>
      <translation>每秒讀取的提示詞 token</translation>
    </message>
    <message>
      <source>Prompts kept in memory, MB</source>
      <translation>記憶體中保留的提示詞 (MB)</translation>
    </message>
    <message>
      <source>Proxy</source>
      <translation>代理伺服器</translation>
    </message>
    <message>
      <source>Proxy to reach the hub through. Empty: as HTTPS_PROXY and NO_PROXY say.</source>
      <translation>連到模型庫的代理伺服器。留空：依 HTTPS_PROXY 與 NO_PROXY。</translation>
    </message>
    <message>
      <source>Quantize %1 to %2</source>
      <translation>將 %1 量化為 %2</translation>
    </message>
    <message>
      <source>Queue timeout</source>
      <translation>排隊逾時</translation>
    </message>
    <message>
      <source>Quit</source>
      <translation>結束</translation>
    </message>
    <message>
      <source>RAM cache</source>
      <translation>記憶體快取</translation>
    </message>
    <message>
      <source>Reading the prompt… %1 of %2 tokens</source>
      <translation>正在讀取提示詞… %1 / %2 token</translation>
    </message>
    <message>
      <source>Refuse to load a model larger than the free memory.</source>
      <translation>拒絕載入超過可用記憶體的模型。</translation>
    </message>
    <message>
      <source>Repeat penalty</source>
      <translation>重複懲罰</translation>
    </message>
    <message>
      <source>Requests that may wait; one more is refused.</source>
      <translation>可等待的請求數；超出即拒絕。</translation>
    </message>
    <message>
      <source>Requests waiting</source>
      <translation>等待中的請求</translation>
    </message>
    <message>
      <source>Save</source>
      <translation>儲存</translation>
    </message>
    <message>
      <source>Saved</source>
      <translation>已儲存</translation>
    </message>
    <message>
      <source>Saved as %1</source>
      <translation>已儲存為 %1</translation>
    </message>
    <message>
      <source>Server</source>
      <translation>伺服器</translation>
    </message>
    <message>
      <source>Settings</source>
      <translation>設定</translation>
    </message>
    <message>
      <source>Show the trash</source>
      <translation>顯示垃圾桶</translation>
    </message>
    <message>
      <source>Small and quick, good at rewriting and summaries.</source>
      <translation>小而快，擅長改寫和總結。</translation>
    </message>
    <message>
      <source>Small loss.</source>
      <translation>損失小。</translation>
    </message>
    <message>
      <source>Small loss; where memory is no worry.</source>
      <translation>損失小；適合記憶體充足時。</translation>
    </message>
    <message>
      <source>Small, many languages, can think before it answers.</source>
      <translation>小巧，支援多種語言，回答前會思考。</translation>
    </message>
    <message>
      <source>Small, with long texts in little memory.</source>
      <translation>小巧，用很少記憶體處理長文字。</translation>
    </message>
    <message>
      <source>Something went wrong that should not have</source>
      <translation>發生了不應出現的錯誤</translation>
    </message>
    <message>
      <source>Speculation</source>
      <translation>推測生成</translation>
    </message>
    <message>
      <source>Start a new chat</source>
      <translation>開始新對話</translation>
    </message>
    <message>
      <source>Start at login</source>
      <translation>登入時啟動</translation>
    </message>
    <message>
      <source>Start the app, in the tray, when you log in.</source>
      <translation>登入時在系統匣中啟動應用程式。</translation>
    </message>
    <message>
      <source>Starting…</source>
      <translation>正在開始…</translation>
    </message>
    <message>
      <source>Stay in tray</source>
      <translation>留在系統匣</translation>
    </message>
    <message>
      <source>Stream slowdown</source>
      <translation>回答減速</translation>
    </message>
    <message>
      <source>Strong at code, reasoning and tools; wants a quick computer.</source>
      <translation>擅長程式碼、推理和工具；需要較快的電腦。</translation>
    </message>
    <message>
      <source>Strong at reasoning and arithmetic for its size.</source>
      <translation>以其大小而言，推理和計算很強。</translation>
    </message>
    <message>
      <source>Takes %1 of %2 free, with a context of %3 tokens</source>
      <translation>佔用 %2 可用記憶體中的 %1，上下文為 %3 個 token</translation>
    </message>
    <message>
      <source>Temperature</source>
      <translation>溫度</translation>
    </message>
    <message>
      <source>That did not work</source>
      <translation>操作未成功</translation>
    </message>
    <message>
      <source>The answer stops here because the context or its token limit is full.</source>
      <translation>回答在此停止，因為上下文或 token 上限已滿。</translation>
    </message>
    <message>
      <source>The chat does not fit into the context</source>
      <translation>對話超出上下文長度</translation>
    </message>
    <message>
      <source>The disk is full</source>
      <translation>磁碟已滿</translation>
    </message>
    <message>
      <source>The download failed</source>
      <translation>下載失敗</translation>
    </message>
    <message>
      <source>The engine of %1 stopped and is being started again</source>
      <translation>%1 的引擎已停止，正在重新啟動</translation>
    </message>
    <message>
      <source>The engine stopped</source>
      <translation>引擎已停止</translation>
    </message>
    <message>
      <source>The model cannot be used</source>
      <translation>無法使用該模型</translation>
    </message>
    <message>
      <source>The new settings are in use</source>
      <translation>新設定已啟用</translation>
    </message>
    <message>
      <source>The port is taken</source>
      <translation>連接埠已被占用</translation>
    </message>
    <message>
      <source>The usual choice for a laptop: knows much, uses tools, can think.</source>
      <translation>筆記型電腦的常用選擇：知識多，會用工具，會思考。</translation>
    </message>
    <message>
      <source>The usual choice: small, and hardly worse to read.</source>
      <translation>常用選擇：小，讀起來幾乎不差。</translation>
    </message>
    <message>
      <source>Theme</source>
      <translation>外觀</translation>
    </message>
    <message>
      <source>This answer was cut off when the program ended. It can be continued.</source>
      <translation>程式結束時此回答被中斷，可以繼續。</translation>
    </message>
    <message>
      <source>This file is quantized already (%1). Made from the original, the result is better.</source>
      <translation>此檔案已量化（%1）。從原始模型製作效果更好。</translation>
    </message>
    <message>
      <source>This frees %1.</source>
      <translation>這將釋出 %1。</translation>
    </message>
    <message>
      <source>Threads</source>
      <translation>執行緒</translation>
    </message>
    <message>
      <source>Threads to compute with; auto: as many as are fastest at each moment.</source>
      <translation>用於計算的執行緒數；auto：取當下最快的數量。</translation>
    </message>
    <message>
      <source>Time to the first token, s</source>
      <translation>首個詞元用時，秒</translation>
    </message>
    <message>
      <source>Today</source>
      <translation>今天</translation>
    </message>
    <message>
      <source>Tokens computed in one step at most.</source>
      <translation>每一步最多計算的 token 數。</translation>
    </message>
    <message>
      <source>Tokens guessed ahead at most, by speculation.</source>
      <translation>推測生成一次最多猜測的 token 數。</translation>
    </message>
    <message>
      <source>Tokens one chat may use and all running share; 0: as model and memory allow.</source>
      <translation>單一對話可用、所有執行中對話共用的 token 數；0：由模型和記憶體決定。</translation>
    </message>
    <message>
      <source>Tokens written a second</source>
      <translation>每秒產生的 token</translation>
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
      <translation>重試</translation>
    </message>
    <message>
      <source>Ubatch</source>
      <translation>Ubatch</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>復原</translation>
    </message>
    <message>
      <source>Unload a model that nobody used for this long; 0: never.</source>
      <translation>閒置超過此時間即卸載模型；0：從不。</translation>
    </message>
    <message>
      <source>Update address</source>
      <translation>更新位址</translation>
    </message>
    <message>
      <source>Update check</source>
      <translation>檢查更新</translation>
    </message>
    <message>
      <source>Version %1 is there</source>
      <translation>有新版本 %1</translation>
    </message>
    <message>
      <source>Very high loss.</source>
      <translation>損失很大。</translation>
    </message>
    <message>
      <source>Very small loss.</source>
      <translation>損失很小。</translation>
    </message>
    <message>
      <source>Very small: answers at once, for simple questions in English.</source>
      <translation>很小：立即回答，適合簡單的英文問題。</translation>
    </message>
    <message>
      <source>Visible loss.</source>
      <translation>損失可見。</translation>
    </message>
    <message>
      <source>Waiting: number %1 in the queue</source>
      <translation>等待中：佇列第 %1 位</translation>
    </message>
    <message>
      <source>Web origins that browsers may call from; * allows all.</source>
      <translation>允許瀏覽器存取的網頁來源；* 表示全部。</translation>
    </message>
    <message>
      <source>What should I look at on a weekend in Lisbon?</source>
      <translation>週末去里斯本應該看些什麼？</translation>
    </message>
    <message>
      <source>Window</source>
      <translation>視窗</translation>
    </message>
    <message>
      <source>Writes naturally, follows instructions well for its size.</source>
      <translation>文筆自然，以其大小而言很能遵循指示。</translation>
    </message>
    <message>
      <source>Writes well, in well over a hundred languages.</source>
      <translation>寫作出色，支援一百多種語言。</translation>
    </message>
    <message>
      <source>Yesterday</source>
      <translation>昨天</translation>
    </message>
    <message>
      <source>You have %1. Nothing is downloaded by itself.</source>
      <translation>目前為 %1。不會自動下載任何內容。</translation>
    </message>
    <message>
      <source>Your chats could not be opened</source>
      <translation>無法開啟您的對話</translation>
    </message>
    <message>
      <source>auto, baseline, avx, avx2, avx512 or a module's name; doctor lists them.</source>
      <translation>auto、baseline、avx、avx2、avx512 或模組名稱；doctor 會列出它們。</translation>
    </message>
    <message>
      <source>begins</source>
      <translation>開始</translation>
    </message>
    <message>
      <source>cancelled; nothing was changed</source>
      <translation>已取消；沒有任何變更</translation>
    </message>
    <message>
      <source>comparing weights</source>
      <translation>正在比較權重</translation>
    </message>
    <message>
      <source>context %1</source>
      <translation>上下文 %1</translation>
    </message>
    <message>
      <source>converting</source>
      <translation>正在轉換</translation>
    </message>
    <message>
      <source>did not come</source>
      <translation>未能下載</translation>
    </message>
    <message>
      <source>embeddings</source>
      <translation>嵌入</translation>
    </message>
    <message>
      <source>fills in code</source>
      <translation>補全程式碼</translation>
    </message>
    <message>
      <source>first token %1 s</source>
      <translation>首個 token %1 秒</translation>
    </message>
    <message>
      <source>hears</source>
      <translation>聽</translation>
    </message>
    <message>
      <source>is on this computer</source>
      <translation>已在這台電腦上</translation>
    </message>
    <message>
      <source>licence %1</source>
      <translation>授權 %1</translation>
    </message>
    <message>
      <source>loading</source>
      <translation>正在載入</translation>
    </message>
    <message>
      <source>loading %1</source>
      <translation>載入中 %1</translation>
    </message>
    <message>
      <source>loading the model</source>
      <translation>正在載入模型</translation>
    </message>
    <message>
      <source>measuring</source>
      <translation>正在測量</translation>
    </message>
    <message>
      <source>measuring speed</source>
      <translation>正在測量速度</translation>
    </message>
    <message>
      <source>none: its perplexity alone</source>
      <translation>無：只測困惑度</translation>
    </message>
    <message>
      <source>not loaded</source>
      <translation>未載入</translation>
    </message>
    <message>
      <source>paused</source>
      <translation>已暫停</translation>
    </message>
    <message>
      <source>perplexity %1</source>
      <translation>困惑度 %1</translation>
    </message>
    <message>
      <source>quantizing</source>
      <translation>正在量化</translation>
    </message>
    <message>
      <source>ranks</source>
      <translation>排序</translation>
    </message>
    <message>
      <source>reading</source>
      <translation>讀取中</translation>
    </message>
    <message>
      <source>reading the calibration text</source>
      <translation>正在讀取校準文字</translation>
    </message>
    <message>
      <source>same likeliest token %1 %</source>
      <translation>首選 token 相同 %1 %</translation>
    </message>
    <message>
      <source>sees</source>
      <translation>看</translation>
    </message>
    <message>
      <source>starting again</source>
      <translation>正在重新啟動</translation>
    </message>
    <message>
      <source>thinking</source>
      <translation>思考</translation>
    </message>
    <message>
      <source>tools</source>
      <translation>工具</translation>
    </message>
    <message>
      <source>trying both with questions</source>
      <translation>正在用問題測試兩者</translation>
    </message>
    <message>
      <source>unknown client</source>
      <translation>未知用戶端</translation>
    </message>
    <message>
      <source>up to %1 tokens</source>
      <translation>最多 %1 token</translation>
    </message>
    <message>
      <source>waiting</source>
      <translation>等待中</translation>
    </message>
    <message>
      <source>waits for its turn</source>
      <translation>等待中</translation>
    </message>
    <message>
      <source>with what it needs to see or hear</source>
      <translation>附帶視覺或聽覺所需的檔案</translation>
    </message>
    <message>
      <source>writing</source>
      <translation>產生中</translation>
    </message>
  </context>
  <context>
    <name>WorkList</name>
    <message>
      <source>Find models</source>
      <translation>尋找模型</translation>
    </message>
    <message>
      <source>Jobs</source>
      <translation>工作</translation>
    </message>
    <message>
      <source>Models that are fetched, quantized or measured are shown here.</source>
      <translation>正在下載、量化或測量的模型顯示在這裡。</translation>
    </message>
    <message>
      <source>Nothing is on its way</source>
      <translation>沒有進行中的工作</translation>
    </message>
  </context>
</TS>
