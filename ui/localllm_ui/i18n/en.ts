<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
  <context>
    <name>DeleteSheet</name>
    <message numerus="yes">
      <source>and %n more</source>
      <translation>
        <numerusform>and %n more</numerusform>
        <numerusform>and %n more</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>TrashSheet</name>
    <message numerus="yes">
      <source>Delete %n chat(s) for good</source>
      <translation>
        <numerusform>Delete %n chat for good</numerusform>
        <numerusform>Delete %n chats for good</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>Words</name>
    <message numerus="yes">
      <source>%n chat(s) imported</source>
      <translation>
        <numerusform>%n chat imported</numerusform>
        <numerusform>%n chats imported</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n download(s)</source>
      <translation>
        <numerusform>%n download</numerusform>
        <numerusform>%n downloads</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n job(s)</source>
      <translation>
        <numerusform>%n job</numerusform>
        <numerusform>%n jobs</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n left out</source>
      <translation>
        <numerusform>%n left out</numerusform>
        <numerusform>%n left out</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n model file(s)</source>
      <translation>
        <numerusform>%n model file</numerusform>
        <numerusform>%n model files</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n part(s)</source>
      <translation>
        <numerusform>%n part</numerusform>
        <numerusform>%n parts</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%n thread(s)</source>
      <translation>
        <numerusform>%n thread</numerusform>
        <numerusform>%n threads</numerusform>
      </translation>
    </message>
  </context>
</TS>
