import { zipOf } from './archives.ts'

/** A cell of a workbook: a text, a number, or one with a style (a place in `FORMATS`), a formula with its value, or XML by hand. */
export type BookCell =
  | string
  | number
  | boolean
  | null
  | { n: number; style: Style }
  | { formula: string; value: string | number }
  | { xml: string }
export type BookSheet = {
  name: string
  rows: readonly (readonly BookCell[])[]
  merges?: readonly string[]
  hidden?: boolean
  hiddenRows?: readonly number[]
  /** Addresses to which cells link, by place. */
  links?: Readonly<Record<string, string>>
}

const FORMATS = {
  plain: 'General',
  day: 'dd/mm/yyyy',
  moment: 'yyyy-mm-dd hh:mm:ss',
  clock: '[h]:mm:ss',
  percent: '0%',
  rupees: '[$₹-4009]#,##0.00',
  dollars: '"$"#,##0.00',
  text: '@',
  month: 'd mmm',
} as const
type Style = keyof typeof FORMATS
const STYLES = Object.keys(FORMATS) as Style[]

/** Writes an `.xlsx` as Excel does: texts are shared, styles have number formats. */
export function workbookOf(
  sheets: readonly BookSheet[],
  { is1904 = false, inline = false, utf16 = false } = {},
): Buffer {
  const texts = new Map<string, number>()
  const shared = (text: string) => {
    if (!texts.has(text)) texts.set(text, texts.size)
    return texts.get(text)
  }
  const cell = (value: BookCell, place: string): string => {
    if (value === null || value === '') return ''
    if (typeof value === 'string' && inline)
      return `<c r="${place}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
    if (typeof value === 'string') return `<c r="${place}" t="s"><v>${shared(value)}</v></c>`
    if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${Number(value)}</v></c>`
    if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`
    if ('xml' in value) return value.xml
    if ('n' in value) return `<c r="${place}" s="${STYLES.indexOf(value.style)}"><v>${value.n}</v></c>`
    const type = typeof value.value === 'string' ? ' t="str"' : ''
    return `<c r="${place}"${type}><f>${escaped(value.formula)}</f><v>${escaped(String(value.value))}</v></c>`
  }
  const sheetXml = ({ rows, merges = [], hiddenRows = [], links = {} }: BookSheet) => {
    const data = rows.map((cells, at) => {
      const hidden = hiddenRows.includes(at + 1) ? ' hidden="1"' : ''
      return `<row r="${at + 1}"${hidden}>${cells.map((one, column) => cell(one, `${letters(column)}${at + 1}`)).join('')}</row>`
    })
    const merged = merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
    const linked = Object.keys(links).map((ref, at) => `<hyperlink ref="${ref}" r:id="rId${at + 1}"/>`)
    return `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheetData>${data.join('')}</sheetData>${merged ? `<mergeCells>${merged}</mergeCells>` : ''}<hyperlinks>${linked.join('')}</hyperlinks></worksheet>`
  }
  const encoded = (text: string) =>
    utf16 ? Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text.replace('UTF-8', 'UTF-16'), 'utf16le')]) : text
  const parts = sheets.flatMap((sheet, at) => [
    { name: `xl/worksheets/sheet${at + 1}.xml`, data: encoded(sheetXml(sheet)) },
    { name: `xl/worksheets/_rels/sheet${at + 1}.xml.rels`, data: linksXml(sheet) },
  ])
  const list = sheets.map(
    ({ name, hidden }, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  )
  const targets = sheets.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  const formats = STYLES.map((style, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(FORMATS[style])}"/>`)
  return zipOf([
    { name: '[Content_Types].xml', data: `${XML}<Types/>` },
    {
      name: 'xl/workbook.xml',
      data: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${list.join('')}</sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', data: `${XML}<Relationships>${targets.join('')}</Relationships>` },
    {
      name: 'xl/styles.xml',
      data: `${XML}<styleSheet xmlns="${MAIN}"><numFmts>${formats.join('')}</numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs>${STYLES.map((_, at) => `<xf numFmtId="${at === 0 ? 0 : 164 + at}"/>`).join('')}</cellXfs></styleSheet>`,
    },
    {
      name: 'xl/sharedStrings.xml',
      data: `${XML}<sst xmlns="${MAIN}">${[...texts.keys()].map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    },
    ...parts,
  ])
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const linksXml = ({ links = {} }: BookSheet) => {
  const targets = Object.values(links).map((to, at) => `<Relationship Id="rId${at + 1}" Target="${escaped(to)}"/>`)
  return `${XML}<Relationships>${targets.join('')}</Relationships>`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const letters = (at: number): string =>
  (at >= 26 ? letters(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))
