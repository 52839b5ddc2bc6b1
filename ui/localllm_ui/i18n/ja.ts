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
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Download %1</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>recommended</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Delete</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Delete this model?</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Keep it</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>There is no way back.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>This cannot be deleted here</source>
      <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
      <source>and %n more</source>
      <translation type="unfinished">
        <numerusform></numerusform>
      </translation>
    </message>
    <message>
      <source>localllm did not fetch this file: it lies in a folder of yours, and other programs may need it.</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>DownloadRow</name>
    <message>
      <source>Cancel the download</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Earlier</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Go on</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Off the list</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Pause</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Try again</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>EditBox</name>
    <message>
      <source>Cancel</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Against</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Measure</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Measure %1</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>More exact, and takes several times as long.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>The whole text</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>FindModels</name>
    <message>
      <source>Fewer words find more. Try the name of a family: qwen3, llama, gemma.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Name of a model, as “qwen3 4b”</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Open the settings</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Search the hub</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Searching…</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>The hub has no GGUF files by that name</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>The network is switched off</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>The search did not work</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>The setting “Offline” keeps localllm from asking the hub. Switch it off to search.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Try again</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>What you type here is sent to %1. Nothing else leaves this computer.</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>%1 likes</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>asks for consent</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>ImportSheet</name>
    <message>
      <source>A copy is put into the folder of the models; it takes %1 more.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Add it</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Close</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Copy it into the folder of the models</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Copying…</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>It is opened where it lies, in %1; nothing is copied.</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>JobRow</name>
    <message>
      <source>Cancel</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Off the list</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Report</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Show in the folder</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>LocalModels</name>
    <message>
      <source>Filter</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Filter by name or architecture</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Find models</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Find one on the hub, or add a folder that holds GGUF files.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>No model here has these words in its name.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>No model is here yet</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Chat with %1</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Unload</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>default</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Evaluate…</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Make it the default</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Quantize…</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Show in the folder</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>ModelsPage</name>
    <message>
      <source>Add a file…</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Add a folder…</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Downloads and jobs</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Fetched from the hub, checked, and kept on this computer.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Find models</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Folder with GGUF files</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>GGUF file</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>What is being fetched or computed; it goes on while you chat.</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Calibrate with the built-in text</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Measure what is lost</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Quantize</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Quantize %1</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Reads a short text with both, and makes a report.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>This type needs it. It takes some minutes more.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Types</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>RenameSheet</name>
    <message>
      <source>Cancel</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Its page</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Reading what there is, and what of it fits…</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>This cannot be shown</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Try again</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>RequestRow</name>
    <message>
      <source>Cancel</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Download</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Download %1</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Good ones to begin with, for this computer</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Sizes are estimates; on a click %1 is asked for what it has.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>licence %1</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>licence with terms of its own: %1</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Access token</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Consent and token</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Its page</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Keep it and try again</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>The author of this model wants to know who reads it</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Your token is known, but the terms are not accepted with it, or not granted yet. Ask on its page, then try again.</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>%1 bits a weight</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>%1 can be used now</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>%1 h %2 min</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>%1 is being fetched</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>%1 is deleted; %2 are free again</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>%1 is the default model now</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>%1 left</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>%1 min %2 s</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>%1 of %2</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>%1 of memory</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>%1 stay: another program has them too.</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished">
        <numerusform></numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n job(s)</source>
      <translation type="unfinished">
        <numerusform></numerusform>
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
      <translation type="unfinished">
        <numerusform></numerusform>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>A little smaller than Q4_K_M.</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Large and still quick: only a tenth of it works on each word.</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Small loss.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Small loss; where memory is no worry.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Small, many languages, can think before it answers.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Small, with long texts in little memory.</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Strong at reasoning and arithmetic for its size.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Takes %1 of %2 free, with a context of %3 tokens</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>The usual choice: small, and hardly worse to read.</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>This frees %1.</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Very small loss.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Very small: answers at once, for simple questions in English.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Visible loss.</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Writes well, in well over a hundred languages.</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>cancelled; nothing was changed</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>comparing weights</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>context %1</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>converting</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>did not come</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>embeddings</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>fills in code</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>first token %1 s</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>hears</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>is on this computer</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>licence %1</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>loading</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>measuring speed</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>none: its perplexity alone</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>not loaded</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>paused</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>perplexity %1</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>quantizing</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>ranks</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>reading</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>reading the calibration text</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>same likeliest token %1 %</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>sees</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>starting again</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>thinking</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>tools</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>trying both with questions</source>
      <translation type="unfinished"></translation>
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
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>with what it needs to see or hear</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>writing</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
  <context>
    <name>WorkList</name>
    <message>
      <source>Downloads</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Find models</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Jobs</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Models that are fetched, quantized or measured are shown here.</source>
      <translation type="unfinished"></translation>
    </message>
    <message>
      <source>Nothing is on its way</source>
      <translation type="unfinished"></translation>
    </message>
  </context>
</TS>
