import { readFile } from 'node:fs/promises'
import { decodeText } from 'contract/decode-text'
import { refused } from './file-parts.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
const CONTROL = /[\x00-\x08\x0b\x0e-\x1f\x7f]/
/** What another program would run or draw when the file is opened by its content. */
const ACTIVE =
  /^\s*(#!|<\?php|<\?xml|<!doctype|<html|<script|<svg|<iframe|@echo\b|%!PS|%PDF|\{\\rtf|MZ|\[InternetShortcut\]|Windows Registry Editor)/i
/** A cell that starts a program when a spreadsheet opens it (DDE). */
const STARTS_PROGRAM = /(?:^|[,;\t\n"]) {0,9}[=+\-@] {0,9}[A-Za-z]{1,20} {0,9}\|[^\n]{0,200}!/

/** The text of a file without control characters; undefined for anything else. 422 when only its encoding is wrong. */
async function readText(path: string, { utf16 = true } = {}): Promise<string | undefined> {
  const bytes = await readFile(path)
  const decoded = decodeText(bytes)
  if (!decoded) return undefined
  if ('problem' in decoded) throw refused(decoded.problem)
  if (!utf16 && (bytes[0] ?? 0) >= 0xfe) return undefined
  return decoded.text === '' || CONTROL.test(decoded.text) ? undefined : decoded.text
}

/** As `readText`; 422 for a script or page that is called a text. */
export async function readPlainText(path: string): Promise<string | undefined> {
  const text = await readText(path)
  const active = text === undefined ? undefined : ACTIVE.exec(text)?.[1]
  if (active) throw refused(`This is a script or a page, not a text: it begins with ${active}`)
  return text
}

/** As `readPlainText`; 422 for cells that start programs. */
export async function readTable(path: string): Promise<string | undefined> {
  const text = await readPlainText(path)
  if (text !== undefined && STARTS_PROGRAM.test(text)) {
    throw refused('A cell of this table starts a program when a spreadsheet opens it. Take it out.')
  }
  return text
}

const SCRIPTS = 'This SVG holds scripts. Export it as a plain drawing and upload that.'
const PAGES = 'This SVG holds pages of other kinds. Export it as a plain drawing and upload that.'
const ENTITIES = 'This SVG holds entities. Export it as a plain drawing and upload that.'
const REFERENCES = 'This SVG holds references to other places. Export it as a plain drawing and upload that.'

const SVG_ACTIVE: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/<\s*(?:[\w-]+:)?script/i, SCRIPTS],
  [/<\s*(?:[\w-]+:)?(?:foreignObject|iframe|embed|object)\b/i, PAGES],
  [/[\s"'/]on[a-z]+\s*=/i, SCRIPTS],
  [/javascript|vbscript|data\s*:\s*(?:text|application)\//i, SCRIPTS],
  [/<!ENTITY|<!DOCTYPE[^>]{0,500}\[/i, ENTITIES],
  [/(?:(?:href|src)\s*=|url\(|@import)\s*(?:["']\s*)?(?:https?:|\/\/|file:)/i, REFERENCES],
]

/** Whether a file is an SVG. 422 when it is more than a drawing. */
export async function isDrawing(path: string): Promise<boolean> {
  const svg = await readText(path, { utf16: false })
  if (svg === undefined) return false
  if (!beginsAsSvg(svg)) {
    // A document with entities does not begin as one of ours, and is worth its reason.
    if (/<!ENTITY/i.test(svg) && /<svg[\s>]/i.test(svg)) throw refused(ENTITIES)
    return false
  }
  const active = SVG_ACTIVE.find(([pattern]) => pattern.test(withoutEscapes(svg)))
  if (active) throw refused(active[1])
  return true
}

/** What may stand before the drawing, from its beginning to its end. */
const PROLOG: readonly (readonly [begin: string, end: string])[] = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!', '>'],
]

function beginsAsSvg(xml: string): boolean {
  let at = 0
  for (;;) {
    while (/\s|\ufeff/.test(xml.charAt(at))) at += 1
    const part = PROLOG.find(([begin]) => xml.startsWith(begin, at))
    if (!part) return /^<svg[\s>]/i.test(xml.slice(at, at + 5))
    const end = xml.indexOf(part[1], at)
    if (end < 0) return false
    at = end + part[1].length
  }
}

/** Characters written by their number, as an attribute may be. */
function withoutEscapes(xml: string): string {
  return xml.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/gi, (_, hex?: string, decimal?: string) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
