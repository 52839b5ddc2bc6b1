<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
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
      <translation>对话</translation>
    </message>
    <message>
      <source>Your chats will be here</source>
      <translation>您的对话会显示在这里</translation>
    </message>
  </context>
  <context>
    <name>ChatMenu</name>
    <message>
      <source>Duplicate</source>
      <translation>复制一份</translation>
    </message>
    <message>
      <source>Export…</source>
      <translation>导出…</translation>
    </message>
    <message>
      <source>Move down (Alt+Down)</source>
      <translation>下移（Alt+↓）</translation>
    </message>
    <message>
      <source>Move to %1</source>
      <translation>移动到 %1</translation>
    </message>
    <message>
      <source>Move to the trash</source>
      <translation>移到回收站</translation>
    </message>
    <message>
      <source>Move up (Alt+Up)</source>
      <translation>上移（Alt+↑）</translation>
    </message>
    <message>
      <source>New folder inside</source>
      <translation>在其中新建文件夹</translation>
    </message>
    <message>
      <source>Out of the folder</source>
      <translation>移出文件夹</translation>
    </message>
    <message>
      <source>Pin</source>
      <translation>置顶</translation>
    </message>
    <message>
      <source>Rename…</source>
      <translation>重命名…</translation>
    </message>
    <message>
      <source>Unpin</source>
      <translation>取消置顶</translation>
    </message>
  </context>
  <context>
    <name>ChatPane</name>
    <message>
      <source>Drop files to attach them</source>
      <translation>将文件拖放到此处以附加</translation>
    </message>
  </context>
  <context>
    <name>ChatPanel</name>
    <message>
      <source>Close</source>
      <translation>关闭</translation>
    </message>
    <message>
      <source>How the model should answer in this chat</source>
      <translation>模型在此对话中应如何回答</translation>
    </message>
    <message>
      <source>Most tokens</source>
      <translation>最多 token 数</translation>
    </message>
    <message>
      <source>Most tokens of an answer</source>
      <translation>每个回答的最多 token 数</translation>
    </message>
    <message>
      <source>Reset</source>
      <translation>重置</translation>
    </message>
    <message>
      <source>Sampling</source>
      <translation>采样</translation>
    </message>
    <message>
      <source>Seed</source>
      <translation>随机种子</translation>
    </message>
    <message>
      <source>Settings of this chat</source>
      <translation>此对话的设置</translation>
    </message>
    <message>
      <source>System prompt</source>
      <translation>系统提示词</translation>
    </message>
    <message>
      <source>This chat</source>
      <translation>此对话</translation>
    </message>
    <message>
      <source>no limit</source>
      <translation>不限</translation>
    </message>
    <message>
      <source>random</source>
      <translation>随机</translation>
    </message>
  </context>
  <context>
    <name>ChatRow</name>
    <message>
      <source>What can be done with %1</source>
      <translation>对 %1 的操作</translation>
    </message>
    <message>
      <source>being answered</source>
      <translation>正在回答</translation>
    </message>
    <message>
      <source>closed folder</source>
      <translation>已折叠的文件夹</translation>
    </message>
    <message>
      <source>open folder</source>
      <translation>已展开的文件夹</translation>
    </message>
  </context>
  <context>
    <name>ChoiceRow</name>
    <message>
      <source>Download</source>
      <translation>下载</translation>
    </message>
    <message>
      <source>Download %1</source>
      <translation>下载 %1</translation>
    </message>
    <message>
      <source>recommended</source>
      <translation>推荐</translation>
    </message>
  </context>
  <context>
    <name>Code</name>
    <message>
      <source>Copy code</source>
      <translation>复制代码</translation>
    </message>
    <message>
      <source>Save code to a file</source>
      <translation>将代码保存为文件</translation>
    </message>
    <message>
      <source>text</source>
      <translation>文本</translation>
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
      <translation>附加文件</translation>
    </message>
    <message>
      <source>Message</source>
      <translation>消息</translation>
    </message>
    <message>
      <source>Send (Enter)</source>
      <translation>发送 (Enter)</translation>
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
      <translation>输入消息</translation>
    </message>
    <message>
      <source>Write the next message while this one is answered</source>
      <translation>回答生成时可先写下一条消息</translation>
    </message>
  </context>
  <context>
    <name>DeleteSheet</name>
    <message>
      <source>Close</source>
      <translation>关闭</translation>
    </message>
    <message>
      <source>Delete</source>
      <translation>删除</translation>
    </message>
    <message>
      <source>Delete this model?</source>
      <translation>删除这个模型？</translation>
    </message>
    <message>
      <source>Keep it</source>
      <translation>保留</translation>
    </message>
    <message>
      <source>There is no way back.</source>
      <translation>无法撤销。</translation>
    </message>
    <message>
      <source>This cannot be deleted here</source>
      <translation>无法在这里删除</translation>
    </message>
    <message numerus="yes">
      <source>and %n more</source>
      <translation>
        <numerusform>以及另外 %n 个</numerusform>
      </translation>
    </message>
    <message>
      <source>localllm did not fetch this file: it lies in a folder of yours, and other programs may need it.</source>
      <translation>此文件不是 localllm 下载的：它在你的文件夹中，其他程序可能需要它。</translation>
    </message>
  </context>
  <context>
    <name>DownloadQueue</name>
    <message>
      <source>Downloads</source>
      <translation>下载</translation>
    </message>
  </context>
  <context>
    <name>DownloadRow</name>
    <message>
      <source>Cancel the download</source>
      <translation>取消下载</translation>
    </message>
    <message>
      <source>Earlier</source>
      <translation>提前</translation>
    </message>
    <message>
      <source>Go on</source>
      <translation>继续</translation>
    </message>
    <message>
      <source>Off the list</source>
      <translation>从列表移除</translation>
    </message>
    <message>
      <source>Pause</source>
      <translation>暂停</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>重试</translation>
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
      <translation>编辑消息</translation>
    </message>
    <message>
      <source>Send</source>
      <translation>发送</translation>
    </message>
  </context>
  <context>
    <name>EvaluateSheet</name>
    <message>
      <source>A built-in text is read, and each prediction is compared with what really comes next. Against the model it was made from, that shows what a quantization cost.</source>
      <translation>读取一段内置文本，并把每次预测与实际的下文比较。与它的来源模型相比，可以看出量化的代价。</translation>
    </message>
    <message>
      <source>Against</source>
      <translation>比较对象</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>取消</translation>
    </message>
    <message>
      <source>Measure</source>
      <translation>测量</translation>
    </message>
    <message>
      <source>Measure %1</source>
      <translation>测量 %1</translation>
    </message>
    <message>
      <source>More exact, and takes several times as long.</source>
      <translation>更精确，但要花几倍时间。</translation>
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
      <translation>词越少找到的越多。试试系列名称：qwen3、llama、gemma。</translation>
    </message>
    <message>
      <source>Name of a model, as “qwen3 4b”</source>
      <translation>模型名称，如“qwen3 4b”</translation>
    </message>
    <message>
      <source>Open the settings</source>
      <translation>打开设置</translation>
    </message>
    <message>
      <source>Search the hub</source>
      <translation>搜索模型库</translation>
    </message>
    <message>
      <source>Searching…</source>
      <translation>正在搜索…</translation>
    </message>
    <message>
      <source>The hub has no GGUF files by that name</source>
      <translation>模型库中没有该名称的 GGUF 文件</translation>
    </message>
    <message>
      <source>The network is switched off</source>
      <translation>网络已关闭</translation>
    </message>
    <message>
      <source>The search did not work</source>
      <translation>搜索未成功</translation>
    </message>
    <message>
      <source>The setting “Offline” keeps localllm from asking the hub. Switch it off to search.</source>
      <translation>“离线”设置使 localllm 不会询问模型库。关闭它即可搜索。</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>重试</translation>
    </message>
    <message>
      <source>What you type here is sent to %1. Nothing else leaves this computer.</source>
      <translation>你在这里输入的内容会发送到 %1。除此之外没有任何内容离开这台电脑。</translation>
    </message>
  </context>
  <context>
    <name>FirstRunPage</name>
    <message>
      <source>A chat with models that run on this computer. Nothing leaves it, and nothing is fetched unless you say so.</source>
      <translation>与在本机运行的模型对话。数据不会离开本机，未经您同意不会下载任何内容。</translation>
    </message>
    <message>
      <source>A small starter model (98 MB) answers fast and knows little: enough to begin with. A folder that holds GGUF files can be added as well.</source>
      <translation>小型入门模型（98 MB）回答快、知识少，足够开始使用。也可以添加存有 GGUF 文件的文件夹。</translation>
    </message>
    <message>
      <source>Add a folder…</source>
      <translation>添加文件夹…</translation>
    </message>
    <message>
      <source>Folder with GGUF files</source>
      <translation>存有 GGUF 文件的文件夹</translation>
    </message>
    <message>
      <source>No model is here yet</source>
      <translation>还没有模型</translation>
    </message>
    <message>
      <source>Welcome to localllm</source>
      <translation>欢迎使用 localllm</translation>
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
      <translation>偏紧，%1</translation>
    </message>
    <message>
      <source>too big, %1</source>
      <translation>过大，%1</translation>
    </message>
  </context>
  <context>
    <name>HitCard</name>
    <message>
      <source>%1 downloads a month</source>
      <translation>每月下载 %1 次</translation>
    </message>
    <message>
      <source>%1 likes</source>
      <translation>%1 个赞</translation>
    </message>
    <message>
      <source>asks for consent</source>
      <translation>需要同意条款</translation>
    </message>
  </context>
  <context>
    <name>ImportSheet</name>
    <message>
      <source>A copy is put into the folder of the models; it takes %1 more.</source>
      <translation>将在模型文件夹中放一份副本，另占 %1。</translation>
    </message>
    <message>
      <source>Add it</source>
      <translation>添加</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>取消</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>关闭</translation>
    </message>
    <message>
      <source>Copy it into the folder of the models</source>
      <translation>复制到模型文件夹</translation>
    </message>
    <message>
      <source>Copying…</source>
      <translation>正在复制…</translation>
    </message>
    <message>
      <source>It is opened where it lies, in %1; nothing is copied.</source>
      <translation>直接在原位置 %1 打开；不会复制任何内容。</translation>
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
      <translation>从列表移除</translation>
    </message>
    <message>
      <source>Report</source>
      <translation>报告</translation>
    </message>
    <message>
      <source>Show in the folder</source>
      <translation>在文件夹中显示</translation>
    </message>
  </context>
  <context>
    <name>LocalModels</name>
    <message>
      <source>Filter</source>
      <translation>筛选</translation>
    </message>
    <message>
      <source>Filter by name or architecture</source>
      <translation>按名称或架构筛选</translation>
    </message>
    <message>
      <source>Find models</source>
      <translation>查找模型</translation>
    </message>
    <message>
      <source>Find one on the hub, or add a folder that holds GGUF files.</source>
      <translation>在模型库中查找，或添加包含 GGUF 文件的文件夹。</translation>
    </message>
    <message>
      <source>No model here has these words in its name.</source>
      <translation>这里没有名称包含这些词的模型。</translation>
    </message>
    <message>
      <source>No model is here yet</source>
      <translation>这里还没有模型</translation>
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
      <translation>继续此回答</translation>
    </message>
    <message>
      <source>Copy as Markdown</source>
      <translation>复制为 Markdown</translation>
    </message>
    <message>
      <source>Delete the message</source>
      <translation>删除消息</translation>
    </message>
    <message>
      <source>Edit</source>
      <translation>编辑</translation>
    </message>
    <message>
      <source>New chat from here</source>
      <translation>从此处新建对话</translation>
    </message>
    <message>
      <source>Quote in the next message</source>
      <translation>在下一条消息中引用</translation>
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
      <translation>与 %1 聊天</translation>
    </message>
    <message>
      <source>Load</source>
      <translation>加载</translation>
    </message>
    <message>
      <source>Loading</source>
      <translation>正在加载</translation>
    </message>
    <message>
      <source>More about %1</source>
      <translation>%1 的更多操作</translation>
    </message>
    <message>
      <source>Unload</source>
      <translation>卸载</translation>
    </message>
    <message>
      <source>default</source>
      <translation>默认</translation>
    </message>
    <message>
      <source>loaded</source>
      <translation>已加载</translation>
    </message>
  </context>
  <context>
    <name>ModelChoice</name>
    <message>
      <source>loaded</source>
      <translation>已加载</translation>
    </message>
  </context>
  <context>
    <name>ModelMenu</name>
    <message>
      <source>Delete…</source>
      <translation>删除…</translation>
    </message>
    <message>
      <source>Evaluate…</source>
      <translation>评估…</translation>
    </message>
    <message>
      <source>Make it the default</source>
      <translation>设为默认</translation>
    </message>
    <message>
      <source>Quantize…</source>
      <translation>量化…</translation>
    </message>
    <message>
      <source>Show in the folder</source>
      <translation>在文件夹中显示</translation>
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
      <translation>选择模型</translation>
    </message>
    <message>
      <source>Choose a model for this chat</source>
      <translation>为此对话选择模型</translation>
    </message>
    <message>
      <source>Filter</source>
      <translation>筛选</translation>
    </message>
  </context>
  <context>
    <name>ModelsPage</name>
    <message>
      <source>Add a file…</source>
      <translation>添加文件…</translation>
    </message>
    <message>
      <source>Add a folder…</source>
      <translation>添加文件夹…</translation>
    </message>
    <message>
      <source>Downloads and jobs</source>
      <translation>下载与任务</translation>
    </message>
    <message>
      <source>Fetched from the hub, checked, and kept on this computer.</source>
      <translation>从模型库下载、校验并保存在这台电脑上。</translation>
    </message>
    <message>
      <source>Find models</source>
      <translation>查找模型</translation>
    </message>
    <message>
      <source>Folder with GGUF files</source>
      <translation>包含 GGUF 文件的文件夹</translation>
    </message>
    <message>
      <source>GGUF file</source>
      <translation>GGUF 文件</translation>
    </message>
    <message>
      <source>GGUF files are opened where they lie; nothing is copied.</source>
      <translation>GGUF 文件在原位置打开，不会复制。</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>模型</translation>
    </message>
    <message>
      <source>On this computer</source>
      <translation>在这台电脑上</translation>
    </message>
    <message>
      <source>What is being fetched or computed; it goes on while you chat.</source>
      <translation>正在下载或计算的内容；聊天时会继续进行。</translation>
    </message>
  </context>
  <context>
    <name>OfferCard</name>
    <message>
      <source>Larger models answer better, and some fit this computer</source>
      <translation>更大的模型回答更好，其中有些适合这台电脑</translation>
    </message>
    <message>
      <source>Models of other programs are on this computer</source>
      <translation>这台电脑上有其他程序的模型</translation>
    </message>
    <message>
      <source>Not now (the page Models has this too)</source>
      <translation>暂不（“模型”页面上也有）</translation>
    </message>
    <message>
      <source>Offers</source>
      <translation>建议</translation>
    </message>
    <message>
      <source>See three</source>
      <translation>查看三个</translation>
    </message>
    <message>
      <source>The small starter model is not here (98 MB)</source>
      <translation>小型入门模型尚未下载（98 MB）</translation>
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
      <translation>在本机找到</translation>
    </message>
    <message>
      <source>Use these</source>
      <translation>使用这些</translation>
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
      <translation>删除此预设</translation>
    </message>
    <message>
      <source>Name of the preset</source>
      <translation>预设名称</translation>
    </message>
    <message>
      <source>None</source>
      <translation>无</translation>
    </message>
    <message>
      <source>Preset</source>
      <translation>预设</translation>
    </message>
    <message>
      <source>Save</source>
      <translation>保存</translation>
    </message>
    <message>
      <source>Save as a preset</source>
      <translation>保存为预设</translation>
    </message>
  </context>
  <context>
    <name>QuantizeSheet</name>
    <message>
      <source>Better below five bits; takes some minutes more.</source>
      <translation>低于五位时效果更好；需多花几分钟。</translation>
    </message>
    <message>
      <source>Calibrate with the built-in text</source>
      <translation>用内置文本校准</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>取消</translation>
    </message>
    <message>
      <source>Measure what is lost</source>
      <translation>测量损失</translation>
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
      <translation>用两者读一段短文本，并生成报告。</translation>
    </message>
    <message>
      <source>This type needs it. It takes some minutes more.</source>
      <translation>此类型需要校准。需多花几分钟。</translation>
    </message>
    <message>
      <source>Types</source>
      <translation>类型</translation>
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
      <translation>文件夹名称</translation>
    </message>
    <message>
      <source>Rename</source>
      <translation>重命名</translation>
    </message>
    <message>
      <source>Title of the chat</source>
      <translation>对话标题</translation>
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
      <translation>它的页面</translation>
    </message>
    <message>
      <source>Reading what there is, and what of it fits…</source>
      <translation>正在读取有哪些版本、哪些放得下…</translation>
    </message>
    <message>
      <source>This cannot be shown</source>
      <translation>无法显示</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>重试</translation>
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
      <translation>显示侧边栏 (Ctrl+B)</translation>
    </message>
  </context>
  <context>
    <name>SearchOverlay</name>
    <message>
      <source>No chats yet</source>
      <translation>还没有对话</translation>
    </message>
    <message>
      <source>Nothing was found</source>
      <translation>未找到内容</translation>
    </message>
    <message>
      <source>Search</source>
      <translation>搜索</translation>
    </message>
    <message>
      <source>Search in titles and messages</source>
      <translation>搜索标题和消息</translation>
    </message>
  </context>
  <context>
    <name>ServerPage</name>
    <message>
      <source>A port on this computer for editors and programs that speak OpenAI's protocol.</source>
      <translation>本机端口，供使用 OpenAI 协议的编辑器和程序连接。</translation>
    </message>
    <message>
      <source>Address and key</source>
      <translation>地址与密钥</translation>
    </message>
    <message>
      <source>Clients need the key.</source>
      <translation>客户端需要密钥。</translation>
    </message>
    <message>
      <source>Copy the address</source>
      <translation>复制地址</translation>
    </message>
    <message>
      <source>For your editor</source>
      <translation>用于您的编辑器</translation>
    </message>
    <message>
      <source>Log</source>
      <translation>日志</translation>
    </message>
    <message>
      <source>No key is asked for; only programs on this computer get in.</source>
      <translation>无需密钥；仅本机程序可以连接。</translation>
    </message>
    <message>
      <source>Nobody is asking anything.</source>
      <translation>当前没有请求。</translation>
    </message>
    <message>
      <source>Nothing was logged.</source>
      <translation>没有日志。</translation>
    </message>
    <message>
      <source>Now</source>
      <translation>当前</translation>
    </message>
    <message>
      <source>Open the port</source>
      <translation>打开端口</translation>
    </message>
    <message>
      <source>Server</source>
      <translation>服务器</translation>
    </message>
  </context>
  <context>
    <name>SettingRow</name>
    <message>
      <source>Set by the environment: %1</source>
      <translation>由环境变量设置：%1</translation>
    </message>
  </context>
  <context>
    <name>SettingsPage</name>
    <message>
      <source>Saved. Taking it into use loads the model again and stops running answers.</source>
      <translation>已保存。启用时会重新加载模型并停止正在生成的回答。</translation>
    </message>
    <message>
      <source>Saved. Taking it into use stops running answers.</source>
      <translation>已保存。启用时会停止正在生成的回答。</translation>
    </message>
    <message>
      <source>Settings</source>
      <translation>设置</translation>
    </message>
    <message>
      <source>Use now</source>
      <translation>立即启用</translation>
    </message>
  </context>
  <context>
    <name>Sidebar</name>
    <message>
      <source>Chats</source>
      <translation>对话</translation>
    </message>
    <message>
      <source>Hide the sidebar (Ctrl+B)</source>
      <translation>隐藏侧边栏 (Ctrl+B)</translation>
    </message>
    <message>
      <source>More</source>
      <translation>更多</translation>
    </message>
    <message>
      <source>New chat</source>
      <translation>新对话</translation>
    </message>
    <message>
      <source>Search</source>
      <translation>搜索</translation>
    </message>
  </context>
  <context>
    <name>SidebarMenu</name>
    <message>
      <source>Copy diagnostics</source>
      <translation>复制诊断信息</translation>
    </message>
    <message>
      <source>Export all chats…</source>
      <translation>导出所有对话…</translation>
    </message>
    <message>
      <source>Import chats…</source>
      <translation>导入对话…</translation>
    </message>
    <message>
      <source>New folder</source>
      <translation>新建文件夹</translation>
    </message>
    <message>
      <source>Trash</source>
      <translation>回收站</translation>
    </message>
    <message>
      <source>chats</source>
      <translation>对话</translation>
    </message>
  </context>
  <context>
    <name>Snippets</name>
    <message>
      <source>Copy</source>
      <translation>复制</translation>
    </message>
  </context>
  <context>
    <name>StarterButton</name>
    <message>
      <source>Fetch the starter model</source>
      <translation>下载入门模型</translation>
    </message>
    <message>
      <source>Fetching the starter model… %1 %</source>
      <translation>正在下载入门模型… %1 %</translation>
    </message>
  </context>
  <context>
    <name>Suggestions</name>
    <message>
      <source>Asking the hub…</source>
      <translation>正在询问模型库…</translation>
    </message>
    <message>
      <source>Download</source>
      <translation>下载</translation>
    </message>
    <message>
      <source>Download %1</source>
      <translation>下载 %1</translation>
    </message>
    <message>
      <source>Good ones to begin with, for this computer</source>
      <translation>适合这台电脑的入门模型</translation>
    </message>
    <message>
      <source>Sizes are estimates; on a click %1 is asked for what it has.</source>
      <translation>大小为估计值；点击后才会询问 %1。</translation>
    </message>
    <message>
      <source>licence %1</source>
      <translation>许可证 %1</translation>
    </message>
    <message>
      <source>licence with terms of its own: %1</source>
      <translation>带有自身条款的许可证：%1</translation>
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
      <translation>思考过程</translation>
    </message>
  </context>
  <context>
    <name>Thread</name>
    <message>
      <source>Messages</source>
      <translation>消息</translation>
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
      <translation>请登录你的账户，在其页面上接受条款；然后粘贴该账户的访问令牌。它保存在这台电脑的密钥环中，只会出示给模型库。</translation>
    </message>
    <message>
      <source>Access token</source>
      <translation>访问令牌</translation>
    </message>
    <message>
      <source>Consent and token</source>
      <translation>许可与令牌</translation>
    </message>
    <message>
      <source>Its page</source>
      <translation>它的页面</translation>
    </message>
    <message>
      <source>Keep it and try again</source>
      <translation>保存并重试</translation>
    </message>
    <message>
      <source>The author of this model wants to know who reads it</source>
      <translation>此模型的作者想知道谁在使用</translation>
    </message>
    <message>
      <source>Your token is known, but the terms are not accepted with it, or not granted yet. Ask on its page, then try again.</source>
      <translation>已有你的令牌，但尚未接受条款或尚未获准。请在其页面上申请，然后重试。</translation>
    </message>
  </context>
  <context>
    <name>ToolCallBlock</name>
    <message>
      <source>Tool call: %1</source>
      <translation>工具调用：%1</translation>
    </message>
  </context>
  <context>
    <name>TopBar</name>
    <message>
      <source>Choose a model</source>
      <translation>选择模型</translation>
    </message>
    <message>
      <source>Model of this chat (Ctrl+L)</source>
      <translation>此对话的模型 (Ctrl+L)</translation>
    </message>
    <message>
      <source>One chat (Ctrl+\)</source>
      <translation>单个对话 (Ctrl+\)</translation>
    </message>
    <message>
      <source>Settings of this chat (Ctrl+Shift+P)</source>
      <translation>此对话的设置 (Ctrl+Shift+P)</translation>
    </message>
    <message>
      <source>Show the sidebar (Ctrl+B)</source>
      <translation>显示侧边栏 (Ctrl+B)</translation>
    </message>
    <message>
      <source>Two chats side by side (Ctrl+\)</source>
      <translation>并排显示两个对话 (Ctrl+\)</translation>
    </message>
  </context>
  <context>
    <name>TrashSheet</name>
    <message>
      <source>Close</source>
      <translation>关闭</translation>
    </message>
    <message numerus="yes">
      <source>Delete %n chat(s) for good</source>
      <translation>
        <numerusform>永久删除 %n 个对话</numerusform>
      </translation>
    </message>
    <message>
      <source>Empty the trash</source>
      <translation>清空回收站</translation>
    </message>
    <message>
      <source>Restore</source>
      <translation>恢复</translation>
    </message>
    <message>
      <source>The trash is empty.</source>
      <translation>回收站为空。</translation>
    </message>
    <message>
      <source>Trash</source>
      <translation>回收站</translation>
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
      <translation>提示词读取进度</translation>
    </message>
  </context>
  <context>
    <name>Welcome</name>
    <message>
      <source>Everything stays on this computer.</source>
      <translation>一切都留在这台电脑上。</translation>
    </message>
    <message>
      <source>What is on your mind?</source>
      <translation>想聊点什么？</translation>
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
      <translation>每个权重 %1 位</translation>
    </message>
    <message>
      <source>%1 can be used now</source>
      <translation>%1 现在可以使用</translation>
    </message>
    <message>
      <source>%1 h %2 min</source>
      <translation>%1 小时 %2 分</translation>
    </message>
    <message>
      <source>%1 is being fetched</source>
      <translation>正在下载 %1</translation>
    </message>
    <message>
      <source>%1 is deleted; %2 are free again</source>
      <translation>已删除 %1，释放了 %2</translation>
    </message>
    <message>
      <source>%1 is the default model now</source>
      <translation>%1 现在是默认模型</translation>
    </message>
    <message>
      <source>%1 left</source>
      <translation>剩余 %1</translation>
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
      <translation>占用内存 %1</translation>
    </message>
    <message>
      <source>%1 of prompts kept</source>
      <translation>已保留 %1 提示词缓存</translation>
    </message>
    <message>
      <source>%1 of the context in use</source>
      <translation>上下文已用 %1</translation>
    </message>
    <message>
      <source>%1 reused</source>
      <translation>复用 %1</translation>
    </message>
    <message>
      <source>%1 s</source>
      <translation>%1 秒</translation>
    </message>
    <message>
      <source>%1 stay: another program has them too.</source>
      <translation>%1 会保留：另一个程序也在使用。</translation>
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
        <numerusform>已导入 %n 个对话</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n download(s)</source>
      <translation>
        <numerusform>%n 个下载</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n job(s)</source>
      <translation>
        <numerusform>%n 个任务</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n left out</source>
      <translation>
        <numerusform>略过 %n 个</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n model file(s)</source>
      <translation>
        <numerusform>%n 个模型文件</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n part(s)</source>
      <translation>
        <numerusform>%n 个部分</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n thread(s)</source>
      <translation>
        <numerusform>%n 个线程</numerusform>
      </translation>
    </message>
    <message>
      <source>A good balance for computers with little memory; many languages, can think.</source>
      <translation>适合内存较小的电脑；支持多种语言，会思考。</translation>
    </message>
    <message>
      <source>A little smaller than Q4_K_M.</source>
      <translation>比 Q4_K_M 略小。</translation>
    </message>
    <message>
      <source>A request that could not start for this long is refused; 0: never.</source>
      <translation>这么久仍未能开始的请求会被拒绝；0：从不。</translation>
    </message>
    <message>
      <source>API key</source>
      <translation>API 密钥</translation>
    </message>
    <message>
      <source>Address of the model hub or a mirror. Empty: HF_ENDPOINT, else the public one.</source>
      <translation>模型库或镜像的地址。留空：按 HF_ENDPOINT，否则用公共地址。</translation>
    </message>
    <message>
      <source>Address that tells of the newest version. Empty: the one of this build.</source>
      <translation>告知最新版本的地址。留空：此版本自带的地址。</translation>
    </message>
    <message>
      <source>Address to listen on; wider than this computer needs a key.</source>
      <translation>监听地址；对本机以外开放时需要密钥。</translation>
    </message>
    <message>
      <source>Aliases</source>
      <translation>别名</translation>
    </message>
    <message>
      <source>Answers at %1</source>
      <translation>服务地址 %1</translation>
    </message>
    <message>
      <source>Answers that run at once.</source>
      <translation>可同时生成的回答数。</translation>
    </message>
    <message>
      <source>Answers that were being written are marked; nothing else is lost.</source>
      <translation>未写完的回答已标记，其他内容没有丢失。</translation>
    </message>
    <message>
      <source>As good as Q4_K_S and smaller; slower on old processors.</source>
      <translation>与 Q4_K_S 一样好而更小；在旧处理器上较慢。</translation>
    </message>
    <message>
      <source>As the system</source>
      <translation>跟随系统</translation>
    </message>
    <message>
      <source>Ask once a day whether a newer version is there, and say so; never fetch it.</source>
      <translation>每天询问一次是否有新版本并告知；绝不下载。</translation>
    </message>
    <message>
      <source>Attach files</source>
      <translation>附加文件</translation>
    </message>
    <message>
      <source>Better than Q3_K_S; an importance matrix helps much.</source>
      <translation>优于 Q3_K_S；重要性矩阵很有帮助。</translation>
    </message>
    <message>
      <source>Bytes a second that all downloads together may take; 0: as many as come.</source>
      <translation>所有下载合计每秒可用的字节数；0：不限。</translation>
    </message>
    <message>
      <source>CORS origins</source>
      <translation>CORS 来源</translation>
    </message>
    <message>
      <source>CPU module</source>
      <translation>CPU 模块</translation>
    </message>
    <message>
      <source>Change the port</source>
      <translation>更改端口</translation>
    </message>
    <message>
      <source>Choose another model</source>
      <translation>选择其他模型</translation>
    </message>
    <message>
      <source>Clearly stronger than smaller ones at code and reasoning.</source>
      <translation>在代码和推理上明显强于较小的模型。</translation>
    </message>
    <message>
      <source>Closed</source>
      <translation>已关闭</translation>
    </message>
    <message>
      <source>Connections at once for one file fetched.</source>
      <translation>下载一个文件同时使用的连接数。</translation>
    </message>
    <message>
      <source>Context</source>
      <translation>上下文</translation>
    </message>
    <message>
      <source>Context cells in use</source>
      <translation>已用上下文单元</translation>
    </message>
    <message>
      <source>Context of %1 tokens: %2 reused, %3 new, %4 free</source>
      <translation>上下文共 %1 token：复用 %2，新增 %3，空闲 %4</translation>
    </message>
    <message>
      <source>Copied</source>
      <translation>已复制</translation>
    </message>
    <message>
      <source>Copy diagnostics</source>
      <translation>复制诊断信息</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>深色</translation>
    </message>
    <message>
      <source>Disk cache</source>
      <translation>磁盘缓存</translation>
    </message>
    <message>
      <source>Disk cache dir</source>
      <translation>磁盘缓存文件夹</translation>
    </message>
    <message>
      <source>Disk for prompts read before; auto: an eighth of what is free, 8 GiB at most.</source>
      <translation>用于保存已读提示词的磁盘空间；auto：可用空间的八分之一，最多 8 GiB。</translation>
    </message>
    <message>
      <source>Done: %1</source>
      <translation>完成：%1</translation>
    </message>
    <message>
      <source>Download connections</source>
      <translation>下载连接数</translation>
    </message>
    <message>
      <source>Download rate</source>
      <translation>下载速度</translation>
    </message>
    <message>
      <source>Downloads at once</source>
      <translation>同时下载数</translation>
    </message>
    <message>
      <source>Downloads that run; others wait in turn.</source>
      <translation>同时进行的下载数；其余依次等待。</translation>
    </message>
    <message>
      <source>Draft a friendly reminder about an unpaid invoice</source>
      <translation>起草一封友好的付款提醒</translation>
    </message>
    <message>
      <source>Draft tokens</source>
      <translation>草稿 token 数</translation>
    </message>
    <message>
      <source>Engine</source>
      <translation>引擎</translation>
    </message>
    <message>
      <source>Engine priority</source>
      <translation>引擎优先级</translation>
    </message>
    <message>
      <source>Explain recursion with a small example in Python</source>
      <translation>用一个简单的 Python 示例解释递归</translation>
    </message>
    <message>
      <source>Export</source>
      <translation>导出</translation>
    </message>
    <message>
      <source>Flash attention</source>
      <translation>Flash Attention</translation>
    </message>
    <message>
      <source>Flash attention; auto: where it is faster.</source>
      <translation>Flash Attention；auto：在更快时启用。</translation>
    </message>
    <message>
      <source>Folder for prompts read before. Empty: in the cache folder of localllm.</source>
      <translation>保存已读提示词的文件夹。留空：localllm 的缓存文件夹中。</translation>
    </message>
    <message>
      <source>Folder moved to the trash</source>
      <translation>文件夹已移到回收站</translation>
    </message>
    <message>
      <source>Folder of another native build. Empty: our own.</source>
      <translation>其他本机构建的文件夹。留空则用自带的。</translation>
    </message>
    <message>
      <source>Folder with more modules for GPUs. Empty: none.</source>
      <translation>存放更多 GPU 模块的文件夹。留空：无。</translation>
    </message>
    <message>
      <source>Folders</source>
      <translation>文件夹</translation>
    </message>
    <message>
      <source>Font size</source>
      <translation>字体大小</translation>
    </message>
    <message>
      <source>Format of keys and values: fewer bits take less memory and are less exact.</source>
      <translation>键值缓存格式：位数越少占用内存越少，精度也越低。</translation>
    </message>
    <message>
      <source>Frequency penalty</source>
      <translation>频率惩罚</translation>
    </message>
    <message>
      <source>Further names of models: fast=qwen3-0.6b,big=llama-3.3-70b.</source>
      <translation>模型的其他名称：fast=qwen3-0.6b,big=llama-3.3-70b。</translation>
    </message>
    <message>
      <source>GPU</source>
      <translation>GPU</translation>
    </message>
    <message>
      <source>GPU layers</source>
      <translation>GPU 层数</translation>
    </message>
    <message>
      <source>GPUs by name, comma-separated; auto: all; off: none. doctor lists them.</source>
      <translation>按名称列出的 GPU，以逗号分隔；auto：全部；off：不使用。doctor 会列出它们。</translation>
    </message>
    <message>
      <source>General</source>
      <translation>通用</translation>
    </message>
    <message>
      <source>Guess what comes next from the text so far; auto: where that is faster.</source>
      <translation>根据已有文本猜测后续内容；auto：仅在更快时使用。</translation>
    </message>
    <message>
      <source>Height of the window's text, in pixels.</source>
      <translation>窗口文字的高度（像素）。</translation>
    </message>
    <message>
      <source>High loss.</source>
      <translation>损失大。</translation>
    </message>
    <message>
      <source>Host</source>
      <translation>主机</translation>
    </message>
    <message>
      <source>How many times slower than alone answers may come while a prompt is read; auto: 3 times, or 50 ms a token.</source>
      <translation>读取提示时，回答最多可比单独运行慢多少倍；auto：3 倍，或每个词元 50 毫秒。</translation>
    </message>
    <message>
      <source>How the window looks.</source>
      <translation>窗口的外观。</translation>
    </message>
    <message>
      <source>Hub endpoint</source>
      <translation>模型库地址</translation>
    </message>
    <message>
      <source>Idle unload</source>
      <translation>空闲卸载</translation>
    </message>
    <message>
      <source>Import chats</source>
      <translation>导入对话</translation>
    </message>
    <message>
      <source>It must be %1.</source>
      <translation>必须是 %1。</translation>
    </message>
    <message>
      <source>Job priority</source>
      <translation>任务优先级</translation>
    </message>
    <message>
      <source>KL divergence %1</source>
      <translation>KL 散度 %1</translation>
    </message>
    <message>
      <source>KV type</source>
      <translation>KV 类型</translation>
    </message>
    <message>
      <source>Keep running in the tray when the window is closed.</source>
      <translation>关闭窗口后在托盘中继续运行。</translation>
    </message>
    <message>
      <source>Key that every client must send. Empty: none.</source>
      <translation>每个客户端必须发送的密钥。留空则不需要。</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>语言</translation>
    </message>
    <message>
      <source>Language of the window.</source>
      <translation>窗口的语言。</translation>
    </message>
    <message>
      <source>Large and still quick: only a part of it works on each word.</source>
      <translation>大而快：每个词只用到其中一部分。</translation>
    </message>
    <message>
      <source>Large and still quick: only a tenth of it works on each word.</source>
      <translation>大而快：每个词只用到其中十分之一。</translation>
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
      <translation>放到 GPU 上的层数（如有）；-1：全部。</translation>
    </message>
    <message>
      <source>Light</source>
      <translation>浅色</translation>
    </message>
    <message>
      <source>Listen on Ollama's port 11434 as well, where it is free: for programs that look for Ollama there.</source>
      <translation>同时监听 Ollama 的端口 11434（空闲时）：供在那里寻找 Ollama 的程序使用。</translation>
    </message>
    <message>
      <source>Load the model again</source>
      <translation>重新加载模型</translation>
    </message>
    <message>
      <source>Loading the model… %1</source>
      <translation>正在加载模型… %1</translation>
    </message>
    <message>
      <source>Max models</source>
      <translation>最多模型数</translation>
    </message>
    <message>
      <source>Max queue</source>
      <translation>队列上限</translation>
    </message>
    <message>
      <source>Measure %1</source>
      <translation>测量 %1</translation>
    </message>
    <message>
      <source>Memory check</source>
      <translation>内存检查</translation>
    </message>
    <message>
      <source>Memory for prompts read before; auto: a quarter of what is free.</source>
      <translation>用于保留已读提示词的内存；auto：空闲内存的四分之一。</translation>
    </message>
    <message>
      <source>Memory of the engines, MB</source>
      <translation>引擎内存，MB</translation>
    </message>
    <message>
      <source>Message deleted, with what followed it</source>
      <translation>已删除消息及其后的内容</translation>
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
      <translation>未指定时使用的模型：名称、GGUF 文件或文件夹。留空：入门模型。</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>模型</translation>
    </message>
    <message>
      <source>Models dirs</source>
      <translation>模型文件夹</translation>
    </message>
    <message>
      <source>Models kept loaded; one more unloads the longest unused that is idle.</source>
      <translation>保持加载的模型数；再多会卸载最久未用的空闲模型。</translation>
    </message>
    <message>
      <source>More folders in which to look for GGUF files; parted as PATH is.</source>
      <translation>另外查找 GGUF 文件的文件夹；分隔方式同 PATH。</translation>
    </message>
    <message>
      <source>Moved to the trash</source>
      <translation>已移到回收站</translation>
    </message>
    <message>
      <source>Native dir</source>
      <translation>本机库文件夹</translation>
    </message>
    <message>
      <source>Native extra</source>
      <translation>额外模块</translation>
    </message>
    <message>
      <source>Never use the network, not even when asked to pull.</source>
      <translation>从不使用网络，即使要求下载也不用。</translation>
    </message>
    <message>
      <source>New chat</source>
      <translation>新对话</translation>
    </message>
    <message>
      <source>New folder</source>
      <translation>新建文件夹</translation>
    </message>
    <message>
      <source>Next to no loss; twice the size of Q4_K_M.</source>
      <translation>几乎无损；大小是 Q4_K_M 的两倍。</translation>
    </message>
    <message>
      <source>Not enough memory for this model</source>
      <translation>内存不足，无法加载此模型</translation>
    </message>
    <message>
      <source>Of computing answers; low takes half of the free cores and lets others go first.</source>
      <translation>计算回答时；low 只用一半空闲核心并让其他程序优先。</translation>
    </message>
    <message>
      <source>Of converting, quantizing and measuring; low leaves the processor to chats.</source>
      <translation>转换、量化和测量的优先级；low 会把处理器让给聊天。</translation>
    </message>
    <message>
      <source>Offline</source>
      <translation>离线</translation>
    </message>
    <message>
      <source>Ollama port</source>
      <translation>Ollama 端口</translation>
    </message>
    <message>
      <source>Open in all its parts, data too; European languages, can think.</source>
      <translation>完全开放，包括数据；支持欧洲语言，会思考。</translation>
    </message>
    <message>
      <source>Open its page</source>
      <translation>打开页面</translation>
    </message>
    <message>
      <source>Open localllm</source>
      <translation>打开 localllm</translation>
    </message>
    <message>
      <source>Open the port when the app starts.</source>
      <translation>应用启动时打开端口。</translation>
    </message>
    <message>
      <source>Opening…</source>
      <translation>正在打开…</translation>
    </message>
    <message>
      <source>Parallel</source>
      <translation>并行数</translation>
    </message>
    <message>
      <source>Pasted text %1</source>
      <translation>粘贴的文本 %1</translation>
    </message>
    <message>
      <source>Pinned</source>
      <translation>置顶</translation>
    </message>
    <message>
      <source>Pleasant to talk to, in well over a hundred languages.</source>
      <translation>交谈自然，支持一百多种语言。</translation>
    </message>
    <message>
      <source>Port</source>
      <translation>端口</translation>
    </message>
    <message>
      <source>Port on start</source>
      <translation>启动时的端口</translation>
    </message>
    <message>
      <source>Port to listen on; 0 takes a free one.</source>
      <translation>监听端口；0 表示任选空闲端口。</translation>
    </message>
    <message>
      <source>Presence penalty</source>
      <translation>存在惩罚</translation>
    </message>
    <message>
      <source>Prompt tokens read a second</source>
      <translation>每秒读取的提示词 token</translation>
    </message>
    <message>
      <source>Prompts kept in memory, MB</source>
      <translation>内存中保留的提示词 (MB)</translation>
    </message>
    <message>
      <source>Proxy</source>
      <translation>代理</translation>
    </message>
    <message>
      <source>Proxy to reach the hub through. Empty: as HTTPS_PROXY and NO_PROXY say.</source>
      <translation>访问模型库的代理。留空：按 HTTPS_PROXY 和 NO_PROXY。</translation>
    </message>
    <message>
      <source>Quantize %1 to %2</source>
      <translation>将 %1 量化为 %2</translation>
    </message>
    <message>
      <source>Queue timeout</source>
      <translation>排队超时</translation>
    </message>
    <message>
      <source>Quit</source>
      <translation>退出</translation>
    </message>
    <message>
      <source>RAM cache</source>
      <translation>内存缓存</translation>
    </message>
    <message>
      <source>Reading the prompt… %1 of %2 tokens</source>
      <translation>正在读取提示词… %1 / %2 token</translation>
    </message>
    <message>
      <source>Refuse to load a model larger than the free memory.</source>
      <translation>拒绝加载超过空闲内存的模型。</translation>
    </message>
    <message>
      <source>Repeat penalty</source>
      <translation>重复惩罚</translation>
    </message>
    <message>
      <source>Requests that may wait; one more is refused.</source>
      <translation>可等待的请求数；超出即拒绝。</translation>
    </message>
    <message>
      <source>Requests waiting</source>
      <translation>等待中的请求</translation>
    </message>
    <message>
      <source>Save</source>
      <translation>保存</translation>
    </message>
    <message>
      <source>Saved</source>
      <translation>已保存</translation>
    </message>
    <message>
      <source>Saved as %1</source>
      <translation>已保存为 %1</translation>
    </message>
    <message>
      <source>Server</source>
      <translation>服务器</translation>
    </message>
    <message>
      <source>Settings</source>
      <translation>设置</translation>
    </message>
    <message>
      <source>Show the trash</source>
      <translation>显示回收站</translation>
    </message>
    <message>
      <source>Small and quick, good at rewriting and summaries.</source>
      <translation>小而快，擅长改写和总结。</translation>
    </message>
    <message>
      <source>Small loss.</source>
      <translation>损失小。</translation>
    </message>
    <message>
      <source>Small loss; where memory is no worry.</source>
      <translation>损失小；适合内存充足时。</translation>
    </message>
    <message>
      <source>Small, many languages, can think before it answers.</source>
      <translation>小巧，支持多种语言，回答前会思考。</translation>
    </message>
    <message>
      <source>Small, with long texts in little memory.</source>
      <translation>小巧，用很少内存处理长文本。</translation>
    </message>
    <message>
      <source>Something went wrong that should not have</source>
      <translation>发生了不应出现的错误</translation>
    </message>
    <message>
      <source>Speculation</source>
      <translation>推测生成</translation>
    </message>
    <message>
      <source>Start a new chat</source>
      <translation>开始新对话</translation>
    </message>
    <message>
      <source>Start at login</source>
      <translation>登录时启动</translation>
    </message>
    <message>
      <source>Start the app, in the tray, when you log in.</source>
      <translation>登录时在托盘中启动应用。</translation>
    </message>
    <message>
      <source>Starting…</source>
      <translation>正在开始…</translation>
    </message>
    <message>
      <source>Stay in tray</source>
      <translation>留在托盘</translation>
    </message>
    <message>
      <source>Stream slowdown</source>
      <translation>回答减速</translation>
    </message>
    <message>
      <source>Strong at code, reasoning and tools; wants a quick computer.</source>
      <translation>擅长代码、推理和工具；需要较快的电脑。</translation>
    </message>
    <message>
      <source>Strong at reasoning and arithmetic for its size.</source>
      <translation>以其大小而言，推理和计算很强。</translation>
    </message>
    <message>
      <source>Takes %1 of %2 free, with a context of %3 tokens</source>
      <translation>占用 %2 可用内存中的 %1，上下文为 %3 个 token</translation>
    </message>
    <message>
      <source>Temperature</source>
      <translation>温度</translation>
    </message>
    <message>
      <source>That did not work</source>
      <translation>操作未成功</translation>
    </message>
    <message>
      <source>The answer stops here because the context or its token limit is full.</source>
      <translation>回答在此停止，因为上下文或 token 上限已满。</translation>
    </message>
    <message>
      <source>The chat does not fit into the context</source>
      <translation>对话超出上下文长度</translation>
    </message>
    <message>
      <source>The disk is full</source>
      <translation>磁盘已满</translation>
    </message>
    <message>
      <source>The download failed</source>
      <translation>下载失败</translation>
    </message>
    <message>
      <source>The engine of %1 stopped and is being started again</source>
      <translation>%1 的引擎已停止，正在重新启动</translation>
    </message>
    <message>
      <source>The engine stopped</source>
      <translation>引擎已停止</translation>
    </message>
    <message>
      <source>The model cannot be used</source>
      <translation>无法使用该模型</translation>
    </message>
    <message>
      <source>The new settings are in use</source>
      <translation>新设置已启用</translation>
    </message>
    <message>
      <source>The port is taken</source>
      <translation>端口已被占用</translation>
    </message>
    <message>
      <source>The usual choice for a laptop: knows much, uses tools, can think.</source>
      <translation>笔记本电脑的常用选择：知识多，会用工具，会思考。</translation>
    </message>
    <message>
      <source>The usual choice: small, and hardly worse to read.</source>
      <translation>常用选择：小，读起来几乎不差。</translation>
    </message>
    <message>
      <source>Theme</source>
      <translation>外观</translation>
    </message>
    <message>
      <source>This answer was cut off when the program ended. It can be continued.</source>
      <translation>程序结束时此回答被中断，可以继续。</translation>
    </message>
    <message>
      <source>This file is quantized already (%1). Made from the original, the result is better.</source>
      <translation>此文件已量化（%1）。从原始模型制作效果更好。</translation>
    </message>
    <message>
      <source>This frees %1.</source>
      <translation>这将释放 %1。</translation>
    </message>
    <message>
      <source>Threads</source>
      <translation>线程</translation>
    </message>
    <message>
      <source>Threads to compute with; auto: as many as are fastest at each moment.</source>
      <translation>用于计算的线程数；auto：取当下最快的数量。</translation>
    </message>
    <message>
      <source>Time to the first token, s</source>
      <translation>首个词元用时，秒</translation>
    </message>
    <message>
      <source>Today</source>
      <translation>今天</translation>
    </message>
    <message>
      <source>Tokens computed in one step at most.</source>
      <translation>每一步最多计算的 token 数。</translation>
    </message>
    <message>
      <source>Tokens guessed ahead at most, by speculation.</source>
      <translation>推测生成一次最多猜测的 token 数。</translation>
    </message>
    <message>
      <source>Tokens one chat may use and all running share; 0: as model and memory allow.</source>
      <translation>单个对话可用、所有运行中对话共享的 token 数；0：由模型和内存决定。</translation>
    </message>
    <message>
      <source>Tokens written a second</source>
      <translation>每秒生成的 token</translation>
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
      <translation>重试</translation>
    </message>
    <message>
      <source>Ubatch</source>
      <translation>Ubatch</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>撤销</translation>
    </message>
    <message>
      <source>Unload a model that nobody used for this long; 0: never.</source>
      <translation>闲置超过此时间即卸载模型；0：从不。</translation>
    </message>
    <message>
      <source>Update address</source>
      <translation>更新地址</translation>
    </message>
    <message>
      <source>Update check</source>
      <translation>检查更新</translation>
    </message>
    <message>
      <source>Version %1 is there</source>
      <translation>有新版本 %1</translation>
    </message>
    <message>
      <source>Very high loss.</source>
      <translation>损失很大。</translation>
    </message>
    <message>
      <source>Very small loss.</source>
      <translation>损失很小。</translation>
    </message>
    <message>
      <source>Very small: answers at once, for simple questions in English.</source>
      <translation>很小：立即回答，适合简单的英文问题。</translation>
    </message>
    <message>
      <source>Visible loss.</source>
      <translation>损失可见。</translation>
    </message>
    <message>
      <source>Waiting: number %1 in the queue</source>
      <translation>等待中：队列第 %1 位</translation>
    </message>
    <message>
      <source>Web origins that browsers may call from; * allows all.</source>
      <translation>允许浏览器访问的网页来源；* 表示全部。</translation>
    </message>
    <message>
      <source>What should I look at on a weekend in Lisbon?</source>
      <translation>周末去里斯本应该看些什么？</translation>
    </message>
    <message>
      <source>Window</source>
      <translation>窗口</translation>
    </message>
    <message>
      <source>Writes naturally, follows instructions well for its size.</source>
      <translation>文笔自然，以其大小而言很能遵循指示。</translation>
    </message>
    <message>
      <source>Writes well, in well over a hundred languages.</source>
      <translation>写作出色，支持一百多种语言。</translation>
    </message>
    <message>
      <source>Yesterday</source>
      <translation>昨天</translation>
    </message>
    <message>
      <source>You have %1. Nothing is downloaded by itself.</source>
      <translation>当前为 %1。不会自动下载任何内容。</translation>
    </message>
    <message>
      <source>Your chats could not be opened</source>
      <translation>无法打开您的对话</translation>
    </message>
    <message>
      <source>auto, baseline, avx, avx2, avx512 or a module's name; doctor lists them.</source>
      <translation>auto、baseline、avx、avx2、avx512 或模块名称；doctor 会列出它们。</translation>
    </message>
    <message>
      <source>begins</source>
      <translation>开始</translation>
    </message>
    <message>
      <source>cancelled; nothing was changed</source>
      <translation>已取消；没有任何更改</translation>
    </message>
    <message>
      <source>comparing weights</source>
      <translation>正在比较权重</translation>
    </message>
    <message>
      <source>context %1</source>
      <translation>上下文 %1</translation>
    </message>
    <message>
      <source>converting</source>
      <translation>正在转换</translation>
    </message>
    <message>
      <source>did not come</source>
      <translation>未能下载</translation>
    </message>
    <message>
      <source>embeddings</source>
      <translation>嵌入</translation>
    </message>
    <message>
      <source>fills in code</source>
      <translation>补全代码</translation>
    </message>
    <message>
      <source>first token %1 s</source>
      <translation>首个 token %1 秒</translation>
    </message>
    <message>
      <source>hears</source>
      <translation>听</translation>
    </message>
    <message>
      <source>is on this computer</source>
      <translation>已在这台电脑上</translation>
    </message>
    <message>
      <source>licence %1</source>
      <translation>许可证 %1</translation>
    </message>
    <message>
      <source>loading</source>
      <translation>正在加载</translation>
    </message>
    <message>
      <source>loading %1</source>
      <translation>加载中 %1</translation>
    </message>
    <message>
      <source>loading the model</source>
      <translation>正在加载模型</translation>
    </message>
    <message>
      <source>measuring</source>
      <translation>正在测量</translation>
    </message>
    <message>
      <source>measuring speed</source>
      <translation>正在测量速度</translation>
    </message>
    <message>
      <source>none: its perplexity alone</source>
      <translation>无：只测困惑度</translation>
    </message>
    <message>
      <source>not loaded</source>
      <translation>未加载</translation>
    </message>
    <message>
      <source>paused</source>
      <translation>已暂停</translation>
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
      <translation>读取中</translation>
    </message>
    <message>
      <source>reading the calibration text</source>
      <translation>正在读取校准文本</translation>
    </message>
    <message>
      <source>same likeliest token %1 %</source>
      <translation>首选 token 相同 %1 %</translation>
    </message>
    <message>
      <source>sees</source>
      <translation>看</translation>
    </message>
    <message>
      <source>starting again</source>
      <translation>正在重启</translation>
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
      <translation>正在用问题测试两者</translation>
    </message>
    <message>
      <source>unknown client</source>
      <translation>未知客户端</translation>
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
      <translation>附带视觉或听觉所需的文件</translation>
    </message>
    <message>
      <source>writing</source>
      <translation>生成中</translation>
    </message>
  </context>
  <context>
    <name>WorkList</name>
    <message>
      <source>Find models</source>
      <translation>查找模型</translation>
    </message>
    <message>
      <source>Jobs</source>
      <translation>任务</translation>
    </message>
    <message>
      <source>Models that are fetched, quantized or measured are shown here.</source>
      <translation>正在下载、量化或测量的模型显示在这里。</translation>
    </message>
    <message>
      <source>Nothing is on its way</source>
      <translation>没有进行中的任务</translation>
    </message>
  </context>
</TS>
