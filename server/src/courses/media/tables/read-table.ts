import { closeSync, openSync, writeFileSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { type Collected, collectRows } from './collect-rows.ts'
import { decodeTable } from './decode-table.ts'
import { delimitedRows, delimiterOf } from './delimited.ts'
import { type HowToRead, NoTable, type SheetRow, type TableHead } from './table-shape.ts'

const WRITE_LETTERS = 512 * 1024

export type TableQuestion = { path?: string; text?: string; to?: string; how: HowToRead }
/** `columns`: places of the headings in the rows. */
export type TableAnswer = TableHead & { columns: number[]; hidden_rows: number[]; rows: SheetRow[] }

/** Reads a table. Writes its rows into the file `to`, one JSON a line, or returns them without one. */
export async function readTable(
  question: TableQuestion,
): Promise<TableAnswer | { problem: string; code: NoTable['code'] }> {
  const rows: SheetRow[] = []
  const file = question.to === undefined ? undefined : openSync(question.to, 'wx', 0o600)
  let piece = ''
  const put = ({ row, cells }: SheetRow) => {
    if (file === undefined) return void rows.push({ row, cells })
    piece += `${JSON.stringify([row, ...cells])}\n`
    if (piece.length < WRITE_LETTERS) return
    writeFileSync(file, piece)
    piece = ''
  }
  try {
    const answer = await readInto(collectRows(question.how.head_row, put), question)
    if (file !== undefined) writeFileSync(file, piece)
    return { ...answer, rows }
  } catch (error) {
    if (error instanceof NoTable) return { problem: error.message, code: error.code }
    throw error
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

async function readInto(collected: Collected, { path, text, how }: TableQuestion): Promise<Omit<TableAnswer, 'rows'>> {
  const beginning = path === undefined ? Buffer.alloc(0) : await readBeginning(path)
  if (path !== undefined && beginning.subarray(0, 4).toString('latin1') === 'PK\x03\x04') {
    const { withWorkbook } = await import('./workbook.ts')
    return withWorkbook(path, async ({ sheets, first, rows }) => {
      const sheet = how.sheet ?? first
      if (sheet === undefined) throw new NoTable('invalid', 'This workbook is empty')
      await rows(sheet, collected.take)
      return { encoding: null, encoding_sure: true, delimiter: null, sheets, sheet, ...collected.end() }
    })
  }
  const refusal = OTHER_KINDS.find(([kind]) => kind.test(beginning.toString('latin1')))?.[1]
  if (refusal) throw new NoTable('unsupported_media_type', refusal)
  const decoded = path === undefined ? undefined : decodeTable(await readFile(path), how.encoding)
  if (path !== undefined && !decoded) throw new NoTable('unsupported_media_type', NO_TABLE)
  const content = decoded?.text ?? (text ?? '').replaceAll('\0', '').replace(/^\ufeff/, '')
  if (path !== undefined && isPadded(content)) throw new NoTable('unsupported_media_type', PADDED)
  const { delimiter, quote, from } = delimiterOf(content)
  for (const row of delimitedRows(content, delimiter, { quote, from })) if (!collected.take(row)) break
  const { encoding = null, sure = true } = decoded ?? {}
  return { encoding, encoding_sure: sure, delimiter, sheets: [], sheet: null, ...collected.end() }
}

const NO_TABLE = 'This is no table. Choose a CSV, TSV or XLSX file.'
const other = (name: string, ending: string) =>
  `This is a table in another format (${name}, ${ending}). Open it in Excel or LibreOffice, save it as .xlsx or CSV, and choose that.`
const OTHER_KINDS: readonly (readonly [beginning: RegExp, refusal: string])[] = [
  [
    /^\xd0\xcf/,
    'This is an old Excel file (.xls), or one with a password. Open it in Excel or Google Sheets, save it as .xlsx without a password, and choose that.',
  ],
  [/^%PDF/, 'This is a PDF, not a table. Export the list as CSV or XLSX from where the PDF was made.'],
  [
    /^\s*(?:\xef\xbb\xbf)?\s*(?:<\?xml|<!doctype|<html|<table|<head|<meta|<div|<style)/i,
    'This is a web page or XML that is named like a table. Open it in Excel or Google Sheets, save it as .xlsx, and choose that.',
  ],
  [/^\s*[{[]\s*["{]/, 'This is a data file (JSON), not a table. Choose a CSV, TSV or XLSX file.'],
  [/^\{\\rtf/, NO_TABLE],
  [/^ID;P/, other('SYLK', '.slk')],
  [/^TABLE\r?\n0,1\r?\n/, other('Data Interchange Format', '.dif')],
  [/^socialcalc:version/, other('EtherCalc', '.eth')],
]

const PADDED =
  'Spaces divide the columns of this table (.prn), and long cells are cut. Open the original, save it as .xlsx or CSV, and choose that.'

/** Returns true for “Formatted Text”: words of the first line and of most others are divided by several spaces, and by nothing else. */
function isPadded(text: string): boolean {
  const [head = '', ...lines] = text
    .slice(0, 20_000)
    .split(/\r?\n/, 100)
    .filter((line) => line.trim() !== '')
  const gap = /\S {2,}\S/
  return !/[,;|\t@]/.test(head) && gap.test(head) && lines.filter((line) => gap.test(line)).length > lines.length * 0.8
}

async function readBeginning(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
