import { deflateSync } from 'node:zlib'
import { mp3, type Part, pdfOf, wav, zipOf } from './archives.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const svg = (inside: string) => latin(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`)
const vtt = (shown: string) => latin(`WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${shown}\n`)
const WRONG = /^Please upload a valid/
const MB = 1024 * 1024

/**
 * The expected result for a file: refused with a matching reason, or stored where nothing in it runs and no code of
 * ours parses all of it.
 */
export type SoldFile = { what: string; name: string; becomes: RegExp | 'kept'; make: () => Buffer }

const FRAME = 'APIC\0\0\0\0\0\0\0image/png\0\x03\0'

/** Builds an ID3 tag with this image and this declared length. */
function tag(picture: Buffer, shows = FRAME.length + picture.length): Buffer {
  const head = latin('ID3\x03\0\0\0\0\0\0')
  for (let at = 0; at < 4; at += 1) head.writeUInt8((shows >> (7 * (3 - at))) & 127, 6 + at)
  const frame = latin(FRAME)
  frame.writeUInt32BE(picture.length, 4)
  return Buffer.concat([head, frame, picture])
}

const TYPES = '[Content_Types].xml'
const MACROS = latin('<Types><Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>')
const typesOf = (types: Part) => zipOf([types, { name: 'word/document.xml', data: '<w/>' }])

/** Elements that each reference the previous one ten times. */
const laughs = Array.from({ length: 12 }, (_, at) => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(10)}</g>`)

/**
 * More formats that creators sell, built to exhaust a parser, to be two formats at once, or to run on a buyer's
 * machine.
 */
export const soldFiles: readonly SoldFile[] = (
  [
    [
      'a PDF with a program in it',
      'a.pdf',
      /holds other files/,
      () => pdfOf('4 0 obj\n<</Type/EmbeddedFile/Length 2>>\nstream\nMZ\nendstream\nendobj\n'),
    ],
    [
      'a PDF whose inner file has an escaped name',
      'a.pdf',
      /holds other files/,
      () => pdfOf('4 0 obj\n<</Type/Embedded#46ile/Length 2>>\nstream\nMZ\nendstream\nendobj\n'),
    ],
    ['a PDF with an XFA form', 'a.pdf', /holds a form/, () => pdfOf('4 0 obj\n<</AcroForm<</XFA 5 0 R>>>>\nendobj\n')],
    [
      'a PDF with a film of Flash',
      'a.pdf',
      /holds a player/,
      () => pdfOf('4 0 obj\n<</Subtype/RichMedia/RichMediaContent 5 0 R>>\nendobj\n'),
    ],
    ['a PDF of 2 MB of streams without an end', 'a.pdf', 'kept', () => pdfOf('/ObjStm stream\n'.repeat(150_000))],
    [
      'a PDF of 2 MB of names in front of one stream',
      'a.pdf',
      'kept',
      () => pdfOf('/ObjStm '.repeat(250_000), 'stream\n'),
    ],
    [
      'a PDF of broken packed objects',
      'a.pdf',
      /unpacks to far more/,
      () =>
        pdfOf(
          `9 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>stream\n${deflateSync('a').toString('latin1').slice(0, 3)}\xff endstream\n`.repeat(
            1_000,
          ),
        ),
    ],
    [
      'a PDF whose table of objects is elsewhere',
      'a.pdf',
      'kept',
      () => Buffer.concat([pdfOf(), latin('startxref\n99999999999\n%%EOF\n')]),
    ],
    [
      'a PDF of two thousand million pages',
      'a.pdf',
      'kept',
      () => pdfOf('2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 2000000000>>\nendobj\n'),
    ],
    [
      'a PDF whose pages hold each other',
      'a.pdf',
      'kept',
      () => pdfOf('2 0 obj\n<</Type/Pages/Kids[2 0 R]/Count 1>>\nendobj\n'),
    ],
    ['an encrypted PDF', 'a.pdf', 'kept', () => pdfOf('trailer\n<</Encrypt<</Filter/Standard/V 5>>/Root 1 0 R>>\n')],

    [
      'a ZIP with two files of one name',
      'a.zip',
      /of the same name/,
      () =>
        zipOf([
          { name: 'a.txt', data: 'x' },
          { name: 'a.txt', data: 'y' },
        ]),
    ],
    [
      'a ZIP whose names differ in case alone',
      'a.zip',
      /of the same name/,
      () =>
        zipOf([
          { name: 'Read.txt', data: 'x' },
          { name: 'READ.TXT', data: 'y' },
        ]),
    ],
    [
      'a ZIP in a ZIP in a ZIP, twenty deep',
      'a.zip',
      'kept',
      () => {
        let inner = zipOf([{ name: 'a.txt', data: Buffer.alloc(MB) }])
        for (let depth = 0; depth < 20; depth += 1) inner = zipOf([{ name: 'a.zip', data: inner }])
        return inner
      },
    ],
    [
      'a ZIP that says it has 65,535 files',
      'a.zip',
      /more than 10,000 files/,
      () => zipOf([{ name: 'a.txt' }], { entries: 0xffff }),
    ],
    [
      'a ZIP whose part says it is a ZIP64 one',
      'a.zip',
      /stands in front/,
      () => zipOf([{ name: 'a.txt', data: 'x', unpacked: 0xffffffff, packed: 0xffffffff, offset: 0xffffffff }]),
    ],
    [
      'a ZIP whose part lies behind its end',
      'a.zip',
      /stands in front/,
      () => zipOf([{ name: 'a.txt', data: 'x', offset: 0x7ffffff0 }]),
    ],
    [
      'a ZIP of 9,999 names of 400 letters',
      'a.zip',
      'kept',
      () => zipOf(Array.from({ length: 9_999 }, (_, at) => ({ name: `${at}-${'a'.repeat(400)}` }))),
    ],

    [
      'a ZIP whose listing says less than the head of a part',
      'a.zip',
      /says two names or sizes/,
      () => zipOf([{ name: 'a.txt', data: Buffer.alloc(20 * MB), unpacked: 20, head: { unpacked: 20 * MB } }]),
    ],
    [
      'a ZIP whose listing says more than the head of a part',
      'a.zip',
      /says two names or sizes/,
      () => zipOf([{ name: 'a.txt', data: Buffer.alloc(20 * MB), head: { unpacked: 20 } }]),
    ],
    [
      'a ZIP whose head hides a part behind another',
      'a.zip',
      /says two names or sizes/,
      () =>
        zipOf([
          { name: 'a.txt', data: 'x', stored: true, head: { packed: 40, unpacked: 40 } },
          { name: 'b.txt', data: 'y', stored: true },
        ]),
    ],
    [
      'a ZIP whose head says 16 EB and does not say how',
      'a.zip',
      /says two names or sizes/,
      () => zipOf([{ name: 'a.txt', data: 'x', head: { packed: 0xffffffff, unpacked: 0xffffffff } }]),
    ],
    [
      'a ZIP whose head leads out where its listing does not',
      'a.zip',
      /says two names or sizes/,
      () => zipOf([{ name: 'notes.txt', data: 'x', head: { name: '../../.bashrc' } }]),
    ],
    [
      'a ZIP whose head names a program of the same length',
      'a.zip',
      /says two names or sizes/,
      () => zipOf([{ name: 'notes.txt', data: 'x', head: { name: 'setup.exe' } }]),
    ],
    [
      'a ZIP that names a program, and in Unicode a text',
      'a.zip',
      /holds a program/,
      () => zipOf([{ name: 'setup.exe', unicodeName: 'notes.txt', data: 'x' }]),
    ],
    [
      'a ZIP that leads out, and in Unicode does not',
      'a.zip',
      /leads out/,
      () => zipOf([{ name: '..\\notes.txt', unicodeName: 'notes.txt', data: 'x' }]),
    ],
    [
      'a ZIP whose address is a program of Windows',
      'a.zip',
      /holds a program or macros: Follow instagram\.com\. Take it out/,
      () => zipOf([{ name: 'Follow instagram.com', data: latin('MZ\x90\0\x03\0\0\0') }]),
    ],
    [
      'a ZIP whose address is a program of DOS',
      'a.zip',
      /holds a program/,
      () => zipOf([{ name: 'Follow instagram.com', data: latin('\xb4\x09\xba\x0b\x01\xcd\x21\xc3') }]),
    ],
    [
      'a ZIP whose address begins as a text and is none',
      'a.zip',
      /holds a program/,
      () => zipOf([{ name: 'Follow instagram.com', data: latin('Follow us\0\x90\x90') }]),
    ],
    [
      'a ZIP with a Hindi name, and what an old program makes of it',
      'a.zip',
      'kept',
      () => zipOf([{ name: '???.txt', unicodeName: 'नोट.txt', head: { unicodeName: 'नोट.txt' }, data: 'x' }]),
    ],
    // An unpacker stops at 20 bytes; nothing of ours unpacks it.
    [
      'a ZIP of 64 MB that says 20 bytes everywhere',
      'a.zip',
      'kept',
      () => zipOf([{ name: 'a.txt', data: Buffer.alloc(64 * MB), unpacked: 20 }]),
    ],
    [
      'an office document whose list of types says 20 bytes, and names macros',
      'a.docx',
      WRONG,
      () => typesOf({ name: TYPES, data: MACROS, unpacked: 20 }),
    ],
    [
      'an office document whose list of types is too long to look for macros',
      'a.docx',
      WRONG,
      () => typesOf({ name: TYPES, data: Buffer.concat([Buffer.alloc(2 * MB, ' '), MACROS]) }),
    ],

    [
      'an MP3 whose picture is a program',
      'a.mp3',
      'kept',
      () => Buffer.concat([tag(latin('MZ\x90\0\x03\0\0\0This program cannot be run in DOS mode')), mp3()]),
    ],
    [
      'an MP3 of a thousand tags that each say 256 MB',
      'a.mp3',
      'kept',
      () => Buffer.concat([...Array.from({ length: 1_000 }, () => tag(Buffer.alloc(0), 0xfffffff)), mp3()]),
    ],
    [
      'an MP3 whose tag is longer than the file',
      'a.mp3',
      'kept',
      () => Buffer.concat([tag(Buffer.alloc(9), 0xfffffff), mp3()]),
    ],
    [
      'a WAV that says it has 4 GB',
      'a.wav',
      'kept',
      () => {
        const sound = wav()
        sound.writeUInt32LE(0xffffffff, 40)
        return sound
      },
    ],

    [
      'subtitles with script in them',
      'a.vtt',
      'kept',
      () => vtt('<script>alert(1)</script><img src=x onerror=alert(1)>'),
    ],
    ['subtitles with half a tag', 'a.vtt', 'kept', () => vtt('<script src=//spy.example')],
    ['subtitles with a line of 900,000 letters', 'a.vtt', /longer than 2000/, () => vtt('a'.repeat(900_000))],
    [
      'subtitles with a time of 900,000 spaces',
      'a.vtt',
      /a time such as/,
      () => latin(`WEBVTT\n\n00:00:01.000${' '.repeat(900_000)}00:00:02.000\nHello\n`),
    ],
    ['subtitles of 900,000 opening brackets', 'a.vtt', /longer than 2000/, () => vtt('<'.repeat(900_000))],
    [
      'subtitles of 30,000 cues',
      'a.vtt',
      /more than 20000|too large/,
      () => latin(`WEBVTT\n\n${'00:00:01.000 --> 00:00:02.000\na\n\n'.repeat(30_000)}`),
    ],
    [
      'subtitles that run backwards',
      'a.vtt',
      /the end is not after/,
      () => latin('WEBVTT\n\n00:00:09.000 --> 00:00:01.000\na\n'),
    ],
    ['subtitles with 99 minutes', 'a.srt', /go to 59/, () => latin('1\n00:99:00,000 --> 00:99:01,000\na\n')],
    [
      'subtitles of UTF-16 with half a letter',
      'a.vtt',
      /UTF-16 text are damaged/,
      () => Buffer.from('\ufeffWEBVTT\n\n00:00:01.000 --> 00:00:02.000\na\n', 'utf16le').subarray(0, -1),
    ],

    [
      'an SVG of a million million uses',
      'a.svg',
      'kept',
      () => svg(`<g id="a0"><path d="M0 0"/></g>${laughs.join('')}`),
    ],
    [
      'an SVG whose parts use each other',
      'a.svg',
      'kept',
      () => svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    ],
    [
      'an SVG with a page as a data address',
      'a.svg',
      /holds scripts/,
      () => svg('<a href="data:application/xhtml+xml;base64,PGh0bWw+">x</a>'),
    ],
    [
      'an SVG that includes a file',
      'a.svg',
      /holds entities/,
      () => latin('<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>'),
    ],
    ['an SVG with an address of 900,000 spaces', 'a.svg', 'kept', () => svg(`<a href=${' '.repeat(900_000)}x>x</a>`)],
    [
      'an SVG with a handler behind 900,000 letters',
      'a.svg',
      /holds scripts/,
      () => svg(`<g on${'a'.repeat(900_000)}="x"/>`),
    ],
    [
      'an SVG of UTF-16',
      'a.svg',
      /looks like UTF-16/,
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>', 'utf16le'),
    ],
  ] as const
).map(([what, name, becomes, make]) => ({ what, name, becomes, make }))
