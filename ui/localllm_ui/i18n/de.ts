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
      <source>Move down (Alt+Down)</source>
      <translation>Nach unten (Alt+↓)</translation>
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
      <source>Move up (Alt+Up)</source>
      <translation>Nach oben (Alt+↑)</translation>
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
    <message>
      <source>closed folder</source>
      <translation>geschlossener Ordner</translation>
    </message>
    <message>
      <source>open folder</source>
      <translation>offener Ordner</translation>
    </message>
  </context>
  <context>
    <name>ChoiceRow</name>
    <message>
      <source>Download</source>
      <translation>Laden</translation>
    </message>
    <message>
      <source>Download %1</source>
      <translation>%1 laden</translation>
    </message>
    <message>
      <source>recommended</source>
      <translation>empfohlen</translation>
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
    <name>DeleteSheet</name>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <source>Delete</source>
      <translation>Löschen</translation>
    </message>
    <message>
      <source>Delete this model?</source>
      <translation>Dieses Modell löschen?</translation>
    </message>
    <message>
      <source>Keep it</source>
      <translation>Behalten</translation>
    </message>
    <message>
      <source>There is no way back.</source>
      <translation>Es gibt kein Zurück.</translation>
    </message>
    <message>
      <source>This cannot be deleted here</source>
      <translation>Das kann hier nicht gelöscht werden</translation>
    </message>
    <message numerus="yes">
      <source>and %n more</source>
      <translation>
        <numerusform>und %n weitere</numerusform>
        <numerusform>und %n weitere</numerusform>
      </translation>
    </message>
    <message>
      <source>localllm did not fetch this file: it lies in a folder of yours, and other programs may need it.</source>
      <translation>localllm hat diese Datei nicht geladen: sie liegt in einem Ordner von dir, und andere Programme brauchen sie vielleicht.</translation>
    </message>
  </context>
  <context>
    <name>DownloadQueue</name>
    <message>
      <source>Downloads</source>
      <translation>Downloads</translation>
    </message>
  </context>
  <context>
    <name>DownloadRow</name>
    <message>
      <source>Cancel the download</source>
      <translation>Download abbrechen</translation>
    </message>
    <message>
      <source>Earlier</source>
      <translation>Früher</translation>
    </message>
    <message>
      <source>Go on</source>
      <translation>Fortsetzen</translation>
    </message>
    <message>
      <source>Off the list</source>
      <translation>Aus der Liste nehmen</translation>
    </message>
    <message>
      <source>Pause</source>
      <translation>Anhalten</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>Noch einmal</translation>
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
    <name>EvaluateSheet</name>
    <message>
      <source>A built-in text is read, and each prediction is compared with what really comes next. Against the model it was made from, that shows what a quantization cost.</source>
      <translation>Ein mitgelieferter Text wird gelesen und jede Vorhersage mit dem verglichen, was wirklich folgt. Gegen das Modell, aus dem dieses gemacht wurde, zeigt das, was die Quantisierung gekostet hat.</translation>
    </message>
    <message>
      <source>Against</source>
      <translation>Verglichen mit</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>Abbrechen</translation>
    </message>
    <message>
      <source>Measure</source>
      <translation>Messen</translation>
    </message>
    <message>
      <source>Measure %1</source>
      <translation>%1 messen</translation>
    </message>
    <message>
      <source>More exact, and takes several times as long.</source>
      <translation>Genauer, dauert aber ein Mehrfaches.</translation>
    </message>
    <message>
      <source>The whole text</source>
      <translation>Der ganze Text</translation>
    </message>
  </context>
  <context>
    <name>FindModels</name>
    <message>
      <source>Fewer words find more. Try the name of a family: qwen3, llama, gemma.</source>
      <translation>Weniger Wörter finden mehr. Versuche den Namen einer Familie: qwen3, llama, gemma.</translation>
    </message>
    <message>
      <source>Name of a model, as “qwen3 4b”</source>
      <translation>Name eines Modells, etwa „qwen3 4b“</translation>
    </message>
    <message>
      <source>Open the settings</source>
      <translation>Einstellungen öffnen</translation>
    </message>
    <message>
      <source>Search the hub</source>
      <translation>Hub durchsuchen</translation>
    </message>
    <message>
      <source>Searching…</source>
      <translation>Suche…</translation>
    </message>
    <message>
      <source>The hub has no GGUF files by that name</source>
      <translation>Der Hub hat keine GGUF-Dateien dieses Namens</translation>
    </message>
    <message>
      <source>The network is switched off</source>
      <translation>Das Netz ist ausgeschaltet</translation>
    </message>
    <message>
      <source>The search did not work</source>
      <translation>Die Suche ging nicht</translation>
    </message>
    <message>
      <source>The setting “Offline” keeps localllm from asking the hub. Switch it off to search.</source>
      <translation>Die Einstellung „Offline“ hält localllm davon ab, den Hub zu fragen. Schalte sie aus, um zu suchen.</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>Noch einmal</translation>
    </message>
    <message>
      <source>What you type here is sent to %1. Nothing else leaves this computer.</source>
      <translation>Was du hier schreibst, geht an %1. Sonst verlässt nichts diesen Rechner.</translation>
    </message>
  </context>
  <context>
    <name>FirstRunPage</name>
    <message>
      <source>A chat with models that run on this computer. Nothing leaves it, and nothing is fetched unless you say so.</source>
      <translation>Chatten mit Modellen, die auf diesem Computer laufen. Nichts verlässt ihn, und nichts wird ungefragt geladen.</translation>
    </message>
    <message>
      <source>A small starter model (98 MB) answers fast and knows little: enough to begin with. A folder that holds GGUF files can be added as well.</source>
      <translation>Ein kleines Startmodell (98 MB) antwortet schnell und weiß wenig: genug für den Anfang. Auch ein Ordner mit GGUF-Dateien lässt sich hinzufügen.</translation>
    </message>
    <message>
      <source>Add a folder…</source>
      <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
      <source>Folder with GGUF files</source>
      <translation>Ordner mit GGUF-Dateien</translation>
    </message>
    <message>
      <source>No model is here yet</source>
      <translation>Noch kein Modell vorhanden</translation>
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
    <name>HitCard</name>
    <message>
      <source>%1 downloads a month</source>
      <translation>%1 Downloads im Monat</translation>
    </message>
    <message>
      <source>%1 likes</source>
      <translation>%1 Likes</translation>
    </message>
    <message>
      <source>asks for consent</source>
      <translation>will Zustimmung</translation>
    </message>
  </context>
  <context>
    <name>ImportSheet</name>
    <message>
      <source>A copy is put into the folder of the models; it takes %1 more.</source>
      <translation>Eine Kopie kommt in den Ordner der Modelle; sie braucht %1 zusätzlich.</translation>
    </message>
    <message>
      <source>Add it</source>
      <translation>Hinzufügen</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>Abbrechen</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <source>Copy it into the folder of the models</source>
      <translation>In den Ordner der Modelle kopieren</translation>
    </message>
    <message>
      <source>Copying…</source>
      <translation>Wird kopiert…</translation>
    </message>
    <message>
      <source>It is opened where it lies, in %1; nothing is copied.</source>
      <translation>Sie wird geöffnet, wo sie liegt, in %1; nichts wird kopiert.</translation>
    </message>
  </context>
  <context>
    <name>JobRow</name>
    <message>
      <source>Cancel</source>
      <translation>Abbrechen</translation>
    </message>
    <message>
      <source>Off the list</source>
      <translation>Aus der Liste nehmen</translation>
    </message>
    <message>
      <source>Report</source>
      <translation>Bericht</translation>
    </message>
    <message>
      <source>Show in the folder</source>
      <translation>Im Ordner zeigen</translation>
    </message>
  </context>
  <context>
    <name>LocalModels</name>
    <message>
      <source>Filter</source>
      <translation>Filter</translation>
    </message>
    <message>
      <source>Filter by name or architecture</source>
      <translation>Nach Name oder Architektur filtern</translation>
    </message>
    <message>
      <source>Find models</source>
      <translation>Modelle finden</translation>
    </message>
    <message>
      <source>Find one on the hub, or add a folder that holds GGUF files.</source>
      <translation>Finde eines auf dem Hub oder füge einen Ordner mit GGUF-Dateien hinzu.</translation>
    </message>
    <message>
      <source>No model here has these words in its name.</source>
      <translation>Kein Modell hier hat diese Wörter im Namen.</translation>
    </message>
    <message>
      <source>No model is here yet</source>
      <translation>Noch kein Modell vorhanden</translation>
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
      <source>Chat</source>
      <translation>Chat</translation>
    </message>
    <message>
      <source>Chat with %1</source>
      <translation>Mit %1 chatten</translation>
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
      <source>More about %1</source>
      <translation>Mehr zu %1</translation>
    </message>
    <message>
      <source>Unload</source>
      <translation>Entladen</translation>
    </message>
    <message>
      <source>default</source>
      <translation>Standard</translation>
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
    <name>ModelMenu</name>
    <message>
      <source>Delete…</source>
      <translation>Löschen…</translation>
    </message>
    <message>
      <source>Evaluate…</source>
      <translation>Messen…</translation>
    </message>
    <message>
      <source>Make it the default</source>
      <translation>Zum Standard machen</translation>
    </message>
    <message>
      <source>Quantize…</source>
      <translation>Quantisieren…</translation>
    </message>
    <message>
      <source>Show in the folder</source>
      <translation>Im Ordner zeigen</translation>
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
      <source>Add a file…</source>
      <translation>Datei hinzufügen…</translation>
    </message>
    <message>
      <source>Add a folder…</source>
      <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
      <source>Downloads and jobs</source>
      <translation>Downloads und Aufträge</translation>
    </message>
    <message>
      <source>Fetched from the hub, checked, and kept on this computer.</source>
      <translation>Vom Hub geladen, geprüft und auf diesem Rechner aufbewahrt.</translation>
    </message>
    <message>
      <source>Find models</source>
      <translation>Modelle finden</translation>
    </message>
    <message>
      <source>Folder with GGUF files</source>
      <translation>Ordner mit GGUF-Dateien</translation>
    </message>
    <message>
      <source>GGUF file</source>
      <translation>GGUF-Datei</translation>
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
      <source>On this computer</source>
      <translation>Auf diesem Rechner</translation>
    </message>
    <message>
      <source>What is being fetched or computed; it goes on while you chat.</source>
      <translation>Was geladen oder gerechnet wird; es läuft weiter, während du chattest.</translation>
    </message>
  </context>
  <context>
    <name>OfferCard</name>
    <message>
      <source>Larger models answer better, and some fit this computer</source>
      <translation>Größere Modelle antworten besser, und einige passen auf diesen Computer</translation>
    </message>
    <message>
      <source>Models of other programs are on this computer</source>
      <translation>Auf diesem Rechner liegen Modelle anderer Programme</translation>
    </message>
    <message>
      <source>Not now (the page Models has this too)</source>
      <translation>Jetzt nicht (steht auch auf der Seite Modelle)</translation>
    </message>
    <message>
      <source>Offers</source>
      <translation>Angebote</translation>
    </message>
    <message>
      <source>See three</source>
      <translation>Drei ansehen</translation>
    </message>
    <message>
      <source>The small starter model is not here (98 MB)</source>
      <translation>Das kleine Startmodell ist nicht da (98 MB)</translation>
    </message>
    <message>
      <source>Use them where they are</source>
      <translation>Dort verwenden, wo sie sind</translation>
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
    <name>QuantizeSheet</name>
    <message>
      <source>Better below five bits; takes some minutes more.</source>
      <translation>Unter fünf Bit besser; dauert einige Minuten länger.</translation>
    </message>
    <message>
      <source>Calibrate with the built-in text</source>
      <translation>Mit dem mitgelieferten Text kalibrieren</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>Abbrechen</translation>
    </message>
    <message>
      <source>Measure what is lost</source>
      <translation>Messen, was verloren geht</translation>
    </message>
    <message>
      <source>Quantize</source>
      <translation>Quantisieren</translation>
    </message>
    <message>
      <source>Quantize %1</source>
      <translation>%1 quantisieren</translation>
    </message>
    <message>
      <source>Reads a short text with both, and makes a report.</source>
      <translation>Liest mit beiden einen kurzen Text und macht einen Bericht.</translation>
    </message>
    <message>
      <source>This type needs it. It takes some minutes more.</source>
      <translation>Dieser Typ braucht das. Es dauert einige Minuten länger.</translation>
    </message>
    <message>
      <source>Types</source>
      <translation>Typen</translation>
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
    <name>RepoView</name>
    <message>
      <source>Back</source>
      <translation>Zurück</translation>
    </message>
    <message>
      <source>Its page</source>
      <translation>Seine Seite</translation>
    </message>
    <message>
      <source>Reading what there is, and what of it fits…</source>
      <translation>Lese, was es gibt und was davon passt…</translation>
    </message>
    <message>
      <source>This cannot be shown</source>
      <translation>Das kann nicht gezeigt werden</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>Noch einmal</translation>
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
    <name>Suggestions</name>
    <message>
      <source>Asking the hub…</source>
      <translation>Frage den Hub…</translation>
    </message>
    <message>
      <source>Download</source>
      <translation>Laden</translation>
    </message>
    <message>
      <source>Download %1</source>
      <translation>%1 laden</translation>
    </message>
    <message>
      <source>Good ones to begin with, for this computer</source>
      <translation>Gut zum Anfangen, für diesen Rechner</translation>
    </message>
    <message>
      <source>Sizes are estimates; on a click %1 is asked for what it has.</source>
      <translation>Größen sind Schätzungen; bei einem Klick wird %1 gefragt, was es hat.</translation>
    </message>
    <message>
      <source>licence %1</source>
      <translation>Lizenz %1</translation>
    </message>
    <message>
      <source>licence with terms of its own: %1</source>
      <translation>Lizenz mit eigenen Bedingungen: %1</translation>
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
    <name>TokenCard</name>
    <message>
      <source>Accept the terms on its page, signed in to your account there; then paste an access token of that account. It is kept in this computer's keyring and shown to the hub alone.</source>
      <translation>Nimm auf seiner Seite die Bedingungen an, dort mit deinem Konto angemeldet; füge dann einen Zugangsschlüssel dieses Kontos ein. Er kommt in den Schlüsselbund dieses Rechners und wird nur dem Hub gezeigt.</translation>
    </message>
    <message>
      <source>Access token</source>
      <translation>Zugangsschlüssel</translation>
    </message>
    <message>
      <source>Consent and token</source>
      <translation>Zustimmung und Zugangsschlüssel</translation>
    </message>
    <message>
      <source>Its page</source>
      <translation>Seine Seite</translation>
    </message>
    <message>
      <source>Keep it and try again</source>
      <translation>Aufbewahren und noch einmal</translation>
    </message>
    <message>
      <source>The author of this model wants to know who reads it</source>
      <translation>Wer dieses Modell gemacht hat, will wissen, wer es liest</translation>
    </message>
    <message>
      <source>Your token is known, but the terms are not accepted with it, or not granted yet. Ask on its page, then try again.</source>
      <translation>Dein Zugangsschlüssel ist bekannt, aber die Bedingungen sind damit nicht angenommen oder noch nicht gewährt. Frage auf der Seite nach und versuche es dann noch einmal.</translation>
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
      <source>%1 a second</source>
      <translation>%1 pro Sekunde</translation>
    </message>
    <message>
      <source>%1 bits a weight</source>
      <translation>%1 Bit je Gewicht</translation>
    </message>
    <message>
      <source>%1 can be used now</source>
      <translation>%1 ist jetzt da</translation>
    </message>
    <message>
      <source>%1 h %2 min</source>
      <translation>%1 Std. %2 Min.</translation>
    </message>
    <message>
      <source>%1 is being fetched</source>
      <translation>%1 wird geladen</translation>
    </message>
    <message>
      <source>%1 is deleted; %2 are free again</source>
      <translation>%1 ist gelöscht; %2 sind wieder frei</translation>
    </message>
    <message>
      <source>%1 is the default model now</source>
      <translation>%1 ist jetzt das Standardmodell</translation>
    </message>
    <message>
      <source>%1 left</source>
      <translation>noch %1</translation>
    </message>
    <message>
      <source>%1 min %2 s</source>
      <translation>%1 Min. %2 s</translation>
    </message>
    <message>
      <source>%1 of %2</source>
      <translation>%1 von %2</translation>
    </message>
    <message>
      <source>%1 of memory</source>
      <translation>%1 Speicher</translation>
    </message>
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
      <source>%1 stay: another program has them too.</source>
      <translation>%1 bleiben: ein anderes Programm hat sie auch.</translation>
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
      <source>%n download(s)</source>
      <translation>
        <numerusform>%n Download</numerusform>
        <numerusform>%n Downloads</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n job(s)</source>
      <translation>
        <numerusform>%n Auftrag</numerusform>
        <numerusform>%n Aufträge</numerusform>
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
      <source>%n part(s)</source>
      <translation>
        <numerusform>%n Teil</numerusform>
        <numerusform>%n Teile</numerusform>
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
      <source>A good balance for computers with little memory; many languages, can think.</source>
      <translation>Ausgewogen für Rechner mit wenig Speicher; viele Sprachen, kann nachdenken.</translation>
    </message>
    <message>
      <source>A little smaller than Q4_K_M.</source>
      <translation>Etwas kleiner als Q4_K_M.</translation>
    </message>
    <message>
      <source>A request that could not start for this long is refused; 0: never.</source>
      <translation>Eine Anfrage, die so lange nicht beginnen konnte, wird abgelehnt; 0: nie.</translation>
    </message>
    <message>
      <source>API key</source>
      <translation>API-Schlüssel</translation>
    </message>
    <message>
      <source>Address of the model hub or a mirror. Empty: HF_ENDPOINT, else the public one.</source>
      <translation>Adresse des Modell-Hubs oder eines Spiegels. Leer: HF_ENDPOINT, sonst der öffentliche.</translation>
    </message>
    <message>
      <source>Address that tells of the newest version. Empty: the one of this build.</source>
      <translation>Adresse, die die neueste Version nennt. Leer: die dieses Programms.</translation>
    </message>
    <message>
      <source>Address to listen on; wider than this computer needs a key.</source>
      <translation>Adresse des Ports; wer über diesen Computer hinaus öffnet, braucht einen Schlüssel.</translation>
    </message>
    <message>
      <source>Aliases</source>
      <translation>Weitere Namen</translation>
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
      <source>As good as Q4_K_S and smaller; slower on old processors.</source>
      <translation>So gut wie Q4_K_S und kleiner; langsamer auf alten Prozessoren.</translation>
    </message>
    <message>
      <source>As the system</source>
      <translation>Wie das System</translation>
    </message>
    <message>
      <source>Ask once a day whether a newer version is there, and say so; never fetch it.</source>
      <translation>Einmal am Tag fragen, ob es eine neuere Version gibt, und es melden; nie herunterladen.</translation>
    </message>
    <message>
      <source>Attach files</source>
      <translation>Dateien anhängen</translation>
    </message>
    <message>
      <source>Better than Q3_K_S; an importance matrix helps much.</source>
      <translation>Besser als Q3_K_S; eine Wichtigkeitsmatrix hilft viel.</translation>
    </message>
    <message>
      <source>Bytes a second that all downloads together may take; 0: as many as come.</source>
      <translation>Bytes pro Sekunde für alle Downloads zusammen; 0: so viele, wie kommen.</translation>
    </message>
    <message>
      <source>CORS origins</source>
      <translation>CORS-Herkünfte</translation>
    </message>
    <message>
      <source>CPU module</source>
      <translation>CPU-Modul</translation>
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
      <source>Clearly stronger than smaller ones at code and reasoning.</source>
      <translation>Deutlich stärker als kleinere bei Code und Schlussfolgern.</translation>
    </message>
    <message>
      <source>Closed</source>
      <translation>Geschlossen</translation>
    </message>
    <message>
      <source>Connections at once for one file fetched.</source>
      <translation>Gleichzeitige Verbindungen für eine Datei.</translation>
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
      <source>Dark</source>
      <translation>Dunkel</translation>
    </message>
    <message>
      <source>Disk cache</source>
      <translation>Zwischenspeicher auf der Platte</translation>
    </message>
    <message>
      <source>Disk cache dir</source>
      <translation>Ordner des Zwischenspeichers</translation>
    </message>
    <message>
      <source>Disk for prompts read before; auto: an eighth of what is free, 8 GiB at most.</source>
      <translation>Plattenplatz für schon gelesene Eingaben; auto: ein Achtel des freien, höchstens 8 GiB.</translation>
    </message>
    <message>
      <source>Done: %1</source>
      <translation>Fertig: %1</translation>
    </message>
    <message>
      <source>Download connections</source>
      <translation>Verbindungen je Download</translation>
    </message>
    <message>
      <source>Download rate</source>
      <translation>Download-Geschwindigkeit</translation>
    </message>
    <message>
      <source>Downloads at once</source>
      <translation>Downloads gleichzeitig</translation>
    </message>
    <message>
      <source>Downloads that run; others wait in turn.</source>
      <translation>Downloads, die laufen; andere warten der Reihe nach.</translation>
    </message>
    <message>
      <source>Draft a friendly reminder about an unpaid invoice</source>
      <translation>Entwirf eine freundliche Zahlungserinnerung</translation>
    </message>
    <message>
      <source>Draft tokens</source>
      <translation>Vorab geratene Token</translation>
    </message>
    <message>
      <source>Engine</source>
      <translation>Engine</translation>
    </message>
    <message>
      <source>Engine priority</source>
      <translation>Priorität der Engine</translation>
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
      <source>Folder for prompts read before. Empty: in the cache folder of localllm.</source>
      <translation>Ordner für schon gelesene Eingaben. Leer: im Cache-Ordner von localllm.</translation>
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
      <source>Folder with more modules for GPUs. Empty: none.</source>
      <translation>Ordner mit weiteren Modulen für GPUs. Leer: keiner.</translation>
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
      <source>Further names of models: fast=qwen3-0.6b,big=llama-3.3-70b.</source>
      <translation>Weitere Namen von Modellen: fast=qwen3-0.6b,big=llama-3.3-70b.</translation>
    </message>
    <message>
      <source>GPU</source>
      <translation>GPU</translation>
    </message>
    <message>
      <source>GPU layers</source>
      <translation>GPU-Schichten</translation>
    </message>
    <message>
      <source>GPUs by name, comma-separated; auto: all; off: none. doctor lists them.</source>
      <translation>GPUs nach Namen, durch Kommas getrennt; auto: alle; off: keine. doctor zählt sie auf.</translation>
    </message>
    <message>
      <source>General</source>
      <translation>Allgemein</translation>
    </message>
    <message>
      <source>Guess what comes next from the text so far; auto: where that is faster.</source>
      <translation>Aus dem bisherigen Text raten, was als Nächstes kommt; auto: wo das schneller ist.</translation>
    </message>
    <message>
      <source>Height of the window's text, in pixels.</source>
      <translation>Höhe der Schrift im Fenster, in Pixeln.</translation>
    </message>
    <message>
      <source>High loss.</source>
      <translation>Hoher Verlust.</translation>
    </message>
    <message>
      <source>Host</source>
      <translation>Host</translation>
    </message>
    <message>
      <source>How many times slower than alone answers may come while a prompt is read; auto: 3 times, or 50 ms a token.</source>
      <translation>Wievielmal langsamer als allein Antworten kommen dürfen, während eine Eingabe gelesen wird; auto: 3-mal, oder 50 ms je Token.</translation>
    </message>
    <message>
      <source>How the window looks.</source>
      <translation>Wie das Fenster aussieht.</translation>
    </message>
    <message>
      <source>Hub endpoint</source>
      <translation>Adresse des Hubs</translation>
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
      <source>Job priority</source>
      <translation>Vorrang von Aufgaben</translation>
    </message>
    <message>
      <source>KL divergence %1</source>
      <translation>KL-Divergenz %1</translation>
    </message>
    <message>
      <source>KV type</source>
      <translation>KV-Typ</translation>
    </message>
    <message>
      <source>Keep running in the tray when the window is closed.</source>
      <translation>Im Infobereich weiterlaufen, wenn das Fenster geschlossen wird.</translation>
    </message>
    <message>
      <source>Key that every client must send. Empty: none.</source>
      <translation>Schlüssel, den jeder Client senden muss. Leer: keiner.</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>Sprache</translation>
    </message>
    <message>
      <source>Language of the window.</source>
      <translation>Sprache des Fensters.</translation>
    </message>
    <message>
      <source>Large and still quick: only a part of it works on each word.</source>
      <translation>Groß und doch schnell: nur ein Teil arbeitet an jedem Wort.</translation>
    </message>
    <message>
      <source>Large and still quick: only a tenth of it works on each word.</source>
      <translation>Groß und doch schnell: nur ein Zehntel arbeitet an jedem Wort.</translation>
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
      <source>Listen on Ollama's port 11434 as well, where it is free: for programs that look for Ollama there.</source>
      <translation>Auch auf Ollamas Port 11434 lauschen, wo er frei ist: für Programme, die dort Ollama suchen.</translation>
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
      <source>Measure %1</source>
      <translation>%1 messen</translation>
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
      <source>Memory of the engines, MB</source>
      <translation>Speicher der Engines, MB</translation>
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
      <source>Native extra</source>
      <translation>Weitere Module</translation>
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
      <source>Next to no loss; twice the size of Q4_K_M.</source>
      <translation>Fast kein Verlust; doppelt so groß wie Q4_K_M.</translation>
    </message>
    <message>
      <source>Not enough memory for this model</source>
      <translation>Zu wenig Speicher für dieses Modell</translation>
    </message>
    <message>
      <source>Of computing answers; low takes half of the free cores and lets others go first.</source>
      <translation>Beim Berechnen von Antworten; low nimmt die Hälfte der freien Kerne und lässt andere vor.</translation>
    </message>
    <message>
      <source>Of converting, quantizing and measuring; low leaves the processor to chats.</source>
      <translation>Von Umwandeln, Quantisieren und Messen; low überlässt den Prozessor den Chats.</translation>
    </message>
    <message>
      <source>Offline</source>
      <translation>Offline</translation>
    </message>
    <message>
      <source>Ollama port</source>
      <translation>Ollamas Port</translation>
    </message>
    <message>
      <source>Open in all its parts, data too; European languages, can think.</source>
      <translation>In allem offen, auch in den Daten; europäische Sprachen, kann nachdenken.</translation>
    </message>
    <message>
      <source>Open its page</source>
      <translation>Seite öffnen</translation>
    </message>
    <message>
      <source>Open localllm</source>
      <translation>localllm öffnen</translation>
    </message>
    <message>
      <source>Open the port when the app starts.</source>
      <translation>Den Port beim Start der App öffnen.</translation>
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
      <source>Pleasant to talk to, in well over a hundred languages.</source>
      <translation>Angenehm im Gespräch, in weit über hundert Sprachen.</translation>
    </message>
    <message>
      <source>Port</source>
      <translation>Port</translation>
    </message>
    <message>
      <source>Port on start</source>
      <translation>Port beim Start</translation>
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
      <source>Proxy</source>
      <translation>Proxy</translation>
    </message>
    <message>
      <source>Proxy to reach the hub through. Empty: as HTTPS_PROXY and NO_PROXY say.</source>
      <translation>Proxy für den Weg zum Hub. Leer: wie HTTPS_PROXY und NO_PROXY sagen.</translation>
    </message>
    <message>
      <source>Quantize %1 to %2</source>
      <translation>%1 zu %2 quantisieren</translation>
    </message>
    <message>
      <source>Queue timeout</source>
      <translation>Wartezeit in der Schlange</translation>
    </message>
    <message>
      <source>Quit</source>
      <translation>Beenden</translation>
    </message>
    <message>
      <source>RAM cache</source>
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
      <source>Small and quick, good at rewriting and summaries.</source>
      <translation>Klein und schnell, gut im Umschreiben und Zusammenfassen.</translation>
    </message>
    <message>
      <source>Small loss.</source>
      <translation>Kleiner Verlust.</translation>
    </message>
    <message>
      <source>Small loss; where memory is no worry.</source>
      <translation>Kleiner Verlust; wo Speicher genug ist.</translation>
    </message>
    <message>
      <source>Small, many languages, can think before it answers.</source>
      <translation>Klein, viele Sprachen, kann vor der Antwort nachdenken.</translation>
    </message>
    <message>
      <source>Small, with long texts in little memory.</source>
      <translation>Klein, mit langen Texten in wenig Speicher.</translation>
    </message>
    <message>
      <source>Something went wrong that should not have</source>
      <translation>Etwas ist schiefgegangen, das nicht sollte</translation>
    </message>
    <message>
      <source>Speculation</source>
      <translation>Spekulation</translation>
    </message>
    <message>
      <source>Start a new chat</source>
      <translation>Neuen Chat beginnen</translation>
    </message>
    <message>
      <source>Start at login</source>
      <translation>Bei der Anmeldung starten</translation>
    </message>
    <message>
      <source>Start the app, in the tray, when you log in.</source>
      <translation>Die App bei der Anmeldung im Infobereich starten.</translation>
    </message>
    <message>
      <source>Starting…</source>
      <translation>Beginnt…</translation>
    </message>
    <message>
      <source>Stay in tray</source>
      <translation>Im Infobereich bleiben</translation>
    </message>
    <message>
      <source>Stream slowdown</source>
      <translation>Verlangsamung von Antworten</translation>
    </message>
    <message>
      <source>Strong at code, reasoning and tools; wants a quick computer.</source>
      <translation>Stark bei Code, Schlussfolgern und Werkzeugen; will einen schnellen Rechner.</translation>
    </message>
    <message>
      <source>Strong at reasoning and arithmetic for its size.</source>
      <translation>Für seine Größe stark im Schlussfolgern und Rechnen.</translation>
    </message>
    <message>
      <source>Takes %1 of %2 free, with a context of %3 tokens</source>
      <translation>Braucht %1 von %2 freien, mit einem Kontext von %3 Token</translation>
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
      <source>The usual choice for a laptop: knows much, uses tools, can think.</source>
      <translation>Das Übliche für einen Laptop: weiß viel, benutzt Werkzeuge, kann nachdenken.</translation>
    </message>
    <message>
      <source>The usual choice: small, and hardly worse to read.</source>
      <translation>Das Übliche: klein und kaum schlechter zu lesen.</translation>
    </message>
    <message>
      <source>Theme</source>
      <translation>Aussehen</translation>
    </message>
    <message>
      <source>This answer was cut off when the program ended. It can be continued.</source>
      <translation>Diese Antwort brach ab, als das Programm endete. Sie kann fortgesetzt werden.</translation>
    </message>
    <message>
      <source>This file is quantized already (%1). Made from the original, the result is better.</source>
      <translation>Diese Datei ist schon quantisiert (%1). Aus dem Original gemacht wird das Ergebnis besser.</translation>
    </message>
    <message>
      <source>This frees %1.</source>
      <translation>Das macht %1 frei.</translation>
    </message>
    <message>
      <source>Threads</source>
      <translation>Threads</translation>
    </message>
    <message>
      <source>Threads to compute with; auto: as many as are fastest at each moment.</source>
      <translation>Threads zum Rechnen; auto: so viele, wie gerade am schnellsten sind.</translation>
    </message>
    <message>
      <source>Time to the first token, s</source>
      <translation>Zeit bis zum ersten Token, s</translation>
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
      <source>Tokens guessed ahead at most, by speculation.</source>
      <translation>Höchstzahl der Token, die die Spekulation im Voraus rät.</translation>
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
      <source>Update address</source>
      <translation>Adresse für Updates</translation>
    </message>
    <message>
      <source>Update check</source>
      <translation>Nach Updates fragen</translation>
    </message>
    <message>
      <source>Version %1 is there</source>
      <translation>Version %1 ist da</translation>
    </message>
    <message>
      <source>Very high loss.</source>
      <translation>Sehr hoher Verlust.</translation>
    </message>
    <message>
      <source>Very small loss.</source>
      <translation>Sehr kleiner Verlust.</translation>
    </message>
    <message>
      <source>Very small: answers at once, for simple questions in English.</source>
      <translation>Sehr klein: antwortet sofort, für einfache Fragen auf Englisch.</translation>
    </message>
    <message>
      <source>Visible loss.</source>
      <translation>Sichtbarer Verlust.</translation>
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
      <source>Window</source>
      <translation>Fenster</translation>
    </message>
    <message>
      <source>Writes naturally, follows instructions well for its size.</source>
      <translation>Schreibt natürlich, folgt Anweisungen für seine Größe gut.</translation>
    </message>
    <message>
      <source>Writes well, in well over a hundred languages.</source>
      <translation>Schreibt gut, in weit über hundert Sprachen.</translation>
    </message>
    <message>
      <source>Yesterday</source>
      <translation>Gestern</translation>
    </message>
    <message>
      <source>You have %1. Nothing is downloaded by itself.</source>
      <translation>Hier läuft %1. Von selbst wird nichts heruntergeladen.</translation>
    </message>
    <message>
      <source>Your chats could not be opened</source>
      <translation>Ihre Chats konnten nicht geöffnet werden</translation>
    </message>
    <message>
      <source>auto, baseline, avx, avx2, avx512 or a module's name; doctor lists them.</source>
      <translation>auto, baseline, avx, avx2, avx512 oder der Name eines Moduls; doctor zählt sie auf.</translation>
    </message>
    <message>
      <source>begins</source>
      <translation>beginnt</translation>
    </message>
    <message>
      <source>cancelled; nothing was changed</source>
      <translation>abgebrochen; nichts wurde geändert</translation>
    </message>
    <message>
      <source>comparing weights</source>
      <translation>vergleicht Gewichte</translation>
    </message>
    <message>
      <source>context %1</source>
      <translation>Kontext %1</translation>
    </message>
    <message>
      <source>converting</source>
      <translation>wandelt um</translation>
    </message>
    <message>
      <source>did not come</source>
      <translation>kam nicht an</translation>
    </message>
    <message>
      <source>embeddings</source>
      <translation>Embeddings</translation>
    </message>
    <message>
      <source>fills in code</source>
      <translation>füllt Code auf</translation>
    </message>
    <message>
      <source>first token %1 s</source>
      <translation>erstes Token %1 s</translation>
    </message>
    <message>
      <source>hears</source>
      <translation>hört</translation>
    </message>
    <message>
      <source>is on this computer</source>
      <translation>ist auf diesem Rechner</translation>
    </message>
    <message>
      <source>licence %1</source>
      <translation>Lizenz %1</translation>
    </message>
    <message>
      <source>loading</source>
      <translation>lädt</translation>
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
      <source>measuring</source>
      <translation>misst</translation>
    </message>
    <message>
      <source>measuring speed</source>
      <translation>misst die Geschwindigkeit</translation>
    </message>
    <message>
      <source>none: its perplexity alone</source>
      <translation>nichts: nur seine Perplexität</translation>
    </message>
    <message>
      <source>not loaded</source>
      <translation>nicht geladen</translation>
    </message>
    <message>
      <source>paused</source>
      <translation>angehalten</translation>
    </message>
    <message>
      <source>perplexity %1</source>
      <translation>Perplexität %1</translation>
    </message>
    <message>
      <source>quantizing</source>
      <translation>quantisiert</translation>
    </message>
    <message>
      <source>ranks</source>
      <translation>ordnet nach Rang</translation>
    </message>
    <message>
      <source>reading</source>
      <translation>liest</translation>
    </message>
    <message>
      <source>reading the calibration text</source>
      <translation>liest den Kalibriertext</translation>
    </message>
    <message>
      <source>same likeliest token %1 %</source>
      <translation>gleiches wahrscheinlichstes Token %1 %</translation>
    </message>
    <message>
      <source>sees</source>
      <translation>sieht</translation>
    </message>
    <message>
      <source>starting again</source>
      <translation>startet neu</translation>
    </message>
    <message>
      <source>thinking</source>
      <translation>denkt nach</translation>
    </message>
    <message>
      <source>tools</source>
      <translation>Werkzeuge</translation>
    </message>
    <message>
      <source>trying both with questions</source>
      <translation>stellt beiden Fragen</translation>
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
      <source>waits for its turn</source>
      <translation>wartet, bis es dran ist</translation>
    </message>
    <message>
      <source>with what it needs to see or hear</source>
      <translation>mit dem, was es zum Sehen oder Hören braucht</translation>
    </message>
    <message>
      <source>writing</source>
      <translation>schreibt</translation>
    </message>
  </context>
  <context>
    <name>WorkList</name>
    <message>
      <source>Find models</source>
      <translation>Modelle finden</translation>
    </message>
    <message>
      <source>Jobs</source>
      <translation>Aufträge</translation>
    </message>
    <message>
      <source>Models that are fetched, quantized or measured are shown here.</source>
      <translation>Hier erscheinen Modelle, die geladen, quantisiert oder gemessen werden.</translation>
    </message>
    <message>
      <source>Nothing is on its way</source>
      <translation>Nichts ist unterwegs</translation>
    </message>
  </context>
</TS>
