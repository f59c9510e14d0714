import { deflateSync } from 'node:zlib'
import type { MediaKind } from 'contract/media/kinds'
import { mp3, objectStream, ooxml, pdfOf, photoshop, wav, zipOf } from './archives.ts'
import { bombPng, picture, video } from './upload-files.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const filled = (bytes: number, text: string) => text.repeat(Math.max(1, Math.floor(bytes / text.length)))
const half = (file: Buffer) => file.subarray(0, Math.floor(file.length / 2))
const drawing = (inside: string) => latin(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`)

/** A file built to exhaust its parser, of about this many bytes. */
export type HostileTwin = {
  kind: MediaKind
  what: string
  name: string
  make: (bytes: number) => Buffer | Promise<Buffer>
}

/** Each kind of upload has some; every one is uploaded by every call that accepts its kind. */
export const hostileTwins: readonly HostileTwin[] = (
  [
    ['design', 'a drawing of dense escapes', 'a.svg', (bytes) => drawing(filled(bytes, '&#9'))],
    ['design', 'a drawing of escaped letters', 'a.svg', (bytes) => drawing(filled(bytes, '&#65;'))],
    ['design', 'a drawing of doctypes', 'a.svg', (bytes) => latin(filled(bytes, '<!DOCTYPE'))],
    [
      'design',
      'a drawing of doctypes with an end',
      'a.svg',
      (bytes) => latin(`${filled(bytes, '<!DOCTYPE svg>')}<svg/>`),
    ],
    ['design', 'a drawing of deep groups', 'a.svg', (bytes) => drawing(filled(bytes, '<g>'))],
    ['design', 'a drawing of comments', 'a.svg', (bytes) => drawing(filled(bytes, '<!-- -'))],
    ['design', 'a drawing of one attribute', 'a.svg', (bytes) => drawing(`<path d="${filled(bytes, 'M0 0 ')}"/>`)],
    ['design', 'a drawing of spaces in front of equal signs', 'a.svg', (bytes) => drawing(filled(bytes, ' onx '))],
    ['design', 'half a drawing', 'a.svg', (bytes) => half(drawing(`<text>${filled(bytes, 'a ')}</text>`))],
    ['design', 'half an image of layers', 'a.psd', (bytes) => Buffer.concat([half(photoshop()), Buffer.alloc(bytes)])],
    ['office', 'a table of cells that begin as programs', 'a.csv', (bytes) => latin(filled(bytes, ',=a|'))],
    ['office', 'a table of one long line', 'a.csv', (bytes) => latin(filled(bytes, 'a'))],
    ['office', 'a table of formulas', 'a.csv', (bytes) => latin(filled(bytes, '=HYPERLINK("http://a.example";"b")\n'))],
    ['office', 'a table of quotes', 'a.csv', (bytes) => latin(filled(bytes, '"'))],
    [
      'office',
      'a document with a long list of types',
      'a.docx',
      (bytes) => ooxml('word/document.xml', [], filled(bytes, '<a>')),
    ],
    [
      'office',
      'half a document',
      'a.docx',
      (bytes) => half(ooxml('word/document.xml', [{ name: 'a', data: Buffer.alloc(bytes) }])),
    ],
    ['text', 'a text of line breaks', 'a.txt', (bytes) => latin(filled(bytes, '\n'))],
    ['text', 'a text of one long line', 'a.txt', (bytes) => latin(filled(bytes, ' a'))],
    [
      'text',
      'a text that ends in half a letter',
      'a.txt',
      (bytes) => Buffer.concat([Buffer.from(filled(bytes, 'क')), Buffer.from([0xe0])]),
    ],
    [
      'subtitles',
      'subtitles of opening brackets',
      'a.vtt',
      (bytes) => latin(`WEBVTT\n\n00:01.000 --> 00:02.000\n${filled(bytes, '<')}`),
    ],
    ['subtitles', 'subtitles of arrows', 'a.srt', (bytes) => latin(filled(bytes, '-->\n\n'))],
    [
      'subtitles',
      'subtitles of opened codes',
      'a.srt',
      (bytes) => latin(`1\n00:00:01,000 --> 00:00:02,000\n${filled(bytes, '{\\')}`),
    ],
    ['pdf', 'a PDF of dense escapes', 'a.pdf', (bytes) => pdfOf(filled(bytes, '/#41'))],
    ['pdf', 'a PDF of deep dictionaries', 'a.pdf', (bytes) => pdfOf(filled(bytes, '<<'))],
    ['pdf', 'a PDF of opened strings', 'a.pdf', (bytes) => pdfOf(filled(bytes, '('))],
    ['pdf', 'a PDF of packed objects', 'a.pdf', (bytes) => pdfOf(filled(bytes, '/ObjStm stream\n'))],
    [
      'pdf',
      'a PDF that unpacks to much',
      'a.pdf',
      (bytes) => pdfOf(objectStream(deflateSync(Buffer.alloc(3 * bytes)))),
    ],
    ['pdf', 'half a PDF', 'a.pdf', (bytes) => half(pdfOf(filled(bytes, ' ')))],
    ['archive', 'an archive of many names', 'a.zip', (bytes) => zipOf(names(Math.min(9_999, bytes / 600)))],
    [
      'archive',
      'half an archive',
      'a.zip',
      (bytes) => half(zipOf([{ name: 'a', data: Buffer.alloc(bytes), stored: true }])),
    ],
    [
      'audio',
      'a sound of many tags',
      'a.mp3',
      (bytes) => Buffer.concat([latin(filled(bytes, 'ID3\x03\0\0\0\0\0\0')), mp3()]),
    ],
    ['audio', 'half a sound', 'a.wav', (bytes) => half(Buffer.concat([wav(), Buffer.alloc(bytes)]))],
    ['video', 'half a video', 'a.mp4', (bytes) => half(video('mp4', bytes))],
    [
      'video',
      'a video of empty boxes',
      'a.mp4',
      (bytes) => Buffer.concat([video('mp4', 0), latin(filled(bytes, '\0\0\0\x08free'))]),
    ],
    [
      'video',
      'a video of nested elements',
      'a.webm',
      (bytes) => Buffer.concat([video('webm', 0), latin(filled(bytes, '\x18\x53\x80\x67\xff'))]),
    ],
    ['image', 'an image whose text unpacks to much', 'a.png', () => bombPng(64)],
    ['image', 'half an image', 'a.jpg', async () => half(await picture('jpeg', { width: 2_000, height: 1_500 }))],
  ] as const satisfies [MediaKind, string, string, HostileTwin['make']][]
).map(([kind, what, name, make]) => ({ kind, what, name, make }))

function names(count: number) {
  return Array.from({ length: count }, (_, at) => ({ name: `${at}-${'a'.repeat(250)}` }))
}
