import { deflateSync } from 'node:zlib'
import { mp3, objectStream, ooxml, openDocument, pdfOf, photoshop, zipOf } from './archives.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const HTML = '<!doctype html><script>alert(1)</script>'
const svg = (inside: string, more = '') => latin(`<svg xmlns="http://www.w3.org/2000/svg" ${more}>${inside}</svg>`)
const archiveOf = (name: string) => zipOf([{ name, data: 'x' }])
const PE = latin(`MZ\x90\0${'\0'.repeat(300)}This program cannot be run in DOS mode`)

/** The expected result for a file: 415 by its content, 422 with a matching reason. */
export type HostileKind = { what: string; name: string; why: RegExp; make: () => Buffer }

const WRONG = /^Please upload a valid/

/** Hostile files of kinds other than images and videos; none is stored. */
export const hostileKinds: readonly HostileKind[] = (
  [
    ['a program called PDF', 'a.pdf', WRONG, () => PE],
    ['HTML called PDF', 'a.pdf', WRONG, () => latin(HTML)],
    ['HTML in front of a PDF', 'a.pdf', WRONG, () => Buffer.concat([latin(HTML), pdfOf()])],
    ['a PDF without an end', 'a.pdf', WRONG, () => latin('%PDF-1.7\n1 0 obj')],
    ['a PDF of version 9', 'a.pdf', WRONG, () => latin('%PDF-9.9\n%%EOF')],
    [
      'a PDF with a script',
      'a.pdf',
      /holds scripts/,
      () => pdfOf('4 0 obj\n<</S/JavaScript/JS(app.alert(1))>>\nendobj\n'),
    ],
    [
      'a PDF whose script has an escaped name',
      'a.pdf',
      /holds scripts/,
      () => pdfOf('4 0 obj\n<</S/J#61vaScript/JS(1)>>\nendobj\n'),
    ],
    [
      'a PDF whose script is packed',
      'a.pdf',
      /holds scripts/,
      () => pdfOf(objectStream(deflateSync('4 0 <</S/JavaScript/JS(1)>>'))),
    ],
    [
      'a PDF that starts a program',
      'a.pdf',
      /starts programs/,
      () => pdfOf('4 0 obj\n<</S/Launch/F(cmd.exe)>>\nendobj\n'),
    ],
    [
      'a PDF whose objects unpack to 64 MB',
      'a.pdf',
      /unpacks to far more/,
      () => pdfOf(objectStream(deflateSync(Buffer.alloc(64 * 1024 * 1024)))),
    ],
    [
      'a PDF of a hundred bombs',
      'a.pdf',
      /unpacks to far more/,
      () => pdfOf(...Array<Buffer>(100).fill(objectStream(deflateSync(Buffer.alloc(3 * 1024 * 1024))))),
    ],
    [
      'a PDF that is a ZIP as well',
      'a.pdf',
      /ZIP archive as well/,
      () => Buffer.concat([pdfOf(), archiveOf('a.txt').subarray(0), latin('')]),
    ],
    ['a ZIP called PDF', 'a.pdf', WRONG, () => archiveOf('a.txt')],

    ['a program called ZIP', 'a.zip', WRONG, () => PE],
    ['a program in front of a ZIP', 'a.zip', WRONG, () => zipOf([{ name: 'a.txt' }], { before: PE })],
    ['HTML in front of a ZIP', 'a.zip', WRONG, () => zipOf([{ name: 'a.txt' }], { before: latin(HTML) })],
    [
      'another ZIP in front of a ZIP',
      'a.zip',
      /stands in front/,
      () => zipOf([{ name: 'a.txt' }], { before: archiveOf('b.txt') }),
    ],
    ['a ZIP that is cut off', 'a.zip', WRONG, () => archiveOf('a.txt').subarray(0, -9)],
    ['a ZIP with HTML behind it', 'a.zip', WRONG, () => Buffer.concat([archiveOf('a.txt'), latin(HTML)])],
    ['a ZIP with a program', 'a.zip', /holds a program/, () => archiveOf('start/Setup.EXE')],
    ['a ZIP with a script of Windows', 'a.zip', /holds a program/, () => archiveOf('readme.txt.vbs')],
    ['a ZIP with a shortcut', 'a.zip', /holds a program/, () => archiveOf('Open me.lnk')],
    ['a ZIP with a macro document', 'a.zip', /holds a program or macros/, () => archiveOf('plan.docm')],
    ['a ZIP that leads out of its folder', 'a.zip', /leads out of its folder/, () => archiveOf('../../etc/cron.d/a')],
    [
      'a ZIP that leads out by backslashes',
      'a.zip',
      /leads out of its folder/,
      () => archiveOf('..\\..\\Start Menu\\a'),
    ],
    ['a ZIP with an absolute name', 'a.zip', /leads out of its folder/, () => archiveOf('/etc/passwd')],
    ['a ZIP with a drive in a name', 'a.zip', /leads out of its folder/, () => archiveOf('C:\\Windows\\a')],
    ['a ZIP with a line break in a name', 'a.zip', /cannot be used/, () => archiveOf('a\r\nb.txt')],
    [
      'a ZIP with a link',
      'a.zip',
      /link to elsewhere/,
      () => zipOf([{ name: 'a', data: '/etc/passwd', mode: 0o120777 }]),
    ],
    [
      'a ZIP that unpacks to 4 GB',
      'a.zip',
      /more than 100 times/,
      () => zipOf([{ name: 'a.txt', unpacked: 0xfffffff0 }]),
    ],
    [
      'a ZIP of 16 times 4 GB',
      'a.zip',
      /more than 100 times/,
      () => zipOf(Array.from({ length: 16 }, (_, i) => ({ name: `${i}.txt`, unpacked: 0xfffffff0 }))),
    ],
    [
      'a ZIP whose parts overlap',
      'a.zip',
      /overlap/,
      () => zipOf([{ name: 'a.txt', data: Buffer.alloc(999, 'ab'), stored: true }], { repeat: 20 }),
    ],
    [
      'a ZIP with an unlisted part between two listed ones',
      'a.zip',
      /not in its listing, behind a\.txt/,
      () => zipOf([{ name: 'a.txt' }, { name: 'setup.exe', data: 'x', unlisted: true }, { name: 'b.txt' }]),
    ],
    [
      'a ZIP with an unlisted part behind the others',
      'a.zip',
      /not in its listing, behind a\.txt/,
      () =>
        zipOf([
          { name: 'a.txt', data: 'x' },
          { name: 'setup.exe', data: 'x', unlisted: true },
        ]),
    ],
    [
      'a ZIP with a second name that its listing does not know',
      'a.zip',
      /says two names/,
      () => zipOf([{ name: 'notes.txt', data: 'x', head: { unicodeName: 'setup.exe' } }]),
    ],
    ['a ZIP of 20,000 files', 'a.zip', /more than 10,000 files/, () => zipOf([{ name: 'a' }], { repeat: 20_000 })],
    ['a ZIP that lists more than it says', 'a.zip', WRONG, () => zipOf([{ name: 'a' }], { entries: 500 })],
    ['a ZIP whose folders are 100 deep', 'a.zip', /deep/, () => archiveOf(`${'a/'.repeat(100)}b`)],
    ['a ZIP with a name of 60,000 letters', 'a.zip', /cannot be used/, () => archiveOf('a'.repeat(60_000))],
    [
      'a ZIP of 300 ZIPs',
      'a.zip',
      /other archives/,
      () => zipOf(Array.from({ length: 300 }, (_, i) => ({ name: `${i}.zip`, data: archiveOf('a.txt') }))),
    ],
    [
      'a Java program called ZIP',
      'a.zip',
      /is a program/,
      () => zipOf([{ name: 'META-INF/MANIFEST.MF' }, { name: 'A.class' }]),
    ],
    ['an Android program called ZIP', 'a.zip', /is a program/, () => zipOf([{ name: 'AndroidManifest.xml' }])],

    ['a ZIP called Word', 'a.docx', WRONG, () => archiveOf('a.txt')],
    [
      'a Word document with macros',
      'a.docx',
      /holds macros/,
      () => ooxml('word/document.xml', [{ name: 'word/vbaProject.bin' }]),
    ],
    [
      'a Word document whose types name macros',
      'a.docx',
      /holds macros/,
      () =>
        ooxml(
          'word/document.xml',
          [],
          '<Types><Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
        ),
    ],
    [
      'a sheet with macros of version 4',
      'a.xlsx',
      /holds macros/,
      () => ooxml('xl/workbook.xml', [{ name: 'xl/macrosheets/sheet1.xml' }]),
    ],
    [
      'slides with an embedded program',
      'a.pptx',
      /embedded programs/,
      () => ooxml('ppt/presentation.xml', [{ name: 'ppt/embeddings/oleObject1.bin' }]),
    ],
    [
      'a document of LibreOffice with macros',
      'a.odt',
      /holds macros/,
      () => openDocument('text', [{ name: 'Basic/Standard/Module1.xml' }]),
    ],
    ['an old Word document', 'a.docx', WRONG, () => latin(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(600)}`)],
    ['a table that starts a program', 'a.csv', /starts a program/, () => latin('name\n"=cmd|\'/C calc\'!A0"\n')],
    ['a table of bytes', 'a.csv', WRONG, () => latin('a\0b')],

    ['an SVG with a script', 'a.svg', /holds scripts/, () => svg('<script>alert(1)</script>')],
    ['an SVG with a handler', 'a.svg', /holds scripts/, () => svg('', 'onload="alert(1)"')],
    [
      'an SVG with a script behind an escape',
      'a.svg',
      /holds scripts/,
      () => svg('<a href="&#106;avascript:alert(1)">x</a>'),
    ],
    ['an SVG with a page in it', 'a.svg', /pages of other kinds/, () => svg('<foreignObject><body/></foreignObject>')],
    [
      'an SVG that fetches',
      'a.svg',
      /references to other places/,
      () => svg('<image href="https://spy.example/a.png"/>'),
    ],
    [
      'an SVG of a thousand million laughs',
      'a.svg',
      /holds entities/,
      () => latin('<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><svg>&b;</svg>'),
    ],
    ['an SVG that is HTML', 'a.svg', WRONG, () => latin(HTML)],
    ['an SVG of two million comments', 'a.svg', WRONG, () => latin('<!-- -->'.repeat(1_000_000))],
    [
      'a Photoshop file that is a ZIP as well',
      'a.psd',
      /ZIP archive as well/,
      () => Buffer.concat([photoshop(), archiveOf('a')]),
    ],
    ['a Photoshop file of no channels', 'a.psd', WRONG, () => latin(`8BPS\0\x01${'\0'.repeat(30)}`)],
    ['PostScript called Illustrator', 'a.ai', WRONG, () => latin('%!PS-Adobe-3.0 EPSF-3.0\n(%pipe%id) (r) file')],
    ['a PDF called Illustrator', 'a.ai', WRONG, () => pdfOf()],

    ['HTML called MP3', 'a.mp3', WRONG, () => latin(HTML)],
    ['an MP3 that is a ZIP as well', 'a.mp3', /ZIP archive as well/, () => Buffer.concat([mp3(), archiveOf('a')])],
    ['a program called WAV', 'a.wav', WRONG, () => PE],
    ['a video called M4A', 'a.m4a', WRONG, () => latin(`\0\0\0\x14ftypqt  \0\0\0\0qt  ${'\0'.repeat(90)}`)],

    ['a shell script called text', 'a.txt', /begins with #!/, () => latin('#!/bin/sh\nrm -rf /\n')],
    ['HTML called text', 'a.txt', /begins with <!doctype/i, () => latin(HTML)],
    ['PHP called text', 'a.md', /begins with <\?php/, () => latin('<?php system("id") ?>')],
    ['a batch file called text', 'a.txt', /begins with @echo/, () => latin('@echo off\r\ndel *')],
    ['text that is no UTF-8', 'a.txt', /looks like windows-1252.*Save it as UTF-8/, () => latin('caf\xe9')],
    ['text with control characters', 'a.txt', WRONG, () => latin('a\x1b[31mb')],
    ['HTML called subtitles', 'a.vtt', /begins with/, () => latin(HTML)],
    ['subtitles without a time', 'a.srt', /^Line 2: a time such as/, () => latin('1\nHello\n')],
    ['subtitles of bytes', 'a.vtt', WRONG, () => latin('WEBVTT\n\0')],
    [
      'a text of ten million line breaks',
      'a.csv',
      /starts a program/,
      () => Buffer.concat([Buffer.alloc(9_000_000, '\n'), latin("=cmd|'/C x'!A")]),
    ],
    ['nothing', 'a.pdf', WRONG, () => Buffer.alloc(0)],
  ] as const
).map(([what, name, why, make]) => ({ what, name, why, make }))
