import { deflateSync } from 'node:zlib'
import { mp3, objectStream, ooxml, openDocument, pdfOf, photoshop, wav, zipOf } from './archives.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')

export const SUBTITLES_VTT = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nनमस्ते\n'
export const SUBTITLES_SRT = '1\n00:00:01,000 --> 00:00:02,500\nHello\n\n2\n00:00:03,000 --> 00:00:04,000\nAgain\n'

/** Typical files that creators sell, one of each format besides images and videos; `type` as browsers report it. */
export const soundFiles: readonly { name: string; type: string; kept: string; make: () => Buffer }[] = [
  { name: 'Lesson one.mp3', type: 'audio/mpeg', kept: 'mp3', make: mp3 },
  { name: 'voice.wav', type: 'audio/wav', kept: 'wav', make: wav },
  {
    name: 'voice.m4a',
    type: 'audio/x-m4a',
    kept: 'm4a',
    make: () => latin(`\0\0\0\x18ftypM4A \0\0\0\0M4A mp42${'\0'.repeat(99)}`),
  },
  { name: 'voice.flac', type: '', kept: 'flac', make: () => latin(`fLaC\0\0\0\x22${'\0'.repeat(99)}`) },
  {
    name: 'voice.opus',
    type: 'audio/ogg',
    kept: 'oga',
    make: () =>
      latin(`OggS\0\x02${'\0'.repeat(8)}\x01\0\0\0\0\0\0\0\0\0\0\0\x01\x13OpusHead\x01\x01${'\0'.repeat(60)}`),
  },
  {
    name: 'Workbook.pdf',
    type: 'application/pdf',
    kept: 'pdf',
    make: () => pdfOf(objectStream(deflateSync('1 0 <</A 1>>'))),
  },
  {
    name: 'templates.zip',
    type: 'application/x-zip-compressed',
    kept: 'zip',
    make: () =>
      zipOf([
        { name: 'site/index.html', data: '<html>' },
        { name: 'site/app.js', data: 'x' },
        { name: 'more.zip', data: zipOf([]) },
      ]),
  },
  { name: 'plan.docx', type: '', kept: 'docx', make: () => ooxml('word/document.xml') },
  { name: 'sheet.xlsx', type: '', kept: 'xlsx', make: () => ooxml('xl/workbook.xml') },
  { name: 'slides.pptx', type: '', kept: 'pptx', make: () => ooxml('ppt/presentation.xml') },
  { name: 'plan.odt', type: '', kept: 'odt', make: () => openDocument('text') },
  { name: 'sheet.ods', type: '', kept: 'ods', make: () => openDocument('spreadsheet') },
  { name: 'slides.odp', type: '', kept: 'odp', make: () => openDocument('presentation') },
  {
    name: 'list.csv',
    type: 'application/vnd.ms-excel',
    kept: 'csv',
    make: () => Buffer.from('नाम,price\n"=A1+2",-5\n'),
  },
  { name: 'poster.psd', type: 'image/vnd.adobe.photoshop', kept: 'psd', make: photoshop },
  {
    name: 'logo.ai',
    type: 'application/postscript',
    kept: 'ai',
    make: () => pdfOf('4 0 obj\n<</AIMetaData 5 0 R>>\nendobj\n'),
  },
  {
    name: 'app.sketch',
    type: '',
    kept: 'sketch',
    make: () =>
      zipOf([
        { name: 'document.json', data: '{}' },
        { name: 'meta.json', data: '{}' },
      ]),
  },
  {
    name: 'icon.svg',
    type: 'image/svg+xml',
    kept: 'svg',
    make: () =>
      latin('<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/></svg>'),
  },
  { name: 'notes.txt', type: 'text/plain', kept: 'txt', make: () => Buffer.from('\ufeffनोट्स\r\n\tone\n') },
  { name: 'notes.md', type: 'text/markdown', kept: 'md', make: () => latin('# Notes\n') },
  { name: 'english.vtt', type: 'text/vtt', kept: 'vtt', make: () => Buffer.from(SUBTITLES_VTT) },
]
