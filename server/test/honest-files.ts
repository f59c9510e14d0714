import { deflateSync } from 'node:zlib'
import { objectStream, pdfOf, zipOf } from './archives.ts'

/** A file with suspicious words and a harmless structure. */
export type HonestFile = { what: string; name: string; make: () => Buffer }

const object = (inside: string) => pdfOf(`4 0 obj\n${inside}\nendobj\n`)
const page = (text: string) => object(`<</Length ${text.length}>>stream\n${text}\nendstream`)
const packedPage = (text: string) => {
  const packed = deflateSync(text)
  const dictionary = Buffer.from(`4 0 obj\n<</Filter/FlateDecode/Length ${packed.length}>>stream\n`)
  return pdfOf(Buffer.concat([dictionary, packed, Buffer.from('\nendstream\nendobj\n')]))
}
const site = (...names: string[]) => zipOf(names.map((name) => ({ name, data: `What ${name} is for` })))
const srt = (text: string) => `1\n00:00:01,000 --> 00:00:03,000\n${text}\n`
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

const pdfs: readonly [what: string, make: () => Buffer][] = [
  ['a link to JavaScript on MDN', () => object('<</S/URI/URI(https://developer.mozilla.org/docs/Web/JavaScript)>>')],
  ['the title HTML/CSS/JavaScript', () => object('<</Title(HTML/CSS/JavaScript for beginners)>>')],
  ['the page text Ads/Launch checklist', () => page('BT (Ads/Launch checklist) Tj ET')],
  ['a book about PDF that shows an action', () => page('BT (<</S/JavaScript/JS\\(app.alert\\(1\\)\\)>>) Tj ET')],
  ['a packed page that shows a whole object', () => packedPage('BT (4 0 obj <</S/Launch/F(a.exe)>> endobj) Tj ET')],
  ['keywords of its author', () => object('<</Keywords(/RichMedia /XFA /EmbeddedFiles /EF /JS)/Creator(Launch)>>')],
  [
    'headings that are places',
    () => object('<</JavaScript[3 0 R/XYZ 0 700 0]/Launch[3 0 R/XYZ 0 9 0]/XFA[3 0 R/Fit]>>'),
  ],
  ['styles named Launch and JavaScript', () => object('<</RoleMap<</Launch/H1/JavaScript/Code/XFA/P>>>>')],
  ['paragraphs in those styles', () => object('<</Type/StructElem/S/JavaScript/P 3 0 R/K 0>>')],
  ['packed titles with brackets', () => pdfOf(objectStream(deflateSync('4 0 <</Title(Why << and /JS (x\\)) hurt)>>')))],
  ['a comment of its program', () => pdfOf('% made by /JavaScript/Launch 1.0\n')],
  ['a link to a page called launch.exe', () => object('<</S/URI/URI(https://a.example/Launch/setup.exe)>>')],
]

const archives: readonly [what: string, make: () => Buffer][] = [
  ['a site with a text called instagram.com', () => site('site/index.html', 'site/app.js', 'Follow instagram.com')],
  ['a site with folders of addresses', () => site('example.com/index.html', 'www.example.com/a.css', 'CNAME')],
  ['a list of shops, each a text', () => site('Amazon.com', 'FLIPKART.COM', 'notes/Myntra.com')],
  ['an empty text called example.com', () => zipOf([{ name: 'example.com' }])],
  ['a text of Notepad called example.com', () => zipOf([{ name: 'example.com', data: utf16('Follow us, हम यहाँ हैं') }])],
  ['code in seven languages', () => site('a.py', 'b.sh', 'c.ts', 'd.php', 'e.rb', 'F.java', 'g.c')],
  [
    'a project with its Makefile',
    () => site('Makefile', 'src/launch.c', 'bin/.keep', 'docs/exe.md', 'com/org/App.java'),
  ],
  ['lessons about files', () => site('What is .exe.txt', 'macros.md', 'autorun notes.txt', 'dll explained.pdf')],
]

const texts: readonly [name: string, text: string | Buffer][] = [
  ['Mzansi guide.txt', 'Mzansi is a word for South Africa.'],
  [
    'Tags.md',
    '# HTML\n\nA page begins with `<html>`, a script with `<script>`.\n\n```html\n<script>alert(1)</script>\n```\n',
  ],
  ['Shell.md', '#!important: read this\n\nA script begins with #!/bin/sh, a batch file with @echo off.\n'],
  ['Formats.txt', '%PDF is the first word of a PDF, {\\rtf of a rich text, <?php of a PHP file.\n'],
  ['Notes of Notepad.txt', utf16('नोट्स: MZ, @echo और <?php\r\n')],
  ['Macros.csv', 'Name,Note\nmacroEnabled,"vbaProject.bin, cmd.exe"\n'],
  ['Tabelle.csv', utf16('नाम,नोट\r\nआशा,"a | b"\r\n')],
  ['Captions of Notepad.srt', utf16(srt('नमस्ते'))],
  ['Captions about code.srt', srt('Write <script> into {braces}, open C:\\New and run /JavaScript')],
  ['Captions of an editor.srt', srt('{\\an8}{\\i1}Launch{\\i0}\\Nnow')],
]

/** Files that were refused for a word, or could have been. */
export const honestFiles: readonly HonestFile[] = [
  ...pdfs.map(([what, make]) => ({ what: `a PDF with ${what}`, name: 'a.pdf', make })),
  ...archives.map(([what, make]) => ({ what, name: 'a.zip', make })),
  ...texts.map(([name, text]) => ({ what: 'a text', name, make: () => Buffer.from(text) })),
]
