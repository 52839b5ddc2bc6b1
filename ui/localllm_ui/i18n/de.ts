<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
  <context>
    <name>AttachmentRow</name>
    <message>
      <source>Remove %1</source>
      <translation>%1 entfernen</translation>
    </message>
  </context>
  <context>
    <name>Banners</name>
    <message>
      <source>Dismiss</source>
      <translation>Schließen</translation>
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
      <translation>Nächste Fassung</translation>
    </message>
    <message>
      <source>Previous version</source>
      <translation>Vorige Fassung</translation>
    </message>
  </context>
  <context>
    <name>ChatList</name>
    <message>
      <source>Chats</source>
      <translation>Chats</translation>
    </message>
    <message>
      <source>Your chats will be here</source>
      <translation>Hier erscheinen Ihre Chats</translation>
    </message>
  </context>
  <context>
    <name>ChatMenu</name>
    <message>
      <source>Duplicate</source>
      <translation>Duplizieren</translation>
    </message>
    <message>
      <source>Export…</source>
      <translation>Exportieren…</translation>
    </message>
    <message>
      <source>Move to %1</source>
      <translation>Nach %1 verschieben</translation>
    </message>
    <message>
      <source>Move to the trash</source>
      <translation>In den Papierkorb</translation>
    </message>
    <message>
      <source>New folder inside</source>
      <translation>Neuer Ordner darin</translation>
    </message>
    <message>
      <source>Out of the folder</source>
      <translation>Aus dem Ordner nehmen</translation>
    </message>
    <message>
      <source>Pin</source>
      <translation>Anheften</translation>
    </message>
    <message>
      <source>Rename…</source>
      <translation>Umbenennen…</translation>
    </message>
    <message>
      <source>Unpin</source>
      <translation>Lösen</translation>
    </message>
  </context>
  <context>
    <name>ChatPane</name>
    <message>
      <source>Drop files to attach them</source>
      <translation>Dateien hier ablegen, um sie anzuhängen</translation>
    </message>
  </context>
  <context>
    <name>ChatPanel</name>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <source>How the model should answer in this chat</source>
      <translation>Wie das Modell in diesem Chat antworten soll</translation>
    </message>
    <message>
      <source>Most tokens</source>
      <translation>Höchstens Token</translation>
    </message>
    <message>
      <source>Most tokens of an answer</source>
      <translation>Höchstzahl der Token einer Antwort</translation>
    </message>
    <message>
      <source>Reset</source>
      <translation>Zurücksetzen</translation>
    </message>
    <message>
      <source>Sampling</source>
      <translation>Sampling</translation>
    </message>
    <message>
      <source>Seed</source>
      <translation>Startwert</translation>
    </message>
    <message>
      <source>Settings of this chat</source>
      <translation>Einstellungen dieses Chats</translation>
    </message>
    <message>
      <source>System prompt</source>
      <translation>Systemprompt</translation>
    </message>
    <message>
      <source>This chat</source>
      <translation>Dieser Chat</translation>
    </message>
    <message>
      <source>no limit</source>
      <translation>unbegrenzt</translation>
    </message>
    <message>
      <source>random</source>
      <translation>zufällig</translation>
    </message>
  </context>
  <context>
    <name>ChatRow</name>
    <message>
      <source>What can be done with %1</source>
      <translation>Was mit %1 getan werden kann</translation>
    </message>
    <message>
      <source>being answered</source>
      <translation>wird beantwortet</translation>
    </message>
  </context>
  <context>
    <name>Code</name>
    <message>
      <source>Copy code</source>
      <translation>Code kopieren</translation>
    </message>
    <message>
      <source>Save code to a file</source>
      <translation>Code als Datei speichern</translation>
    </message>
    <message>
      <source>text</source>
      <translation>Text</translation>
    </message>
  </context>
  <context>
    <name>Composer</name>
    <message>
      <source>Answers without thinking</source>
      <translation>Antwortet ohne nachzudenken</translation>
    </message>
    <message>
      <source>Attach files</source>
      <translation>Dateien anhängen</translation>
    </message>
    <message>
      <source>Message</source>
      <translation>Nachricht</translation>
    </message>
    <message>
      <source>Send (Enter)</source>
      <translation>Senden (Eingabe)</translation>
    </message>
    <message>
      <source>Stop (Esc)</source>
      <translation>Anhalten (Esc)</translation>
    </message>
    <message>
      <source>Thinks before it answers</source>
      <translation>Denkt nach, bevor es antwortet</translation>
    </message>
    <message>
      <source>Write a message</source>
      <translation>Nachricht schreiben</translation>
    </message>
    <message>
      <source>Write the next message while this one is answered</source>
      <translation>Schon die nächste Nachricht schreiben</translation>
    </message>
  </context>
  <context>
    <name>EditBox</name>
    <message>
      <source>Cancel</source>
      <translation>Abbrechen</translation>
    </message>
    <message>
      <source>Edit the message</source>
      <translation>Nachricht bearbeiten</translation>
    </message>
    <message>
      <source>Send</source>
      <translation>Senden</translation>
    </message>
  </context>
  <context>
    <name>FirstRunPage</name>
    <message numerus="yes">
      <source>%n model(s) can be used at once. The small starter model answers fast and knows little; larger ones know more.</source>
      <translation>
        <numerusform>Ein Modell kann sofort benutzt werden. Das kleine Startmodell antwortet schnell und weiß wenig; größere wissen mehr.</numerusform>
        <numerusform>%n Modelle können sofort benutzt werden. Das kleine Startmodell antwortet schnell und weiß wenig; größere wissen mehr.</numerusform>
      </translation>
    </message>
    <message>
      <source>A chat with models that run on this computer. Nothing leaves it, and nothing is fetched unless you say so.</source>
      <translation>Chatten mit Modellen, die auf diesem Computer laufen. Nichts verlässt ihn, und nichts wird ungefragt geladen.</translation>
    </message>
    <message>
      <source>A small starter model (98 MB) can be fetched, or a folder that holds GGUF files be added on the page Models.</source>
      <translation>Ein kleines Startmodell (98 MB) kann geladen oder auf der Seite Modelle ein Ordner mit GGUF-Dateien hinzugefügt werden.</translation>
    </message>
    <message>
      <source>No model is here yet</source>
      <translation>Noch kein Modell vorhanden</translation>
    </message>
    <message>
      <source>Ready to chat</source>
      <translation>Bereit zum Chatten</translation>
    </message>
    <message>
      <source>Start chatting</source>
      <translation>Loschatten</translation>
    </message>
    <message>
      <source>Welcome to localllm</source>
      <translation>Willkommen bei localllm</translation>
    </message>
  </context>
  <context>
    <name>FitBadge</name>
    <message>
      <source>fits, %1</source>
      <translation>passt, %1</translation>
    </message>
    <message>
      <source>tight, %1</source>
      <translation>knapp, %1</translation>
    </message>
    <message>
      <source>too big, %1</source>
      <translation>zu groß, %1</translation>
    </message>
  </context>
  <context>
    <name>MessageTools</name>
    <message>
      <source>Answer again</source>
      <translation>Neu antworten</translation>
    </message>
    <message>
      <source>Continue this answer</source>
      <translation>Antwort fortsetzen</translation>
    </message>
    <message>
      <source>Copy as Markdown</source>
      <translation>Als Markdown kopieren</translation>
    </message>
    <message>
      <source>Delete the message</source>
      <translation>Nachricht löschen</translation>
    </message>
    <message>
      <source>Edit</source>
      <translation>Bearbeiten</translation>
    </message>
    <message>
      <source>New chat from here</source>
      <translation>Neuer Chat ab hier</translation>
    </message>
    <message>
      <source>Quote in the next message</source>
      <translation>In der nächsten Nachricht zitieren</translation>
    </message>
  </context>
  <context>
    <name>ModelCard</name>
    <message>
      <source>Delete the file</source>
      <translation>Datei löschen</translation>
    </message>
    <message>
      <source>Delete…</source>
      <translation>Löschen…</translation>
    </message>
    <message>
      <source>Keep it</source>
      <translation>Behalten</translation>
    </message>
    <message>
      <source>Load</source>
      <translation>Laden</translation>
    </message>
    <message>
      <source>Loading</source>
      <translation>Lädt</translation>
    </message>
    <message>
      <source>Show in the folder</source>
      <translation>Im Ordner zeigen</translation>
    </message>
    <message>
      <source>Unload</source>
      <translation>Entladen</translation>
    </message>
    <message>
      <source>loaded</source>
      <translation>geladen</translation>
    </message>
  </context>
  <context>
    <name>ModelChoice</name>
    <message>
      <source>loaded</source>
      <translation>geladen</translation>
    </message>
  </context>
  <context>
    <name>ModelPicker</name>
    <message>
      <source>All models</source>
      <translation>Alle Modelle</translation>
    </message>
    <message>
      <source>Choose a model</source>
      <translation>Modell wählen</translation>
    </message>
    <message>
      <source>Choose a model for this chat</source>
      <translation>Modell für diesen Chat wählen</translation>
    </message>
    <message>
      <source>Filter</source>
      <translation>Filtern</translation>
    </message>
  </context>
  <context>
    <name>ModelsPage</name>
    <message>
      <source>Add a folder…</source>
      <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
      <source>Filter</source>
      <translation>Filtern</translation>
    </message>
    <message>
      <source>Filter by name or architecture</source>
      <translation>Nach Name oder Architektur filtern</translation>
    </message>
    <message>
      <source>Folder with GGUF files</source>
      <translation>Ordner mit GGUF-Dateien</translation>
    </message>
    <message>
      <source>GGUF files are opened where they lie; nothing is copied.</source>
      <translation>GGUF-Dateien werden dort geöffnet, wo sie liegen; nichts wird kopiert.</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>Modelle</translation>
    </message>
    <message>
      <source>No model was found yet. Add a folder that holds GGUF files.</source>
      <translation>Noch kein Modell gefunden. Fügen Sie einen Ordner mit GGUF-Dateien hinzu.</translation>
    </message>
  </context>
  <context>
    <name>PeerFolders</name>
    <message>
      <source>Found on this computer</source>
      <translation>Auf diesem Computer gefunden</translation>
    </message>
    <message>
      <source>Use these</source>
      <translation>Diese benutzen</translation>
    </message>
    <message>
      <source>in use</source>
      <translation>in Gebrauch</translation>
    </message>
  </context>
  <context>
    <name>PresetBar</name>
    <message>
      <source>Delete this preset</source>
      <translation>Diese Voreinstellung löschen</translation>
    </message>
    <message>
      <source>Name of the preset</source>
      <translation>Name der Voreinstellung</translation>
    </message>
    <message>
      <source>None</source>
      <translation>Keine</translation>
    </message>
    <message>
      <source>Preset</source>
      <translation>Voreinstellung</translation>
    </message>
    <message>
      <source>Save</source>
      <translation>Speichern</translation>
    </message>
    <message>
      <source>Save as a preset</source>
      <translation>Als Voreinstellung speichern</translation>
    </message>
  </context>
  <context>
    <name>RenameSheet</name>
    <message>
      <source>Cancel</source>
      <translation>Abbrechen</translation>
    </message>
    <message>
      <source>Name of the folder</source>
      <translation>Name des Ordners</translation>
    </message>
    <message>
      <source>Rename</source>
      <translation>Umbenennen</translation>
    </message>
    <message>
      <source>Title of the chat</source>
      <translation>Titel des Chats</translation>
    </message>
  </context>
  <context>
    <name>RequestRow</name>
    <message>
      <source>Cancel</source>
      <translation>Abbrechen</translation>
    </message>
  </context>
  <context>
    <name>ScrollPage</name>
    <message>
      <source>Show the sidebar (Ctrl+B)</source>
      <translation>Seitenleiste zeigen (Strg+B)</translation>
    </message>
  </context>
  <context>
    <name>SearchOverlay</name>
    <message>
      <source>No chats yet</source>
      <translation>Noch keine Chats</translation>
    </message>
    <message>
      <source>Nothing was found</source>
      <translation>Nichts gefunden</translation>
    </message>
    <message>
      <source>Search</source>
      <translation>Suchen</translation>
    </message>
    <message>
      <source>Search in titles and messages</source>
      <translation>In Titeln und Nachrichten suchen</translation>
    </message>
  </context>
  <context>
    <name>ServerPage</name>
    <message>
      <source>A port on this computer for editors and programs that speak OpenAI's protocol.</source>
      <translation>Ein Port auf diesem Computer für Editoren und Programme, die OpenAIs Protokoll sprechen.</translation>
    </message>
    <message>
      <source>Address and key</source>
      <translation>Adresse und Schlüssel</translation>
    </message>
    <message>
      <source>Clients need the key.</source>
      <translation>Clients brauchen den Schlüssel.</translation>
    </message>
    <message>
      <source>Copy the address</source>
      <translation>Adresse kopieren</translation>
    </message>
    <message>
      <source>For your editor</source>
      <translation>Für Ihren Editor</translation>
    </message>
    <message>
      <source>Log</source>
      <translation>Protokoll</translation>
    </message>
    <message>
      <source>No key is asked for; only programs on this computer get in.</source>
      <translation>Kein Schlüssel nötig; nur Programme auf diesem Computer haben Zugang.</translation>
    </message>
    <message>
      <source>Nobody is asking anything.</source>
      <translation>Gerade fragt niemand etwas.</translation>
    </message>
    <message>
      <source>Nothing was logged.</source>
      <translation>Nichts protokolliert.</translation>
    </message>
    <message>
      <source>Now</source>
      <translation>Jetzt</translation>
    </message>
    <message>
      <source>Open the port</source>
      <translation>Port öffnen</translation>
    </message>
    <message>
      <source>Server</source>
      <translation>Server</translation>
    </message>
  </context>
  <context>
    <name>SettingRow</name>
    <message>
      <source>Set by the environment: %1</source>
      <translation>Von der Umgebung gesetzt: %1</translation>
    </message>
  </context>
  <context>
    <name>SettingsPage</name>
    <message>
      <source>Saved. Taking it into use loads the model again and stops running answers.</source>
      <translation>Gespeichert. Beim Übernehmen wird das Modell neu geladen, und laufende Antworten enden.</translation>
    </message>
    <message>
      <source>Saved. Taking it into use stops running answers.</source>
      <translation>Gespeichert. Beim Übernehmen enden laufende Antworten.</translation>
    </message>
    <message>
      <source>Settings</source>
      <translation>Einstellungen</translation>
    </message>
    <message>
      <source>Use now</source>
      <translation>Jetzt übernehmen</translation>
    </message>
    <message>
      <source>Window</source>
      <translation>Fenster</translation>
    </message>
  </context>
  <context>
    <name>Sidebar</name>
    <message>
      <source>Chats</source>
      <translation>Chats</translation>
    </message>
    <message>
      <source>Hide the sidebar (Ctrl+B)</source>
      <translation>Seitenleiste verbergen (Strg+B)</translation>
    </message>
    <message>
      <source>More</source>
      <translation>Mehr</translation>
    </message>
    <message>
      <source>New chat</source>
      <translation>Neuer Chat</translation>
    </message>
    <message>
      <source>Search</source>
      <translation>Suchen</translation>
    </message>
  </context>
  <context>
    <name>SidebarMenu</name>
    <message>
      <source>Copy diagnostics</source>
      <translation>Diagnose kopieren</translation>
    </message>
    <message>
      <source>Export all chats…</source>
      <translation>Alle Chats exportieren…</translation>
    </message>
    <message>
      <source>Import chats…</source>
      <translation>Chats importieren…</translation>
    </message>
    <message>
      <source>New folder</source>
      <translation>Neuer Ordner</translation>
    </message>
    <message>
      <source>Trash</source>
      <translation>Papierkorb</translation>
    </message>
    <message>
      <source>chats</source>
      <translation>Chats</translation>
    </message>
  </context>
  <context>
    <name>Snippets</name>
    <message>
      <source>Copy</source>
      <translation>Kopieren</translation>
    </message>
  </context>
  <context>
    <name>StarterButton</name>
    <message>
      <source>Fetch the starter model</source>
      <translation>Startmodell laden</translation>
    </message>
    <message>
      <source>Fetching the starter model… %1 %</source>
      <translation>Startmodell wird geladen… %1 %</translation>
    </message>
  </context>
  <context>
    <name>Thinking</name>
    <message>
      <source>Thinking… %1 s</source>
      <translation>Denkt nach… %1 s</translation>
    </message>
    <message>
      <source>Thought for %1 s</source>
      <translation>%1 s nachgedacht</translation>
    </message>
    <message>
      <source>Thoughts</source>
      <translation>Gedanken</translation>
    </message>
  </context>
  <context>
    <name>Thread</name>
    <message>
      <source>Messages</source>
      <translation>Nachrichten</translation>
    </message>
    <message>
      <source>To the end</source>
      <translation>Zum Ende</translation>
    </message>
  </context>
  <context>
    <name>ToolCallBlock</name>
    <message>
      <source>Tool call: %1</source>
      <translation>Werkzeugaufruf: %1</translation>
    </message>
  </context>
  <context>
    <name>TopBar</name>
    <message>
      <source>Choose a model</source>
      <translation>Modell wählen</translation>
    </message>
    <message>
      <source>Model of this chat (Ctrl+L)</source>
      <translation>Modell dieses Chats (Strg+L)</translation>
    </message>
    <message>
      <source>One chat (Ctrl+\)</source>
      <translation>Ein Chat (Strg+\)</translation>
    </message>
    <message>
      <source>Settings of this chat (Ctrl+Shift+P)</source>
      <translation>Einstellungen dieses Chats (Strg+Umschalt+P)</translation>
    </message>
    <message>
      <source>Show the sidebar (Ctrl+B)</source>
      <translation>Seitenleiste zeigen (Strg+B)</translation>
    </message>
    <message>
      <source>Two chats side by side (Ctrl+\)</source>
      <translation>Zwei Chats nebeneinander (Strg+\)</translation>
    </message>
  </context>
  <context>
    <name>TrashSheet</name>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message numerus="yes">
      <source>Delete %n chat(s) for good</source>
      <translation>
        <numerusform>%n Chat endgültig löschen</numerusform>
        <numerusform>%n Chats endgültig löschen</numerusform>
      </translation>
    </message>
    <message>
      <source>Empty the trash</source>
      <translation>Papierkorb leeren</translation>
    </message>
    <message>
      <source>Restore</source>
      <translation>Wiederherstellen</translation>
    </message>
    <message>
      <source>The trash is empty.</source>
      <translation>Der Papierkorb ist leer.</translation>
    </message>
    <message>
      <source>Trash</source>
      <translation>Papierkorb</translation>
    </message>
  </context>
  <context>
    <name>UserBubble</name>
    <message>
      <source>You: %1</source>
      <translation>Sie: %1</translation>
    </message>
  </context>
  <context>
    <name>Waiting</name>
    <message>
      <source>Prompt read</source>
      <translation>Prompt gelesen</translation>
    </message>
  </context>
  <context>
    <name>Welcome</name>
    <message>
      <source>Everything stays on this computer.</source>
      <translation>Alles bleibt auf diesem Computer.</translation>
    </message>
    <message>
      <source>What is on your mind?</source>
      <translation>Was beschäftigt Sie?</translation>
    </message>
  </context>
  <context>
    <name>Words</name>
    <message>
      <source>%1 of prompts kept</source>
      <translation>%1 gelesene Prompts behalten</translation>
    </message>
    <message>
      <source>%1 of the context in use</source>
      <translation>%1 des Kontexts belegt</translation>
    </message>
    <message>
      <source>%1 reused</source>
      <translation>%1 wiederverwendet</translation>
    </message>
    <message>
      <source>%1 s</source>
      <translation>%1 s</translation>
    </message>
    <message>
      <source>%1 tok/s</source>
      <translation>%1 Tok/s</translation>
    </message>
    <message>
      <source>%1 tokens</source>
      <translation>%1 Token</translation>
    </message>
    <message numerus="yes">
      <source>%n chat(s) imported</source>
      <translation>
        <numerusform>%n Chat importiert</numerusform>
        <numerusform>%n Chats importiert</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n left out</source>
      <translation>
        <numerusform>%n ausgelassen</numerusform>
        <numerusform>%n ausgelassen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n model file(s)</source>
      <translation>
        <numerusform>%n Modelldatei</numerusform>
        <numerusform>%n Modelldateien</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n thread(s)</source>
      <translation>
        <numerusform>%n Thread</numerusform>
        <numerusform>%n Threads</numerusform>
      </translation>
    </message>
    <message>
      <source>Address to listen on; wider than this computer needs a key.</source>
      <translation>Adresse des Ports; wer über diesen Computer hinaus öffnet, braucht einen Schlüssel.</translation>
    </message>
    <message>
      <source>Answers at %1</source>
      <translation>Antwortet unter %1</translation>
    </message>
    <message>
      <source>Answers that run at once.</source>
      <translation>Antworten, die gleichzeitig laufen.</translation>
    </message>
    <message>
      <source>Answers that were being written are marked; nothing else is lost.</source>
      <translation>Angefangene Antworten sind gekennzeichnet; sonst ist nichts verloren.</translation>
    </message>
    <message>
      <source>Api key</source>
      <translation>API-Schlüssel</translation>
    </message>
    <message>
      <source>Appearance</source>
      <translation>Aussehen</translation>
    </message>
    <message>
      <source>As the system</source>
      <translation>Wie das System</translation>
    </message>
    <message>
      <source>Attach files</source>
      <translation>Dateien anhängen</translation>
    </message>
    <message>
      <source>Change the port</source>
      <translation>Port ändern</translation>
    </message>
    <message>
      <source>Choose another model</source>
      <translation>Anderes Modell wählen</translation>
    </message>
    <message>
      <source>Closed</source>
      <translation>Geschlossen</translation>
    </message>
    <message>
      <source>Context</source>
      <translation>Kontext</translation>
    </message>
    <message>
      <source>Context cells in use</source>
      <translation>Belegte Kontextzellen</translation>
    </message>
    <message>
      <source>Context of %1 tokens: %2 reused, %3 new, %4 free</source>
      <translation>Kontext von %1 Token: %2 wiederverwendet, %3 neu, %4 frei</translation>
    </message>
    <message>
      <source>Copied</source>
      <translation>Kopiert</translation>
    </message>
    <message>
      <source>Copy diagnostics</source>
      <translation>Diagnose kopieren</translation>
    </message>
    <message>
      <source>Cors origins</source>
      <translation>CORS-Herkünfte</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>Dunkel</translation>
    </message>
    <message>
      <source>Draft a friendly reminder about an unpaid invoice</source>
      <translation>Entwirf eine freundliche Zahlungserinnerung</translation>
    </message>
    <message>
      <source>Engine</source>
      <translation>Engine</translation>
    </message>
    <message>
      <source>Explain recursion with a small example in Python</source>
      <translation>Erkläre Rekursion mit einem kleinen Beispiel in Python</translation>
    </message>
    <message>
      <source>Export</source>
      <translation>Exportieren</translation>
    </message>
    <message>
      <source>Flash attention</source>
      <translation>Flash Attention</translation>
    </message>
    <message>
      <source>Flash attention; auto: where it is faster.</source>
      <translation>Flash Attention; auto: wo es schneller ist.</translation>
    </message>
    <message>
      <source>Folder moved to the trash</source>
      <translation>Ordner in den Papierkorb verschoben</translation>
    </message>
    <message>
      <source>Folder of another native build. Empty: our own.</source>
      <translation>Ordner eines anderen nativen Builds. Leer: der eigene.</translation>
    </message>
    <message>
      <source>Folders</source>
      <translation>Ordner</translation>
    </message>
    <message>
      <source>Font size</source>
      <translation>Schriftgröße</translation>
    </message>
    <message>
      <source>Format of keys and values: fewer bits take less memory and are less exact.</source>
      <translation>Format der Schlüssel und Werte: weniger Bits brauchen weniger Speicher und sind ungenauer.</translation>
    </message>
    <message>
      <source>Frequency penalty</source>
      <translation>Häufigkeitsstrafe</translation>
    </message>
    <message>
      <source>General</source>
      <translation>Allgemein</translation>
    </message>
    <message>
      <source>Gpu layers</source>
      <translation>GPU-Schichten</translation>
    </message>
    <message>
      <source>Host</source>
      <translation>Host</translation>
    </message>
    <message>
      <source>Idle unload</source>
      <translation>Entladen bei Nichtgebrauch</translation>
    </message>
    <message>
      <source>Import chats</source>
      <translation>Chats importieren</translation>
    </message>
    <message>
      <source>It must be %1.</source>
      <translation>Möglich ist: %1.</translation>
    </message>
    <message>
      <source>Keep running in the tray when the window is closed</source>
      <translation>Nach dem Schließen im Infobereich weiterlaufen</translation>
    </message>
    <message>
      <source>Key that every client must send. Empty: none.</source>
      <translation>Schlüssel, den jeder Client senden muss. Leer: keiner.</translation>
    </message>
    <message>
      <source>Kv type</source>
      <translation>KV-Typ</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>Sprache</translation>
    </message>
    <message>
      <source>Last 30 days</source>
      <translation>Letzte 30 Tage</translation>
    </message>
    <message>
      <source>Last 7 days</source>
      <translation>Letzte 7 Tage</translation>
    </message>
    <message>
      <source>Layers to put on a GPU where there is one; -1: every layer.</source>
      <translation>Schichten, die auf eine GPU kommen, wo es eine gibt; -1: alle.</translation>
    </message>
    <message>
      <source>Light</source>
      <translation>Hell</translation>
    </message>
    <message>
      <source>Load the model again</source>
      <translation>Modell neu laden</translation>
    </message>
    <message>
      <source>Loading the model… %1</source>
      <translation>Modell wird geladen… %1</translation>
    </message>
    <message>
      <source>Max models</source>
      <translation>Höchstens Modelle</translation>
    </message>
    <message>
      <source>Max queue</source>
      <translation>Warteschlange</translation>
    </message>
    <message>
      <source>Memory check</source>
      <translation>Speicherprüfung</translation>
    </message>
    <message>
      <source>Memory for prompts read before; auto: a quarter of what is free.</source>
      <translation>Speicher für früher gelesene Prompts; auto: ein Viertel des freien.</translation>
    </message>
    <message>
      <source>Message deleted, with what followed it</source>
      <translation>Nachricht mit allem danach gelöscht</translation>
    </message>
    <message>
      <source>Min p</source>
      <translation>Min p</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>Modell</translation>
    </message>
    <message>
      <source>Model where none is named: name, GGUF file or folder. Empty: the starter.</source>
      <translation>Modell, wo keines genannt ist: Name, GGUF-Datei oder Ordner. Leer: das Startmodell.</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>Modelle</translation>
    </message>
    <message>
      <source>Models dirs</source>
      <translation>Modellordner</translation>
    </message>
    <message>
      <source>Models kept loaded; one more unloads the longest unused that is idle.</source>
      <translation>Modelle, die geladen bleiben; ein weiteres entlädt das am längsten unbenutzte.</translation>
    </message>
    <message>
      <source>More folders in which to look for GGUF files; parted as PATH is.</source>
      <translation>Weitere Ordner, in denen nach GGUF-Dateien gesucht wird; getrennt wie PATH.</translation>
    </message>
    <message>
      <source>Moved to the trash</source>
      <translation>In den Papierkorb verschoben</translation>
    </message>
    <message>
      <source>Native dir</source>
      <translation>Nativer Ordner</translation>
    </message>
    <message>
      <source>Never use the network, not even when asked to pull.</source>
      <translation>Nie das Netz benutzen, auch nicht auf Wunsch.</translation>
    </message>
    <message>
      <source>New chat</source>
      <translation>Neuer Chat</translation>
    </message>
    <message>
      <source>New folder</source>
      <translation>Neuer Ordner</translation>
    </message>
    <message>
      <source>Not enough memory for this model</source>
      <translation>Zu wenig Speicher für dieses Modell</translation>
    </message>
    <message>
      <source>Offline</source>
      <translation>Offline</translation>
    </message>
    <message>
      <source>Open localllm</source>
      <translation>localllm öffnen</translation>
    </message>
    <message>
      <source>Open the port when the app starts</source>
      <translation>Port beim Start der App öffnen</translation>
    </message>
    <message>
      <source>Opening…</source>
      <translation>Wird geöffnet…</translation>
    </message>
    <message>
      <source>Parallel</source>
      <translation>Parallel</translation>
    </message>
    <message>
      <source>Pasted text %1</source>
      <translation>Eingefügter Text %1</translation>
    </message>
    <message>
      <source>Pinned</source>
      <translation>Angeheftet</translation>
    </message>
    <message>
      <source>Port</source>
      <translation>Port</translation>
    </message>
    <message>
      <source>Port to listen on; 0 takes a free one.</source>
      <translation>Port; 0 nimmt einen freien.</translation>
    </message>
    <message>
      <source>Presence penalty</source>
      <translation>Präsenzstrafe</translation>
    </message>
    <message>
      <source>Prompt tokens read a second</source>
      <translation>Gelesene Prompt-Token je Sekunde</translation>
    </message>
    <message>
      <source>Prompts kept in memory, MB</source>
      <translation>Behaltene Prompts, MB</translation>
    </message>
    <message>
      <source>Quit</source>
      <translation>Beenden</translation>
    </message>
    <message>
      <source>Ram cache</source>
      <translation>RAM-Cache</translation>
    </message>
    <message>
      <source>Reading the prompt… %1 of %2 tokens</source>
      <translation>Prompt wird gelesen… %1 von %2 Token</translation>
    </message>
    <message>
      <source>Refuse to load a model larger than the free memory.</source>
      <translation>Modelle ablehnen, die größer als der freie Speicher sind.</translation>
    </message>
    <message>
      <source>Repeat penalty</source>
      <translation>Wiederholungsstrafe</translation>
    </message>
    <message>
      <source>Requests that may wait; one more is refused.</source>
      <translation>Anfragen, die warten dürfen; eine weitere wird abgelehnt.</translation>
    </message>
    <message>
      <source>Requests waiting</source>
      <translation>Wartende Anfragen</translation>
    </message>
    <message>
      <source>Save</source>
      <translation>Speichern</translation>
    </message>
    <message>
      <source>Saved</source>
      <translation>Gespeichert</translation>
    </message>
    <message>
      <source>Saved as %1</source>
      <translation>Gespeichert als %1</translation>
    </message>
    <message>
      <source>Server</source>
      <translation>Server</translation>
    </message>
    <message>
      <source>Settings</source>
      <translation>Einstellungen</translation>
    </message>
    <message>
      <source>Show the trash</source>
      <translation>Papierkorb zeigen</translation>
    </message>
    <message>
      <source>Something went wrong that should not have</source>
      <translation>Etwas ist schiefgegangen, das nicht sollte</translation>
    </message>
    <message>
      <source>Start a new chat</source>
      <translation>Neuen Chat beginnen</translation>
    </message>
    <message>
      <source>Start when I log in</source>
      <translation>Beim Anmelden starten</translation>
    </message>
    <message>
      <source>Starting…</source>
      <translation>Beginnt…</translation>
    </message>
    <message>
      <source>Temperature</source>
      <translation>Temperatur</translation>
    </message>
    <message>
      <source>That did not work</source>
      <translation>Das hat nicht geklappt</translation>
    </message>
    <message>
      <source>The answer stops here because the context or its token limit is full.</source>
      <translation>Die Antwort endet hier, weil der Kontext oder ihre Token-Grenze voll ist.</translation>
    </message>
    <message>
      <source>The chat does not fit into the context</source>
      <translation>Der Chat passt nicht in den Kontext</translation>
    </message>
    <message>
      <source>The disk is full</source>
      <translation>Die Festplatte ist voll</translation>
    </message>
    <message>
      <source>The download failed</source>
      <translation>Der Download ist fehlgeschlagen</translation>
    </message>
    <message>
      <source>The engine of %1 stopped and is being started again</source>
      <translation>Die Engine von %1 ist ausgefallen und wird neu gestartet</translation>
    </message>
    <message>
      <source>The engine stopped</source>
      <translation>Die Engine ist ausgefallen</translation>
    </message>
    <message>
      <source>The model cannot be used</source>
      <translation>Das Modell kann nicht benutzt werden</translation>
    </message>
    <message>
      <source>The new settings are in use</source>
      <translation>Die neuen Einstellungen gelten</translation>
    </message>
    <message>
      <source>The port is taken</source>
      <translation>Der Port ist belegt</translation>
    </message>
    <message>
      <source>This answer was cut off when the program ended. It can be continued.</source>
      <translation>Diese Antwort brach ab, als das Programm endete. Sie kann fortgesetzt werden.</translation>
    </message>
    <message>
      <source>Threads</source>
      <translation>Threads</translation>
    </message>
    <message>
      <source>Threads to compute with; 0: one for each physical core.</source>
      <translation>Threads zum Rechnen; 0: einer je physischem Kern.</translation>
    </message>
    <message>
      <source>Today</source>
      <translation>Heute</translation>
    </message>
    <message>
      <source>Tokens computed in one step at most.</source>
      <translation>Höchstzahl der Token je Rechenschritt.</translation>
    </message>
    <message>
      <source>Tokens one chat may use and all running share; 0: as model and memory allow.</source>
      <translation>Token, die ein Chat benutzen darf und alle laufenden teilen; 0: was Modell und Speicher erlauben.</translation>
    </message>
    <message>
      <source>Tokens written a second</source>
      <translation>Geschriebene Token je Sekunde</translation>
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
      <translation>Noch einmal</translation>
    </message>
    <message>
      <source>Ubatch</source>
      <translation>Ubatch</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>Rückgängig</translation>
    </message>
    <message>
      <source>Unload a model that nobody used for this long; 0: never.</source>
      <translation>Modelle entladen, die so lange niemand benutzt hat; 0: nie.</translation>
    </message>
    <message>
      <source>Waiting: number %1 in the queue</source>
      <translation>Wartet: Platz %1 in der Schlange</translation>
    </message>
    <message>
      <source>Web origins that browsers may call from; * allows all.</source>
      <translation>Web-Herkünfte, von denen Browser zugreifen dürfen; * erlaubt alle.</translation>
    </message>
    <message>
      <source>What should I look at on a weekend in Lisbon?</source>
      <translation>Was sollte ich mir an einem Wochenende in Lissabon ansehen?</translation>
    </message>
    <message>
      <source>Yesterday</source>
      <translation>Gestern</translation>
    </message>
    <message>
      <source>Your chats could not be opened</source>
      <translation>Ihre Chats konnten nicht geöffnet werden</translation>
    </message>
    <message>
      <source>context %1</source>
      <translation>Kontext %1</translation>
    </message>
    <message>
      <source>first token %1 s</source>
      <translation>erstes Token %1 s</translation>
    </message>
    <message>
      <source>loading %1</source>
      <translation>lädt %1</translation>
    </message>
    <message>
      <source>loading the model</source>
      <translation>lädt das Modell</translation>
    </message>
    <message>
      <source>not loaded</source>
      <translation>nicht geladen</translation>
    </message>
    <message>
      <source>reading</source>
      <translation>liest</translation>
    </message>
    <message>
      <source>starting again</source>
      <translation>startet neu</translation>
    </message>
    <message>
      <source>unknown client</source>
      <translation>unbekannter Client</translation>
    </message>
    <message>
      <source>up to %1 tokens</source>
      <translation>bis %1 Token</translation>
    </message>
    <message>
      <source>waiting</source>
      <translation>wartet</translation>
    </message>
    <message>
      <source>writing</source>
      <translation>schreibt</translation>
    </message>
  </context>
</TS>
