import { readFile } from 'node:fs/promises'
import { decodeText } from 'contract/decode-text'
import { refused } from './file-parts.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
const CONTROL = /[\x00-\x08\x0b\x0e-\x1f\x7f]/
/**
 * The beginning of content that another program would run or draw when it opens the file; a text about it begins
 * differently.
 */
const ACTIVE =
  /^\s*(#! ?\/|<\?php\s|<\?xml\s|<!doctype\s+\w|<html[\s>]|<script[\s>]|<svg[\s>]|<iframe[\s>]|@echo o(?:n|ff)\b|%!PS-|%PDF-\d|\{\\rtf\d|\[InternetShortcut\]\s|Windows Registry Editor Version \d)/i
/** The beginning of a cell that starts a program when a spreadsheet opens it (DDE); a `!` follows in its line. */
const BEGINS_PROGRAM = /(?:^|[,;\t\n"]) {0,9}[=+\-@] {0,9}[A-Za-z]{1,20} {0,9}\|/g
const MOST_BETWEEN = 200
/** The beginning of a computed cell. Neither a sign before a plain number nor a dash alone begins one. */
const FORMULA = /(?:^|[,;|\t\r\n"])[^\S\t\r\n]*(?:[=@＝＠]|[+\-＋－](?![\d\xa0 .:/%-]*(?:"(?!")|[,;|\t\r\n]|$)))/
/** The first line of a table with its own separator, which moves the beginnings of cells. */
const OWN_SEPARATOR = /^"?sep=[^,;|\t]/i

/** Reads text without control characters; undefined for anything else. 422 when only its encoding is wrong. */
export async function readText(path: string, { utf16 = true } = {}): Promise<string | undefined> {
  const bytes = await readFile(path)
  const decoded = decodeText(bytes)
  if (!decoded) return undefined
  if ('problem' in decoded) throw refused(decoded.template, decoded)
  if (!utf16 && (bytes[0] ?? 0) >= 0xfe) return undefined
  return decoded.text === '' || CONTROL.test(decoded.text) ? undefined : decoded.text
}

/** Reads text; 422 for a script or page named as text. */
export async function readPlainText(path: string): Promise<string | undefined> {
  const text = await readText(path)
  const active = text === undefined ? undefined : ACTIVE.exec(text)?.[1]
  if (active)
    throw refused(
      'This is a script or a page, not a text: it begins with {words}. Put it into a ZIP and upload that.',
      { values: { words: active } },
    )
  return text
}

/** Reads a table; 422 for cells that start programs. */
export async function readTable(path: string): Promise<string | undefined> {
  const text = await readPlainText(path)
  if (text !== undefined && startsProgram(text)) {
    throw refused('A cell of this table starts a program when a spreadsheet opens it. Take it out.')
  }
  return text
}

/** Checks a table for cells that a spreadsheet may compute. It errs on the side of true. */
export async function holdsFormulas(path: string): Promise<boolean> {
  const text = await readText(path)
  return text !== undefined && (OWN_SEPARATOR.test(text) || FORMULA.test(text))
}

/** Examines each character a bounded number of times, however many cells begin so. */
function startsProgram(text: string): boolean {
  let [mark, lineEnd] = [-1, -1]
  for (const { index, 0: begin } of text.matchAll(BEGINS_PROGRAM)) {
    const from = index + begin.length
    if (mark < from) mark = text.indexOf('!', from)
    if (mark < 0) return false
    if (lineEnd < from) lineEnd = text.indexOf('\n', from)
    if (lineEnd < 0) lineEnd = text.length
    if (mark < lineEnd && mark - from <= MOST_BETWEEN) return true
  }
  return false
}
