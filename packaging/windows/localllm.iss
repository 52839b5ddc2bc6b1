; The installer of the folder that packaging/windows/build.py made, for one user and without an administrator.
; What differs from build to build comes from there: Version, FourNumbers, Folder, Icon, Licence, the name of the output.

#ifndef Version
  #error Version is not defined: build with packaging/windows/build.py
#endif
#ifndef Folder
  #error Folder is not defined: build with packaging/windows/build.py
#endif

[Setup]
; What makes a later version an update of this one. Never to be changed.
AppId={{8E0B5C5E-5C43-4E0B-9A55-3F1B1C0C7A2D}
AppName=localllm
AppVersion={#Version}
AppVerName=localllm {#Version}
VersionInfoVersion={#FourNumbers}
PrivilegesRequired=lowest
DefaultDirName={autopf}\localllm
DefaultGroupName=localllm
DisableProgramGroupPage=yes
DisableDirPage=auto
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
LicenseFile={#Licence}
SetupIconFile={#Icon}
UninstallDisplayIcon={app}\localllm-app.exe
UninstallDisplayName=localllm
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern
ChangesAssociations=yes
ChangesEnvironment=yes
; An app that runs is asked to close, and is started again afterwards.
CloseApplications=yes
RestartApplications=yes

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"
Name: "ja"; MessagesFile: "compiler:Languages\Japanese.isl"

[CustomMessages]
en.Gguf=Open .gguf files with localllm
de.Gguf=.gguf-Dateien mit localllm öffnen
ja.Gguf=.gguf ファイルを localllm で開く
en.Path=Make the command localllm known in terminals (adds it to your PATH)
de.Path=Den Befehl localllm in Terminals bekannt machen (kommt in Ihren PATH)
ja.Path=ターミナルで localllm コマンドを使えるようにする（PATH に追加）
en.Start=Open localllm
de.Start=localllm öffnen
ja.Start=localllm を開く
en.DeleteData=Delete your chats, settings and the models that localllm fetched, too?%n%n%1%n%nThey stay unless you say yes. Models in other folders are never touched.
de.DeleteData=Auch Ihre Chats, Einstellungen und die von localllm geladenen Modelle löschen?%n%n%1%n%nOhne ein Ja bleiben sie. Modelle in anderen Ordnern werden nie angerührt.
ja.DeleteData=チャット、設定、localllm が取得したモデルも削除しますか？%n%n%1%n%n「はい」を選ばない限り残ります。ほかのフォルダーのモデルには触れません。

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked
Name: "gguf"; Description: "{cm:Gguf}"
Name: "path"; Description: "{cm:Path}"

[InstallDelete]
; Of a version before: what it had and this one has not would stay, and be imported.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Folder}\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{group}\localllm"; Filename: "{app}\localllm-app.exe"
Name: "{autodesktop}\localllm"; Filename: "{app}\localllm-app.exe"; Tasks: desktopicon

[Registry]
; One more way to open them: what opened them before goes on doing so until the user chooses.
Root: HKCU; Subkey: "Software\Classes\.gguf\OpenWithProgids"; ValueType: string; ValueName: "localllm.gguf"; ValueData: ""; Flags: uninsdeletevalue uninsdeletekeyifempty; Tasks: gguf
Root: HKCU; Subkey: "Software\Classes\localllm.gguf"; ValueType: string; ValueName: ""; ValueData: "GGUF model"; Flags: uninsdeletekey; Tasks: gguf
Root: HKCU; Subkey: "Software\Classes\localllm.gguf\DefaultIcon"; ValueType: string; ValueName: ""; ValueData: "{app}\localllm-app.exe,0"; Tasks: gguf
Root: HKCU; Subkey: "Software\Classes\localllm.gguf\shell\open\command"; ValueType: string; ValueName: ""; ValueData: """{app}\localllm-app.exe"" ""%1"""; Tasks: gguf

[Run]
Filename: "{app}\localllm-app.exe"; Description: "{cm:Start}"; Flags: nowait postinstall skipifsilent

[UninstallDelete]
; The app's own entry for starting at login would start what is gone.
Type: files; Name: "{userstartup}\localllm.cmd"

[Code]
const
  EnvironmentKey = 'Environment';

function PathOfUser(): String;
begin
  if not RegQueryStringValue(HKEY_CURRENT_USER, EnvironmentKey, 'Path', Result) then
    Result := '';
end;

procedure AddToPath(Folder: String);
var
  Path: String;
begin
  Path := PathOfUser();
  if Pos(';' + Uppercase(Folder) + ';', ';' + Uppercase(Path) + ';') > 0 then
    exit;
  if (Path <> '') and (Path[Length(Path)] <> ';') then
    Path := Path + ';';
  RegWriteExpandStringValue(HKEY_CURRENT_USER, EnvironmentKey, 'Path', Path + Folder);
end;

procedure TakeFromPath(Folder: String);
var
  Path: String;
  At: Integer;
begin
  Path := ';' + PathOfUser() + ';';
  At := Pos(';' + Uppercase(Folder) + ';', Uppercase(Path));
  if At = 0 then
    exit;
  Delete(Path, At, Length(Folder) + 1);
  Path := Copy(Path, 2, Length(Path) - 2);
  RegWriteExpandStringValue(HKEY_CURRENT_USER, EnvironmentKey, 'Path', Path);
end;

procedure CurStepChanged(CurStep: TSetupStep);
begin
  if (CurStep = ssPostInstall) and WizardIsTaskSelected('path') then
    AddToPath(ExpandConstant('{app}'));
end;

{ Chats, settings and fetched models lie outside the program's folder, and stay unless a person says otherwise. }
procedure CurUninstallStepChanged(CurUninstallStep: TUninstallStep);
var
  Data: String;
begin
  if CurUninstallStep <> usPostUninstall then
    exit;
  TakeFromPath(ExpandConstant('{app}'));
  Data := ExpandConstant('{localappdata}\localllm');
  if UninstallSilent() or not DirExists(Data) then
    exit;
  if MsgBox(FmtMessage(CustomMessage('DeleteData'), [Data]), mbConfirmation, MB_YESNO or MB_DEFBUTTON2) = IDYES then
    DelTree(Data, True, True, True);
end;
