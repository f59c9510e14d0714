// Runs before a release: reads tables of every odd program.

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ooxml, openDocument, zipOf } from '../../../../test/archives.ts'
import { fc } from '../../../../test/fast-check.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'
import { type BookCell, type BookSheet, workbookOf } from '../../../../test/workbooks.ts'
import { type ForeignTable, readForeignTable } from '../foreign-table.ts'
import { delimitedRows, delimiterOf } from './delimited.ts'

let folder: string
let server: TestServer
let api: ApiClient
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-odd-'))
  server = await startTestServer({ work: false })
  api = server.api(await server.adminToken())
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

let files = 0
async function read(bytes: Buffer | string, how = {}): Promise<ForeignTable> {
  const path = join(folder, `file-${++files}`)
  await writeFile(path, bytes)
  return readForeignTable({ who: 'test' }, { path }, how)
}

type Refusal = { code: string; message: string }
const refusal = ({ code, message }: Refusal) => `${code}: ${message}`

/** The same file through the wizard's own call: how many rows it reads, and in which encoding. */
async function readOverHttp(bytes: Buffer | string, how: object = {}): Promise<string> {
  // Each call counts against the rate limit, so the counts are deleted.
  await server.db('rate_limits').delete()
  try {
    const file = new File([new Uint8Array(Buffer.from(bytes))], 'learners')
    const { move_id, ...first } = await api.moveIn.start({ file })
    const { rows, encoding } = Object.keys(how).length > 0 ? await api.moveIn.readAgain({ move_id, ...how }) : first
    return `${rows} ${encoding}`
  } catch (error) {
    return refusal(error as Refusal)
  }
}
const sizeOf = ({ rows, encoding }: ForeignTable) => `${rows.length} ${encoding}`

/** A table on a few lines: where it was found, its headings, each row with its number. */
const shown = ({ encoding, encoding_sure, delimiter, sheet, head_row, headings, rows }: ForeignTable) => {
  const found = [
    encoding,
    encoding === null || encoding_sure ? '' : 'unsure',
    delimiter === '\t' ? 'tab' : delimiter,
    sheet,
  ]
  return [
    `${found.filter(Boolean).join(' ')} @${head_row}`,
    headings.join('|'),
    ...rows.map(({ row, cells }) => `${row}: ${cells.join('|')}`),
  ]
}

const utf16 = (text: string, mark: boolean) => Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le')
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16()
const HEAD = 'Name,Email'

test.each<[name: string, file: Buffer | string, expected: string[], how?: object]>([
  ['UTF-8', `${HEAD}\nआशा,a@x.in\n`, ['utf-8 , @1', 'Name|Email', '2: आशा|a@x.in']],
  ['UTF-8 with its mark', `\ufeff${HEAD}\r\nAsha,a@x.in\r\n`, ['utf-8 , @1', 'Name|Email', '2: Asha|a@x.in']],
  [
    '“Unicode Text” of Excel',
    utf16('Name\tEmail\r\nआशा\ta@x.in\r\n', true),
    ['utf-16le tab @1', 'Name|Email', '2: आशा|a@x.in'],
  ],
  [
    'UTF-16 with the other mark',
    swapped(utf16(`${HEAD}\nआशा,a@x.in\n`, true)),
    ['utf-16be , @1', 'Name|Email', '2: आशा|a@x.in'],
  ],
  ['UTF-16 without a mark', utf16(`${HEAD}\nआशा,a@x.in\n`, false), ['utf-16le , @1', 'Name|Email', '2: आशा|a@x.in']],
  [
    'UTF-16 without a mark, Hindi only',
    swapped(utf16('नाम,शहर\nआशा,पुणे\n', false)),
    ['utf-16be , @1', 'नाम|शहर', '2: आशा|पुणे'],
  ],
  [
    'windows-1252',
    Buffer.from(`${HEAD}\nJos\xe9,j@x.in\n`, 'latin1'),
    ['windows-1252 unsure , @1', 'Name|Email', '2: José|j@x.in'],
  ],
  [
    'windows-1252 by choice',
    Buffer.from(`${HEAD}\n\x93Jos\xe9\x94,j@x.in\n`, 'latin1'),
    ['windows-1252 , @1', 'Name|Email', '2: “José”|j@x.in'],
    { encoding: 'windows-1252' },
  ],
  [
    'UTF-8 with one damaged letter',
    Buffer.concat([
      Buffer.from(`${HEAD}\nआशा देवी कुमारी,a@x.in\nRav`),
      Buffer.from([0xe0, 0xa4]),
      Buffer.from(',r@x.in\n'),
    ]),
    ['utf-8 unsure , @1', 'Name|Email', '2: आशा देवी कुमारी|a@x.in', '3: Rav�|r@x.in'],
  ],
  ['Hindi that Windows lost', `${HEAD}\n???? ???,a@x.in\n`, ['utf-8 , @1', 'Name|Email', '2: ???? ???|a@x.in']],
  ['semicolons', 'Name;Email;Price\nAsha;a@x.in;1,50\n', ['utf-8 ; @1', 'Name|Email|Price', '2: Asha|a@x.in|1,50']],
  ['tabs', 'Name\tEmail\nAsha, Devi\ta@x.in\n', ['utf-8 tab @1', 'Name|Email', '2: Asha, Devi|a@x.in']],
  ['bars', 'Name|Email\nAsha|a@x.in\n', ['utf-8 | @1', 'Name|Email', '2: Asha|a@x.in']],
  [
    'sep=; in the first line',
    'sep=;\r\nName;Email\r\nAsha, D;a@x.in\r\n',
    ['utf-8 ; @2', 'Name|Email', '3: Asha, D|a@x.in'],
  ],
  [
    'semicolons inside cells of a CSV',
    `${HEAD},Courses\nAsha,a@x.in,Reels; Canva\nRavi,r@x.in,Reels\n`,
    ['utf-8 , @1', 'Name|Email|Courses', '2: Asha|a@x.in|Reels; Canva', '3: Ravi|r@x.in|Reels'],
  ],
  [
    'line ends of an old Mac',
    `${HEAD}\rAsha,a@x.in\rRavi,r@x.in`,
    ['utf-8 , @1', 'Name|Email', '2: Asha|a@x.in', '3: Ravi|r@x.in'],
  ],
  [
    'mixed line ends',
    `${HEAD}\r\nAsha,a@x.in\nRavi,r@x.in\r\n`,
    ['utf-8 , @1', 'Name|Email', '2: Asha|a@x.in', '3: Ravi|r@x.in'],
  ],
  [
    'line breaks in quotes',
    `${HEAD}\n"Asha\nDevi",a@x.in\nRavi,r@x.in\n`,
    ['utf-8 , @1', 'Name|Email', '2: Asha\nDevi|a@x.in', '3: Ravi|r@x.in'],
  ],
  [
    'empty lines between rows',
    `${HEAD}\n\nAsha,a@x.in\n,\n\nRavi,r@x.in\n\n`,
    ['utf-8 , @1', 'Name|Email', '3: Asha|a@x.in', '6: Ravi|r@x.in'],
  ],
  ['doubled quotes', `${HEAD}\n"Asha ""A"" Devi",a@x.in\n`, ['utf-8 , @1', 'Name|Email', '2: Asha "A" Devi|a@x.in']],
  [
    'stray quotes',
    `${HEAD}\nAsha "A" Devi,a@x.in\n"Bobby" Singh,b@x.in\n`,
    ['utf-8 , @1', 'Name|Email', '2: Asha "A" Devi|a@x.in', '3: "Bobby" Singh|b@x.in'],
  ],
  [
    'a quote that is never closed',
    `${HEAD}\n"Asha,a@x.in\nRavi,r@x.in\n`,
    ['utf-8 , @1', 'Name|Email', '2: "Asha|a@x.in', '3: Ravi|r@x.in'],
  ],
  ['a space before a quote', `${HEAD}\n "Devi, Asha", a@x.in\n`, ['utf-8 , @1', 'Name|Email', '2: Devi, Asha|a@x.in']],
  [
    'texts as formulas of Excel',
    `${HEAD},Phone\nAsha,a@x.in,"=""09876543210"""\n`,
    ['utf-8 , @1', 'Name|Email|Phone', '2: Asha|a@x.in|09876543210'],
  ],
  [
    'apostrophes as guards',
    `${HEAD},Phone\n'=Asha,a@x.in,'+919876543210\n`,
    ['utf-8 , @1', 'Name|Email|Phone', '2: =Asha|a@x.in|+919876543210'],
  ],
  [
    'no-break and zero-width spaces',
    `\u200bName,Email\u00a0\n\u00a0Asha\u00a0Devi\u200b,a\u200b@x.in\u00a0\n`,
    ['utf-8 , @1', 'Name|Email', '2: Asha Devi|a@x.in'],
  ],
  ['joiners of Hindi stay', `${HEAD}\nक्‍षमा,a@x.in\n`, ['utf-8 , @1', 'Name|Email', '2: क्‍षमा|a@x.in']],
  [
    'control characters and NUL',
    `${HEAD}\nA\u0007sha\u001b,a@x.in\n`,
    'unsupported_media_type: This is no table. Choose a CSV, TSV or XLSX file.' as never,
  ],
  [
    'a title above the headings',
    `Students of May\n${HEAD}\nAsha,a@x.in\n`,
    ['utf-8 , @2', 'Name|Email', '3: Asha|a@x.in'],
  ],
  [
    'titles and empty lines above',
    `Report,,\nMade on 5 May,,\n\n${HEAD},City\nAsha,a@x.in,Pune\nRavi,r@x.in,Pune\n`,
    ['utf-8 , @4', 'Name|Email|City', '5: Asha|a@x.in|Pune', '6: Ravi|r@x.in|Pune'],
  ],
  [
    'another row of headings by choice',
    `Old,Heads\n${HEAD}\nAsha,a@x.in\n`,
    ['utf-8 , @2', 'Name|Email', '3: Asha|a@x.in'],
    { head_row: 2 },
  ],
  [
    'two headings with one name',
    'Name,Email,email\nAsha,a@x.in,b@x.in\n',
    ['utf-8 , @1', 'Name|Email|email (2)', '2: Asha|a@x.in|b@x.in'],
  ],
  ['empty columns', 'Name,,Email,,\nAsha,,a@x.in,,\n', ['utf-8 , @1', 'Name|Email', '2: Asha|a@x.in']],
  [
    'a column without a heading',
    'Name,,Email\nAsha,Pune,a@x.in\n',
    ['utf-8 , @1', 'Name|Column B|Email', '2: Asha|Pune|a@x.in'],
  ],
  ['a heading on two lines', '"Full\nname",Email\nAsha,a@x.in\n', ['utf-8 , @1', 'Full name|Email', '2: Asha|a@x.in']],
  [
    'rows shorter and longer than the headings',
    `${HEAD}\nAsha\nRavi,r@x.in,extra\n`,
    ['utf-8 , @1', 'Name|Email|Column C', '2: Asha||', '3: Ravi|r@x.in|extra'],
  ],
  [
    'no headings',
    'Asha,a@x.in\nRavi,r@x.in\n',
    ['utf-8 , @0', 'Column A|Column B', '1: Asha|a@x.in', '2: Ravi|r@x.in'],
  ],
  ['headings alone', `${HEAD}\n`, ['utf-8 , @1', 'Name|Email']],
  [
    'a hostile heading',
    '__proto__,constructor,Email\na,b,c@x.in\n',
    ['utf-8 , @1', 'Column A|constructor|Email', '2: a|b|c@x.in'],
  ],
  [
    'a hostile name',
    `${HEAD}\n\u202e<script>alert(1)</script>\u2066,a@x.in\n`,
    ['utf-8 , @1', 'Name|Email', '2: <script>alert(1)</script>|a@x.in'],
  ],
  [
    'lines that only Unicode breaks',
    `${HEAD}\nAsha\u2028Devi,a@x.in\n`,
    ['utf-8 , @1', 'Name|Email', '2: Asha Devi|a@x.in'],
  ],
])('%s', async (_, file, expected, how) => {
  const table = read(file, how)
  expect(await table.then(shown, refusal)).toEqual(expected)
  expect(await readOverHttp(file, how)).toEqual(await table.then(sizeOf, refusal))
})

const book = (rows: readonly (readonly BookCell[])[], more: Partial<BookSheet> = {}) => ({
  name: 'List',
  rows,
  ...more,
})
const cell = (xml: string) => ({ xml })

test.each<[name: string, file: Buffer, expected: string[], how?: object]>([
  [
    'texts',
    workbookOf([
      book([
        ['Name', 'Email'],
        ['आशा <A> & "B"', 'a@x.in'],
      ]),
    ]),
    ['List @1', 'Name|Email', '2: आशा <A> & "B"|a@x.in'],
  ],
  [
    'texts in their cells',
    workbookOf(
      [
        book([
          ['Name', 'Email'],
          ['Asha', 'a@x.in'],
        ]),
      ],
      { inline: true },
    ),
    ['List @1', 'Name|Email', '2: Asha|a@x.in'],
  ],
  [
    'rich and phonetic text',
    workbookOf([
      book([
        ['Name', 'Email'],
        [cell('<c r="A2" t="inlineStr"><is><r><t>As</t></r><r><rPr/><t>ha</t></r></is></c>'), 'a@x.in'],
      ]),
    ]),
    ['List @1', 'Name|Email', '2: Asha|a@x.in'],
  ],
  [
    'phones as numbers',
    workbookOf([
      book([
        ['Name', 'Phone'],
        ['Asha', 919876543210],
        ['Ravi', cell('<c r="B3"><v>9.19876543211E+11</v></c>')],
      ]),
    ]),
    ['List @1', 'Name|Phone', '2: Asha|919876543210', '3: Ravi|919876543211'],
  ],
  [
    'a phone that was cut short in a text',
    workbookOf([
      book([
        ['Name', 'Phone'],
        ['Asha', '9.19877E+11'],
      ]),
    ]),
    ['List @1', 'Name|Phone', '2: Asha|9.19877E+11'],
  ],
  [
    'days and moments',
    workbookOf([
      book([
        ['Name', 'Day', 'At'],
        ['Asha', { n: 45752, style: 'day' }, { n: 45752.604166666664, style: 'moment' }],
      ]),
    ]),
    ['List @1', 'Name|Day|At', '2: Asha|2025-04-05|2025-04-05 14:30:00'],
  ],
  [
    'days of a 1904 workbook',
    workbookOf(
      [
        book([
          ['Name', 'Day'],
          ['Asha', { n: 44290, style: 'day' }],
        ]),
      ],
      { is1904: true },
    ),
    ['List @1', 'Name|Day', '2: Asha|2025-04-05'],
  ],
  [
    'the days around the leap day that never was',
    workbookOf([
      book([
        ['Name', 'Day'],
        ['a', { n: 59, style: 'day' }],
        ['b', { n: 61, style: 'day' }],
      ]),
    ]),
    ['List @1', 'Name|Day', '2: a|1900-02-28', '3: b|1900-03-01'],
  ],
  [
    'a clock',
    workbookOf([
      book([
        ['Name', 'Seen'],
        ['Asha', { n: 0.25, style: 'clock' }],
      ]),
    ]),
    ['List @1', 'Name|Seen', '2: Asha|06:00:00'],
  ],
  [
    'percents',
    workbookOf([
      book([
        ['Name', 'Done'],
        ['Asha', { n: 0.45, style: 'percent' }],
        ['Ravi', { n: 1, style: 'percent' }],
        ['Uma', 0.3],
      ]),
    ]),
    ['List @1', 'Name|Done', '2: Asha|45%', '3: Ravi|100%', '4: Uma|0.3'],
  ],
  [
    'money with its sign',
    workbookOf([
      book([
        ['Name', 'Paid'],
        ['Asha', { n: 1499, style: 'rupees' }],
        ['Ravi', { n: 12.5, style: 'dollars' }],
      ]),
    ]),
    ['List @1', 'Name|Paid', '2: Asha|₹1499', '3: Ravi|$12.5'],
  ],
  [
    'sums that floats spoil',
    workbookOf([
      book([
        ['Name', 'Paid'],
        ['Asha', 0.30000000000000004],
      ]),
    ]),
    ['List @1', 'Name|Paid', '2: Asha|0.3'],
  ],
  [
    'formulas with their values',
    workbookOf([
      book([
        ['Name', 'Email', 'Paid'],
        [{ formula: 'A9&B9', value: 'Asha' }, 'a@x.in', { formula: 'SUM(1,2)', value: 3 }],
      ]),
    ]),
    ['List @1', 'Name|Email|Paid', '2: Asha|a@x.in|3'],
  ],
  [
    'errors and answers',
    workbookOf([
      book([
        ['Name', 'Email', 'Paid'],
        ['Asha', cell('<c r="B2" t="e"><v>#N/A</v></c>'), true],
      ]),
    ]),
    ['List @1', 'Name|Email|Paid', '2: Asha|#N/A|TRUE'],
  ],
  [
    'a merged title',
    workbookOf([book([['Students of May'], ['Name', 'Email'], ['Asha', 'a@x.in']], { merges: ['A1:B1'] })]),
    ['List @2', 'Name|Email', '3: Asha|a@x.in'],
  ],
  [
    'headings on two merged rows',
    workbookOf([
      book(
        [
          ['Name', 'Contact', null, 'Course'],
          [null, 'Email', 'Phone', null],
          ['Asha', 'a@x.in', 9876543210, 'Reels'],
          ['Ravi', 'r@x.in', 9876543211, 'Reels'],
        ],
        { merges: ['A1:A2', 'B1:C1', 'D1:D2'] },
      ),
    ]),
    ['List @2', 'Name|Email|Phone|Course', '3: Asha|a@x.in|9876543210|Reels', '4: Ravi|r@x.in|9876543211|Reels'],
  ],
  [
    'a person merged over several rows',
    workbookOf([
      book(
        [
          ['Name', 'Email', 'Course'],
          ['Asha', 'a@x.in', 'Reels'],
          [null, null, 'Canva'],
          ['Ravi', 'r@x.in', 'Reels'],
        ],
        { merges: ['A2:A3', 'B2:B3'] },
      ),
    ]),
    ['List @1', 'Name|Email|Course', '2: Asha|a@x.in|Reels', '3: Asha|a@x.in|Canva', '4: Ravi|r@x.in|Reels'],
  ],
  [
    'filtered rows',
    workbookOf([
      book(
        [
          ['Name', 'Email'],
          ['Asha', 'a@x.in'],
          ['Ravi', 'r@x.in'],
        ],
        { hiddenRows: [2] },
      ),
    ]),
    ['List @1', 'Name|Email|Hidden in the sheet', '2: Asha|a@x.in|yes', '3: Ravi|r@x.in|'],
  ],
  [
    'a sheet in UTF-16',
    workbookOf(
      [
        book([
          ['Name', 'Email'],
          ['आशा', 'a@x.in'],
        ]),
      ],
      { utf16: true },
    ),
    ['List @1', 'Name|Email', '2: आशा|a@x.in'],
  ],
  [
    'cells that link to an address',
    workbookOf([
      book(
        [
          ['Name', 'Email', 'Page'],
          ['Asha', 'Asha mail', 'Site'],
          ['Ravi', 'r@x.in', ''],
        ],
        { links: { B2: 'mailto:a@x.in?subject=Hi', B3: 'mailto:r@x.in', C2: 'https://x.in' } },
      ),
    ]),
    ['List @1', 'Name|Email|Page', '2: Asha|Asha mail <a@x.in>|Site', '3: Ravi|r@x.in|'],
  ],
  [
    'rows far below',
    workbookOf([book([['Name', 'Email'], [], [], [], ['Asha', 'a@x.in']])]),
    ['List @1', 'Name|Email', '5: Asha|a@x.in'],
  ],
  [
    'cells without places',
    workbookOf([
      book([
        [cell('<c t="inlineStr"><is><t>Name</t></is></c><c t="inlineStr"><is><t>Email</t></is></c>')],
        [cell('<c t="inlineStr"><is><t>Asha</t></is></c><c t="inlineStr"><is><t>a@x.in</t></is></c>')],
      ]),
    ]),
    ['List @1', 'Name|Email', '2: Asha|a@x.in'],
  ],
  [
    'an empty sheet and a hidden one before it',
    workbookOf([
      { name: 'Empty', rows: [] },
      { name: 'Old', rows: [['Name'], ['x']], hidden: true },
      book([
        ['Name', 'Email'],
        ['Asha', 'a@x.in'],
      ]),
    ]),
    ['List @1', 'Name|Email', '2: Asha|a@x.in'],
  ],
  [
    'a sheet of notes before it',
    workbookOf([
      { name: 'Read me', rows: [['How to read this workbook'], ['Ask Asha']] },
      book([
        ['Name', 'Email'],
        ['Asha', 'a@x.in'],
        ['Ravi', 'r@x.in'],
      ]),
    ]),
    ['List @1', 'Name|Email', '2: Asha|a@x.in', '3: Ravi|r@x.in'],
  ],
  [
    'another sheet by choice',
    workbookOf([
      book([['Name'], ['x']]),
      {
        name: 'Enrollments & more',
        rows: [
          ['Email', 'Course'],
          ['a@x.in', 'Reels'],
        ],
      },
    ]),
    ['Enrollments & more @1', 'Email|Course', '2: a@x.in|Reels'],
    { sheet: 'Enrollments & more' },
  ],
  ['names of tags with a namespace', prefixed(), ['List @1', 'Name|Email', '2: Asha|a@x.in']],
])('a workbook: %s', async (_, file, expected, how) => {
  const table = await read(file, how)
  expect(shown(table)).toEqual(expected)
  expect(await readOverHttp(file, how)).toEqual(sizeOf(table))
})

/** Some programs write `<x:row>`. */
function prefixed(): Buffer {
  const text = (value: string) => `<x:c t="inlineStr"><x:is><x:t>${value}</x:t></x:is></x:c>`
  const row = (...cells: string[]) => `<x:row>${cells.map(text).join('')}</x:row>`
  return zipOf([
    {
      name: 'xl/workbook.xml',
      data: '<x:workbook xmlns:rel="r"><x:sheets><x:sheet name="List" sheetId="1" rel:id="a"/></x:sheets></x:workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: "<Relationships><Relationship Target='/xl/one.xml' Id='a'/></Relationships>",
    },
    {
      name: 'xl/one.xml',
      data: `<x:worksheet><!-- a <c> --><x:sheetData>${row('Name', 'Email')}${row('Asha', 'a@x.in')}</x:sheetData></x:worksheet>`,
    },
  ])
}

const good = workbookOf([
  book([
    ['Name', 'Email'],
    ['Asha', 'a@x.in'],
  ]),
])
const broken = Buffer.from(good)
const begin = good.indexOf('xl/worksheets/sheet1.xml') + 24
broken.fill(0xff, begin, begin + 20)
const sheetOf = (data: Buffer | string, texts: Buffer | string = '') =>
  zipOf([
    {
      name: 'xl/workbook.xml',
      data: '<workbook><sheets><sheet name="List" sheetId="1" r:id="a"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: '<Relationships><Relationship Id="a" Target="s.xml"/></Relationships>',
    },
    { name: 'xl/sharedStrings.xml', data: texts },
    { name: 'xl/s.xml', data },
  ])
const rowsOf = (many: number, row: (at: number) => string) => Array.from({ length: many }, (_, at) => row(at)).join('')

test.each<[name: string, file: () => Buffer | string, status: number, message: RegExp, how?: object]>([
  [
    'an old workbook (.xls)',
    () => Buffer.from('d0cf11e0a1b11ae1000000000000', 'hex'),
    415,
    /old Excel file \(\.xls\).*save it as \.xlsx/,
  ],
  ['an OpenDocument table', () => openDocument('spreadsheet'), 415, /\.ods.*Save it as \.xlsx or CSV/],
  ['a Numbers file', () => zipOf([{ name: 'Index/Document.iwa', data: 'x' }]), 415, /Numbers.*Export To/],
  ['a binary workbook', () => zipOf([{ name: 'xl/workbook.bin', data: 'x' }]), 415, /\.xlsb.*Save it as \.xlsx/],
  ['a PDF', () => '%PDF-1.7\n', 415, /PDF.*CSV or XLSX/],
  ['a ZIP of CSVs', () => zipOf([{ name: 'students.csv', data: HEAD }]), 415, /ZIP.*Unpack it/],
  ['a text document', () => ooxml('word/document.xml'), 415, /another document/],
  [
    'a web page named as a table',
    () => '<html><body><table><tr><td>Name</td></tr></table></body></html>',
    415,
    /web page/,
  ],
  ['JSON', () => '[{"name": "Asha"}]', 415, /JSON/],
  ['an image', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 415, /no table/],
  ['an empty file', () => '', 422, /empty/],
  ['a file of spaces', () => ' \n\t\n , , \n', 422, /empty/],
  ['an empty workbook', () => workbookOf([{ name: 'List', rows: [] }]), 422, /empty/],
  ['a sheet that is not there', () => good, 422, /There is no sheet “No”/, { sheet: 'No' }],
  ['a workbook that is cut off', () => good.subarray(0, good.length - 40), 422, /damaged/],
  ['a workbook with a broken part', () => broken, 422, /damaged/],
  ['a workbook with paths that lead out', () => zipOf([{ name: '../xl/workbook.xml', data: 'x' }]), 422, /damaged/],
  ['a file of more than 20 MB', () => Buffer.alloc(20 * 1024 * 1024 + 1, 'a,b\n'), 413, /20 MB/],
  ['100,001 rows', () => `Name\n${'a\n'.repeat(100_001)}`, 422, /1,00,000 rows/],
  ['ten million rows', () => 'a\n'.repeat(10_000_000), 422, /1,00,000 rows/],
  ['20,000 columns', () => `${'a,'.repeat(20_000)}\n`, 422, /16,384 columns/],
  [
    'a bomb of 1 GB of zeros',
    () => zipOf([{ name: 'xl/workbook.xml', data: '<a/>', unpacked: 10 ** 9, head: { unpacked: 10 ** 9 } }]),
    422,
    /more than 400 MB/,
  ],
  [
    'a bomb of 300 MB in one text',
    () =>
      sheetOf(Buffer.concat([Buffer.from('<worksheet><sheetData><row><c><v>'), Buffer.alloc(300 * 1024 ** 2, '1')])),
    422,
    /damaged/,
  ],
  [
    'a bomb that lies about its size',
    () =>
      zipOf([
        { name: 'xl/workbook.xml', data: Buffer.alloc(50 * 1024 ** 2, ' '), unpacked: 10, head: { unpacked: 10 } },
      ]),
    422,
    /damaged/,
  ],
  [
    'one long text in 100,000 cells',
    () =>
      sheetOf(
        `<worksheet><sheetData>${rowsOf(100_000, () => '<row><c t="s"><v>0</v></c></row>')}</sheetData></worksheet>`,
        `<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>`,
      ),
    422,
    /too much text/,
  ],
  [
    'entities that multiply',
    () =>
      sheetOf(
        `<!DOCTYPE a [<!ENTITY b "${'&c;'.repeat(100)}"><!ENTITY c "${'x'.repeat(1_000)}">]><worksheet><sheetData/></worksheet>`,
      ),
    422,
    /empty/,
  ],
])('the reader of tables refuses %s', async (_, file, status, message, how) => {
  const bytes = file()
  const refused = await read(bytes, how).catch((error) => error)
  expect(refused).toMatchObject({ status, message: expect.stringMatching(message) })
  expect(await readOverHttp(bytes, how)).toEqual(refusal(refused))
})

test('100,000 rows of 20 columns are read from both kinds of files', async () => {
  const heads = Array.from({ length: 20 }, (_, at) => `Head ${at}`)
  const csv = [
    heads.join(','),
    ...Array.from({ length: 100_000 }, (_, at) => `p${at}@x.in${`,${at}`.repeat(19)}`),
  ].join('\n')
  const long = await read(csv)
  expect([long.rows.length, long.rows.at(-1)]).toMatchObject([
    100_000,
    { row: 100_001, cells: { 0: 'p99999@x.in', 19: '99999' } },
  ])
  const cells = (at: number) =>
    `<c t="inlineStr"><is><t>p${at}@x.in</t></is></c>${`<c s="1"><v>${at}</v></c>`.repeat(19)}`
  const first = `<row>${heads.map((head) => `<c t="inlineStr"><is><t>${head}</t></is></c>`).join('')}</row>`
  const rows = rowsOf(100_000, (at) => `<row r="${at + 2}">${cells(at)}</row>`)
  const wide = await read(sheetOf(`<worksheet><sheetData>${first}${rows}</sheetData></worksheet>`))
  expect([wide.rows.length, wide.rows.at(-1)]).toEqual([100_000, long.rows.at(-1)])
})

test('a million open quotes take no time', async () => {
  const { rows } = await read(`${HEAD}\n${'"a"b,""c\n'.repeat(50_000)}`)
  expect([rows.length, rows[0]]).toEqual([50_000, { row: 2, cells: ['"a"b', '""c'] }])
})

test('the rows of a file leave nothing behind', async () => {
  await read(`${HEAD}\nAsha,a@x.in\n`)
  expect((await readdir(folder)).filter((name) => name.endsWith('.rows'))).toEqual([])
})

test('every table that can be written as CSV is read back', async () => {
  const cell = fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.replaceAll(UNREAD, '').trim())
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 10 })
  fc.assert(
    fc.property(rows, fc.constantFrom(',', ';', '\t', '|'), (cells, delimiter) => {
      const text = cells.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(delimiter)).join('\n')
      const expected = cells.map((row, at) => ({ row: at + 1, cells: row })).filter((row) => row.cells.some(Boolean))
      expect([...delimitedRows(text, delimiter)]).toEqual(expected)
    }),
  )
})
/** Line ends alone become one kind. */
const UNREAD = /\r/g

test('no text stops a reader', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', '=', "'", 'a', ' '), maxLength: 200 }),
      (text) => {
        const { delimiter, ...how } = delimiterOf(text)
        const rows = [...delimitedRows(text, delimiter, how)]
        expect(rows.every(({ cells }) => cells.some(Boolean))).toBe(true)
      },
    ),
  )
})
