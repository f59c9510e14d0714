import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { zipOf } from '../../../../test/archives.ts'
import { readForeignTable } from '../foreign-table.ts'

const FOREIGN = join(import.meta.dirname, '../../../../test/foreign-tables')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-elsewhere-'))
})
afterAll(() => rm(folder, { recursive: true }))

const readFileOf = (path: string) => readForeignTable({ who: 'test' }, { path })
const readSample = (name: string) => readFileOf(join(FOREIGN, name))
let files = 0
async function read(bytes: Buffer | string) {
  const path = join(folder, `file-${++files}`)
  await writeFile(path, bytes)
  return readFileOf(path)
}
const columnOf = ({ rows }: Awaited<ReturnType<typeof read>>, at: number) => rows.map(({ cells }) => cells[at])

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const X15 = 'xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main"'
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A workbook with the headings A and B, and one cell below B with its own code of a number format. */
const oneCell = (cell: string, code: string, { book = '<workbookPr/>', styles = '' } = {}) =>
  zipOf([
    {
      name: 'xl/workbook.xml',
      data: `<workbook ${MAIN} ${X15}>${book}<sheets><sheet name="List" sheetId="1" r:id="a"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: '<Relationships><Relationship Id="a" Target="s.xml"/></Relationships>',
    },
    {
      name: 'xl/styles.xml',
      data: `<styleSheet ${MAIN}><numFmts><numFmt numFmtId="164" formatCode="${escaped(code)}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>${styles}</styleSheet>`,
    },
    {
      name: 'xl/s.xml',
      data: `<worksheet ${MAIN}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Value</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>Asha</t></is></c>${cell}</row></sheetData></worksheet>`,
    },
  ])
const shownAs = async (cell: string, code: string, more = {}) => columnOf(await read(oneCell(cell, code, more)), 1)[0]
const number = (value: number) => `<c r="B2" s="1"><v>${value}</v></c>`

describe('a number of a workbook is what its cell shows, with all its digits', () => {
  test.each([
    ['0000', 12, '0012'],
    ['"ORD-"0000', 12, 'ORD-0012'],
    ['"Batch 2 / "0', 7, 'Batch 2 / 7'],
    ['00000\\-00000', 9876543210, '98765-43210'],
    ['"USD" #,##0.00', 1250.75, 'USD 1250.75'],
    ['"USD" #,##0', 1250.75, 'USD 1250.75'],
    ['#,##0.00\\ [$AED]', 5, '5 AED'],
    ['[$₹-4009]\\ #,##0.00', 1499, '₹ 1499'],
    ['"$"#,##0.00', -12.5, '-$12.5'],
    ['"USD" #,##0.00;[Red]"USD" #,##0.00', -5, 'USD -5'],
    ['#,##0.00_);(#,##0.00)', -5, '(5)'],
    ['_-"₹"* #,##0.00_-;-"₹"* #,##0.00_-;_-"₹"* "-"??_-;_-@_-', 0, '₹0'],
    ['[>=10000000]##\\,##\\,##\\,##0;[>=100000]##\\,##\\,##0;##,##0', 1234567, '1234567'],
    ['0.0,,"M"', 1500000, '1500000'],
    ['# ?/?', 0.5, '0.5'],
    ['0.00E+00', 919876543210, '919876543210'],
    [';;;', 499, '499'],
    ['[=1]"Paid";[=0]"Unpaid"', 1, 'Paid'],
    ['0.00%', 0.455, '45.5%'],
    ['[$-4000439]0', 12, '12'],
    ['0"', 12, '12'],
    ['dd/mm/yyyy', 45752, '2025-04-05'],
    ['[h]:mm', 1.5, '36:00'],
  ])('%s with %s shows %s', async (code, value, expected) => {
    expect(await shownAs(number(value), code)).toBe(expected)
  })

  test('a style puts its words around a text, too', async () => {
    expect(await shownAs('<c r="B2" s="1" t="inlineStr"><is><t>A12</t></is></c>', '"ORD-"@')).toBe('ORD-A12')
  })

  test('zeros before an order number of XlsxWriter stay', async () => {
    const table = await readSample('format-zero-padded.xlsx')
    const at = table.headings.findIndex((heading) => /order/i.test(heading))
    expect(columnOf(table, at)).toEqual(['0012', '0013', '0014'])
  })

  test('the currency in a format of XlsxWriter stays beside the amount', async () => {
    const table = await readSample('format-currency-word.xlsx')
    const at = table.headings.findIndex((heading) => /amount|paid/i.test(heading))
    expect(columnOf(table, at)).toEqual(['USD 1250.75', '1250.75 USD', 'AED 1250.75', 'USD 1250.75'])
  })
})

describe('a date cell is a wall clock without a zone', () => {
  test.each([
    ['2026-11-30T23:15:00Z', 46356.96875, '2026-11-30 23:15:00'],
    ['2026-11-30T09:15:00.000+05:30', 46356.385416666664, '2026-11-30 09:15:00'],
    ['2026-11-30', 46356, '2026-11-30'],
    ['2026-11-30T00:00:00.000Z', 46356, '2026-11-30'],
    ['2026-11-30T09:14:59.999Z', 46356.385416666664, '2026-11-30 09:15:00'],
  ])('%s and %s are one moment', async (iso, serial, expected) => {
    const code = 'yyyy-mm-dd hh:mm'
    const byDate = await shownAs(`<c r="B2" s="1" t="d"><v>${iso}</v></c>`, code)
    expect([byDate, await shownAs(number(serial), code)]).toEqual([expected, expected])
  })

  test('date cells of SheetJS are on their own day', async () => {
    const table = await readSample('sheetjs-date-cells.xlsx')
    const at = table.headings.findIndex((heading) => /date|on|at|joined/i.test(heading))
    expect(columnOf(table, at)).toEqual(['2026-11-30 09:15:00', '2026-11-30 14:15:00', '2026-11-30 23:15:00'])
  })
})

describe('only main elements of a workbook count', () => {
  const day = number(44290)
  test.each([
    ['an extension after the 1904 calendar', '<workbookPr date1904="1"/><x15:workbookPr chartTrackingRefBase="1"/>'],
    [
      'an extension in a list of extensions',
      '<workbookPr date1904="1"/><extLst><ext uri="a"><x15:workbookPr/></ext></extLst>',
    ],
    ['an element of another default namespace', '<workbookPr date1904="1"/><more xmlns="urn:a"><workbookPr/></more>'],
  ])('%s does not undo it', async (_, book) => {
    expect(await shownAs(day, 'dd/mm/yyyy', { book })).toBe('2025-04-05')
  })

  test('a format of a conditional style does not replace one of a cell', async () => {
    const styles = '<dxfs><dxf><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></dxf></dxfs>'
    expect(await shownAs(number(12), '0000', { styles })).toBe('0012')
  })

  test('a ">" inside an attribute does not end its tag', async () => {
    expect(await shownAs(number(7), '[>5]"many";"few"')).toBe('many')
  })
})

describe('a link of a cell brings its email address', () => {
  const link = 'HYPERLINK("mailto:a@x.in?subject=Hi","Asha mail")'
  const formula = (value: string) => `<c r="B2" t="str"><f>${escaped(link)}</f>${value}</c>`
  test.each<[name: string, file: () => Buffer | string]>([
    ['a workbook', () => oneCell(formula('<v>Asha mail</v>'), '0')],
    ['a workbook that nobody calculated', () => oneCell(formula('').replace(' t="str"', ''), '0')],
    ['a CSV', () => `Name,Value\nAsha,"=${link.replaceAll('"', '""')}"\n`],
  ])('in a formula of %s', async (_, file) => {
    expect(columnOf(await read(file()), 1)).toEqual(['Asha mail <a@x.in>'])
  })
})

describe('a formula without a value', () => {
  test('shows its own text in each cell that openpyxl left open', async () => {
    const table = await readSample('formula-without-values.xlsx')
    expect(columnOf(table, table.headings.indexOf('Amount'))).toEqual(['=400+0', '=400+1', '=400+2', '=400+3'])
  })

  test.each([
    ['Excelize, which calls it a text', '<c r="B2" t="str"><f>1000+499</f></c>'],
    ['write-excel-file, which writes its sign too', '<c r="B2"><f>=1000+499</f></c>'],
  ])('shows its own text in a cell of %s', async (_, cell) => {
    expect(columnOf(await read(oneCell(cell, '0')), 1)).toEqual(['=1000+499'])
  })

  test('leaves an empty cell where its text is empty', async () => {
    expect(columnOf(await read(oneCell('<c r="B2" t="str"><f>""</f><v></v></c>', '0')), 1)).toEqual([''])
  })
})

describe('a file in apostrophes is read like one in quotes', () => {
  test.each([
    ['each text', "'Name','Email'\n'Devi, Asha','a@x.in'\n'O''Neil','o@x.in'\n"],
    ['cells that need it', "Name,Email\n'Devi, Asha',a@x.in\n'O''Neil',o@x.in\n"],
  ])('%s', async (_, text) => {
    expect(columnOf(await read(text), 0)).toEqual(['Devi, Asha', "O'Neil"])
  })

  test('a guard before a phone is no quote', async () => {
    const text = "Name,Phone,Other\nAsha,'+919876543210,'+919876543211\n"
    expect(columnOf(await read(text), 1)).toEqual(['+919876543210'])
  })
})

describe('a table of another format is refused with the way to convert it', () => {
  const padded = 'Name      Email     Amount\nAsha      a@x.in    1,250.75\nRavi      r@x.in    499\n'
  test.each<[name: string, file: string, message: RegExp]>([
    ['DIF', 'TABLE\r\n0,1\r\n"x"\r\nVECTORS\r\n0,3\r\n', /\.dif.*save it as \.xlsx or CSV/],
    ['EtherCalc', 'socialcalc:version:1.5\nMIME-Version: 1.0\n', /\.eth.*save it as \.xlsx or CSV/],
    ['“Formatted Text”', padded, /\.prn.*save it as \.xlsx or CSV/],
  ])('%s', async (_, file, message) => {
    await expect(read(file)).rejects.toMatchObject({ status: 415, message: expect.stringMatching(message) })
  })

  test('SYLK of LibreOffice', async () => {
    await expect(readSample('calc-table.slk')).rejects.toMatchObject({
      status: 415,
      message: expect.stringMatching(/\.slk.*save it as \.xlsx or CSV/),
    })
  })
})

test('a table of 501 columns is refused, and none of them is left out in silence', async () => {
  const wide = Array.from({ length: 501 }, (_, at) => `Head ${at}`).join(',')
  await expect(read(`${wide}\n${wide}\n`)).rejects.toMatchObject({
    status: 422,
    message: expect.stringMatching(/more than 500 columns/),
  })
})
