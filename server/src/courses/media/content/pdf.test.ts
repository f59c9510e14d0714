import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { objectStream, pdfOf } from '../../../../test/archives.ts'
import { readPdf } from './pdf.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-pdf-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function reasonOf(pdf: Buffer): Promise<string | undefined> {
  const path = join(folder, 'a.pdf')
  await writeFile(path, pdf)
  return readPdf(path, pdf.length).then(
    (found) => (found ? undefined : 'no PDF'),
    ({ message }) => message,
  )
}

const ACTION = '<</S/JavaScript/JS(app.alert(1))>>'
const object = (inside: string) => pdfOf(`4 0 obj\n${inside}\nendobj\n`)
const stream = (text: string) => object(`<</Length ${text.length}>>stream\n${text}\nendstream`)
const packed = (objects: string | Buffer, dictionary = '/Type/ObjStm/N 1/First 4/Filter/FlateDecode') =>
  pdfOf(
    Buffer.concat([
      Buffer.from(`9 0 obj\n<<${dictionary}>>\nstream\r\n`),
      deflateSync(objects),
      Buffer.from('\nendstream\n'),
    ]),
  )
const brokenEnd = (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -4), Buffer.from('1234')])

it.each([
  ['a link to a page of that name', object('<</A<</S/URI/URI(https://a.example/docs/Web/JavaScript)>>>>')],
  ['a title with each word', object('<</Title(HTML/CSS/JavaScript, /JS /Launch /XFA /RichMedia /EmbeddedFiles /EF)>>')],
  ['a title with brackets', object('<</Title(Part 1\\) /Launch \\( of 2)/Author(\\\\)/Subject((/S /JS (x)))>>')],
  ['a title in hex', object('<</Title<2F4A617661536372697074>/Subject<>>>')],
  ['page text with words', stream('BT (Ads/Launch checklist) Tj (/JavaScript /JS (code)) Tj ET')],
  ['page text that shows an object', stream('BT (<</S/JavaScript/JS\\(app.alert\\(1\\)\\)>>) Tj ET')],
  ['a comment', object('<</Title(x) % /S/JavaScript/JS(1) is no key\n/Author(y)>>')],
  ['headings as places', object('<</JavaScript[3 0 R/XYZ 0 700 0]/XFA[3 0 R/Fit]/EmbeddedFiles[3 0 R/XYZ 0 9 null]>>')],
  ['a link to such a place', object('<</Subtype/Link/Dest/JavaScript/Border[0 0 0]>>')],
  ['styles of those names', object('<</RoleMap<</JavaScript/P/Launch/H1/XFA/P/RichMedia/Div/EF/Span>>>>')],
  ['a paragraph in such a style', object('<</Type/StructElem/S/JavaScript/P 3 0 R/K 0>>')],
  ['a heading in such a style', object('<</Type/StructElem/S/Launch/P 3 0 R/K[1 2]>>')],
  ['a font of that name', object('<</Font<</JS 5 0 R/EF 6 0 R>>/ExtGState<</S 7 0 R>>>>')],
  ['a link to another PDF', object('<</S/GoToR/F(other.pdf)/D[0/Fit]>>')],
  ['packed titles', packed('4 0 <</Title(<</S/JavaScript>> and /Launch)/Author(x)>>')],
  ['a title with an open bracket', object('<</Title(Smile :\\( today)/Keywords(a (b)>>')],
])('the check accepts a PDF with %s', async (_, pdf) => {
  expect(await reasonOf(pdf)).toBeUndefined()
})

const SCRIPTS = /holds scripts/
const DAMAGED = /^A part of this PDF is damaged/

it.each([
  ['an action', SCRIPTS, object(ACTION)],
  ['an action with both names escaped', SCRIPTS, object('<</#53/J#61vaScript/#4a#53(1)>>')],
  ['an action whose kind is a reference', SCRIPTS, object('<</S 5 0 R/JS 6 0 R>>')],
  ['a film that runs a script', SCRIPTS, object('<</S/Rendition/OP 0/JS(1)>>')],
  ['an action behind a string with brackets', SCRIPTS, object('<</T(x>>%)/S/JavaScript\n/JS(1)>>')],
  ['an action behind an escaped bracket', SCRIPTS, object('<</T(\\()/S/JavaScript/JS(1)>>')],
  ['an action behind a comment with a bracket', SCRIPTS, object('<</T 1 %(\n/S/JavaScript/JS(1)>>')],
  ['an object in a string, to which a table may point', SCRIPTS, object(`<</T(5 0 obj ${ACTION} endobj)>>`)],
  ['an object in a comment', SCRIPTS, pdfOf(`%5 0 obj ${ACTION} endobj\n`)],
  ['an object in page text', SCRIPTS, stream(`(5 0 obj ${ACTION} endobj) Tj`)],
  ['a comment between number and word', SCRIPTS, pdfOf(`5 0 %(\nobj ${ACTION}`)],
  ['an action in its trailer', SCRIPTS, pdfOf(`trailer\n<</Root<</OpenAction${ACTION}>>>>\n`)],
  ['keys that are out of step', SCRIPTS, object('<<0/S/JavaScript/JS(1)>>')],
  ['an object that goes on behind its end', SCRIPTS, object('<</T 1 endobj/S/JavaScript/JS(1)>>')],
  ['an object of 3 MB of spaces', SCRIPTS, object(`<</S/JavaScript${' '.repeat(3_000_000)}/JS(1)>>`)],
  ['an object over the edge of a piece', SCRIPTS, pdfOf(' '.repeat(4 * 1024 * 1024 - 300), '4 0 obj ', ACTION)],
  ['an object of 5 MB of spaces', DAMAGED, object(`<</S/JavaScript${' '.repeat(5_000_000)}/JS(1)>>`)],
  ['brackets that close another one', DAMAGED, object('<</X[>>]/S/JavaScript/JS(1)>>')],
  ['a hex string with a bracket', DAMAGED, object('<</X<z(>/S/JavaScript/JS(1)>>')],
  ['a string without an end', DAMAGED, object('<</X(/S/JavaScript/JS(1)>>')],
  ['600 brackets', DAMAGED, object(`${'['.repeat(600)}/JS`)],
  ['packed objects of an escaped type', SCRIPTS, packed(`4 0 ${ACTION}`, '/Type/Obj#53tm/Filter/Fl#61teDecode')],
  ['packed objects without a type', SCRIPTS, packed(`4 0 ${ACTION}`, '/N 1/First 4/Filter[/FlateDecode]')],
  [
    'objects that only look packed',
    SCRIPTS,
    pdfOf(`9 0 obj<</Type/ObjStm/N 1/First 4>>stream\n4 0 ${ACTION} endstream`),
  ],
  ['packed objects in a string of packed objects', SCRIPTS, packed(`4 9 <</T(${ACTION})>>`)],
  ['packed objects that name the end of their stream', SCRIPTS, packed(`4 0 (endstream endobj) ${ACTION}`)],
  ['packed objects with a wrong sum', DAMAGED, pdfOf(objectStream(brokenEnd(deflateSync(`4 0 ${ACTION}`))))],
  [
    'objects packed twice',
    DAMAGED,
    packed(deflateSync(`4 0 ${ACTION}`), '/Type/ObjStm/Filter[/FlateDecode/FlateDecode]'),
  ],
  [
    'packed objects with predictions',
    DAMAGED,
    packed('2', '/Type/ObjStm/Filter/FlateDecode/DecodeParms<</Predictor 12>>'),
  ],
  ['a program behind a reference', /starts programs/, object('<</S 5 0 R/Win<</F(cmd.exe)>>>>')],
  ['a form of packets', /holds a form/, object('<</XFA[(template)5 0 R(config)6 0 R]>>')],
  ['a form of packets beside a name', /holds a form/, object('<</XFA[5 0 R/Fit 6 0 R]>>')],
  ['a player without its name', /holds a player/, object('<</Subtype 6 0 R/RichMediaContent 5 0 R>>')],
  ['a file without its type', /holds other files/, object('<</UF(setup.exe)/EF<</F 5 0 R>>>>')],
  ['files in its list of names', /holds other files/, object('<</Names<</EmbeddedFiles 5 0 R>>>>')],
])('M26: the check refuses a PDF with %s', async (_, reason, pdf) => {
  expect(await reasonOf(pdf)).toMatch(reason)
})

it('the check stops reading objects that begin in each other', async () => {
  for (const nested of [object('4 0 obj<<('.repeat(200_000)), packed('<<('.repeat(200_000))])
    expect(await reasonOf(nested)).toMatch(/unpacks to far more|damaged/)
})
