import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dateCode, hereAt, inUtc, LIST, type ListCell, serialOf } from './bought-list.ts'
import { fromNpm } from './row.ts'

export const { programs, load, folder, require } = fromNpm('tables', {
  exceljs: '4.4.0',
  xlsx: '0.18.5',
  'xlsx-js-style': '1.2.0',
  'xlsx-populate': '1.21.0',
  'write-excel-file': '4.1.1',
  excel4node: '1.8.2',
  'excelize-wasm': '0.1.3',
  hucre: '1.0.0',
})

type Seen = {
  text: (value: string) => void
  number: (value: number, code: string | undefined) => void
  clock: (at: string) => void
  formula: (formula: string, is: number, code: string) => void
}

/** Calls what fits the kind of a cell. */
function put(cell: ListCell, { text, number, clock, formula }: Seen): void {
  if (typeof cell === 'string') {
    if (cell !== '') text(cell)
  } else if ('at' in cell) clock(cell.at)
  else if ('formula' in cell) formula(cell.formula, cell.is, cell.code)
  else number(cell.number, cell.code)
}

const each = (write: (cell: ListCell, row: number, column: number) => void) =>
  LIST.rows.forEach((cells, row) => {
    cells.forEach((cell, column) => {
      write(cell, row, column)
    })
  })

const place = (row: number, column: number) => `${String.fromCharCode(65 + column)}${row + 1}`
const { merged, hidden } = LIST
const MERGED = [place(merged.from, merged.column), place(merged.to, merged.column)] as const

/** Programs of npm that write the list as a workbook. */
export const writers: Record<keyof typeof programs, (path: string) => Promise<void>> = {
  async exceljs(path) {
    const { default: Excel } = await load('exceljs')
    const book = new Excel.Workbook()
    const sheet = book.addWorksheet('Orders')
    each((cell, row, column) => {
      const at = sheet.getCell(row + 1, column + 1)
      const set = (value: unknown, numFmt?: string) => Object.assign(at, { value }, numFmt && { numFmt })
      put(cell, {
        text: (value) => set(value),
        number: (value, code) => set(value, code),
        clock: (when) => set(inUtc(when), dateCode(when)),
        formula: (formula, result, code) => set({ formula, result }, code),
      })
    })
    sheet.mergeCells(MERGED.join(':'))
    sheet.getRow(hidden + 1).hidden = true
    await book.xlsx.writeFile(path)
  },
  xlsx: (path) => writeSheetJs('xlsx', path),
  'xlsx-js-style': (path) => writeSheetJs('xlsx-js-style', path),
  async 'xlsx-populate'(path) {
    const { default: populate } = await load('xlsx-populate')
    const book = await populate.fromBlankAsync()
    const sheet = book.sheet(0)
    each((cell, row, column) => {
      const at = sheet.cell(row + 1, column + 1)
      const style = (code: string | undefined) => code && at.style('numberFormat', code)
      put(cell, {
        text: (value) => at.value(value),
        number: (value, code) => style(code) ?? at.value(value),
        clock: (when) => style(dateCode(when)) && at.value(hereAt(when)),
        formula: (formula, _is, code) => style(code) && at.formula(formula),
      })
      if (typeof cell === 'object' && 'number' in cell) at.value(cell.number)
    })
    sheet.range(MERGED.join(':')).merged(true)
    sheet.row(hidden + 1).hidden(true)
    await book.toFileAsync(path)
  },
  async 'write-excel-file'(path) {
    const { default: write } = await load('write-excel-file/node')
    const cells = LIST.rows.map((line, row) =>
      line.map((cell, column) => {
        let made: object | null = null
        put(cell, {
          text: (value) => {
            made = { value, type: String }
          },
          number: (value, format) => {
            made = { value, type: Number, ...(format && { format }) }
          },
          clock: (at) => {
            made = { value: inUtc(at), type: Date, format: dateCode(at) }
          },
          formula: (value, _is, format) => {
            made = { value: `=${value}`, type: 'Formula', format }
          },
        })
        const isFirst = row === merged.from && column === merged.column
        return isFirst ? { ...(made ?? {}), rowSpan: merged.to - merged.from + 1 } : made
      }),
    )
    await write(cells).toFile(path)
  },
  async excel4node(path) {
    const { default: excel } = await load('excel4node')
    const book = new excel.Workbook({ logLevel: 0 })
    const sheet = book.addWorksheet('Orders')
    each((cell, row, column) => {
      const at = sheet.cell(row + 1, column + 1)
      const style = (numberFormat: string | undefined) => numberFormat && at.style({ numberFormat })
      put(cell, {
        text: (value) => at.string(value),
        number: (value, code) => {
          at.number(value)
          style(code)
        },
        clock: (when) => at.date(inUtc(when)).style({ numberFormat: dateCode(when) }),
        formula: (formula, _is, code) => at.formula(formula).style({ numberFormat: code }),
      })
    })
    sheet.cell(merged.from + 1, merged.column + 1, merged.to + 1, merged.column + 1, true)
    sheet.row(hidden + 1).hide()
    writeFileSync(path, await book.writeToBuffer())
  },
  async 'excelize-wasm'(path) {
    const { init } = require('excelize-wasm')
    const excelize = await init(join(folder, 'node_modules/excelize-wasm/excelize.wasm.gz'))
    const book = excelize.NewFile()
    const done = ({ error }: { error: string | null }) => {
      if (error) throw new Error(error)
    }
    each((cell, row, column) => {
      const at = place(row, column)
      const set = (value: unknown) => done(book.SetCellValue('Sheet1', at, value))
      const style = (CustomNumFmt: string | undefined) =>
        CustomNumFmt && done(book.SetCellStyle('Sheet1', at, at, book.NewStyle({ CustomNumFmt }).style))
      put(cell, {
        text: (value) => done(book.SetCellStr('Sheet1', at, value)),
        number: (value, code) => {
          set(value)
          style(code)
        },
        clock: (when) => {
          set(serialOf(when))
          style(dateCode(when))
        },
        formula: (formula, _is, code) => {
          done(book.SetCellFormula('Sheet1', at, formula))
          style(code)
        },
      })
    })
    done(book.MergeCell('Sheet1', ...MERGED))
    done(book.SetRowVisible('Sheet1', hidden + 1, false))
    const { buffer, error } = book.WriteToBuffer()
    done({ error })
    writeFileSync(path, buffer)
  },
  async hucre(path) {
    const { writeXlsx } = await load('hucre')
    const rows: unknown[][] = LIST.rows.map(() => [])
    const cells = new Map<string, object>()
    each((cell, row, column) => {
      const set = (value: unknown, numFmt?: string, more = {}) => {
        ;(rows[row] as unknown[])[column] = value
        if (numFmt) cells.set(`${row},${column}`, { value, style: { numFmt }, ...more })
      }
      put(cell, {
        text: (value) => set(value),
        number: (value, code) => set(value, code),
        clock: (at) => set(inUtc(at), dateCode(at)),
        formula: (formula, is, code) => set(is, code, { formula, formulaResult: is }),
      })
    })
    const sheet = {
      name: 'Orders',
      rows,
      cells,
      merges: [{ startRow: merged.from, endRow: merged.to, startCol: merged.column, endCol: merged.column }],
      rowDefs: new Map([[hidden, { hidden: true }]]),
    }
    writeFileSync(path, await writeXlsx({ sheets: [sheet], dateSystem: '1904' }))
  },
}

async function writeSheetJs(name: 'xlsx' | 'xlsx-js-style', path: string): Promise<void> {
  const { default: sheetJs } = await load(name)
  const sheet: Record<string, unknown> = { '!ref': `A1:H${LIST.rows.length}` }
  each((cell, row, column) => {
    const set = (value: object) => {
      sheet[place(row, column)] = value
    }
    put(cell, {
      text: (v) => set({ t: 's', v }),
      number: (v, z) => set({ t: 'n', v, ...(z && { z }) }),
      clock: (at) => set({ t: 'd', v: hereAt(at), z: dateCode(at) }),
      formula: (f, v, z) => set({ t: 'n', f, v, z }),
    })
  })
  sheet['!merges'] = [{ s: { r: merged.from, c: merged.column }, e: { r: merged.to, c: merged.column } }]
  sheet['!rows'] = LIST.rows.map((_, row) => ({ hidden: row === hidden }))
  const book = sheetJs.utils.book_new()
  sheetJs.utils.book_append_sheet(book, sheet, 'Orders')
  writeFileSync(path, sheetJs.write(book, { type: 'buffer', bookType: 'xlsx' }))
}

const PYTHON = '/usr/bin/python3'

/** Runs a script of Python with a value as JSON at its input; returns what it prints, read as JSON. */
export function python<Answer>(script: string, input: unknown, ...rest: string[]): Answer {
  const text = execFileSync(PYTHON, ['-c', script, ...rest], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return text === '' ? (undefined as Answer) : JSON.parse(text)
}

const dated = {
  ...LIST,
  rows: LIST.rows.map((row) =>
    row.map((cell) => (typeof cell === 'object' && 'at' in cell ? { ...cell, code: dateCode(cell.at) } : cell)),
  ),
}

export const writeOpenpyxl = (path: string) => python(OPENPYXL, dated, path)
const OPENPYXL = `
import json, sys
from datetime import datetime
from openpyxl import Workbook
data = json.load(sys.stdin)
book = Workbook()
sheet = book.active
for r, row in enumerate(data['rows'], 1):
    for c, cell in enumerate(row, 1):
        if cell == '': continue
        at = sheet.cell(r, c)
        if isinstance(cell, str):
            at.value = cell
            at.data_type = 's'
            continue
        at.value = datetime.fromisoformat(cell['at']) if 'at' in cell else '=' + cell['formula'] if 'formula' in cell else cell['number']
        if 'code' in cell: at.number_format = cell['code']
m = data['merged']
sheet.merge_cells(start_row=m['from'] + 1, end_row=m['to'] + 1, start_column=m['column'] + 1, end_column=m['column'] + 1)
sheet.row_dimensions[data['hidden'] + 1].hidden = True
book.save(sys.argv[1])
`

export const writeXlsxWriter = (path: string) => python(XLSXWRITER, dated, path)
const XLSXWRITER = `
import json, sys
from datetime import datetime
import xlsxwriter
data = json.load(sys.stdin)
book = xlsxwriter.Workbook(sys.argv[1], {'date_1904': True})
sheet = book.add_worksheet('Orders')
for r, row in enumerate(data['rows']):
    for c, cell in enumerate(row):
        if cell == '': continue
        if isinstance(cell, str):
            sheet.write_string(r, c, cell)
            continue
        style = book.add_format({'num_format': cell['code']}) if 'code' in cell else None
        if 'at' in cell: sheet.write_datetime(r, c, datetime.fromisoformat(cell['at']), style)
        elif 'formula' in cell: sheet.write_formula(r, c, '=' + cell['formula'], style, cell['is'])
        else: sheet.write_number(r, c, cell['number'], style)
m = data['merged']
sheet.merge_range(m['from'], m['column'], m['to'], m['column'], data['rows'][m['from']][m['column']])
sheet.set_row(data['hidden'], None, None, {'hidden': True})
book.close()
`
