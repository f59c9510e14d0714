import type { Entry, ZipFile } from 'yauzl'
import { attributeOf, scanXml } from './scan-xml.ts'
import { readFormats, readLinks, readMerges, readRows, readTexts } from './sheet-rows.ts'
import { NoTable, type SheetRow } from './table-shape.ts'

/** Bounds what a workbook unpacks to: 100,000 rows of 20 columns are about 120 MB. */
const MOST_UNPACKED = 400 * 1024 * 1024
const MOST_PARTS = 2_000
const PEEK_BYTES = 1024 * 1024

const DAMAGED = 'This workbook is damaged. Open it, save it as .xlsx, and choose that.'

export type Workbook = {
  /** Names of the visible sheets that hold something. */
  sheets: string[]
  /** The first of them that looks like a table; undefined for an empty workbook. */
  first: string | undefined
  /** Calls `take` with each row of a sheet that holds something, until it returns false. */
  rows: (sheet: string, take: (row: SheetRow) => boolean) => Promise<void>
}

/** Opens an `.xlsx`. Throws `NoTable` for other archives, and for one that unpacks to too much. */
export async function withWorkbook<T>(path: string, work: (book: Workbook) => Promise<T>): Promise<T> {
  const { openPromise } = await import('yauzl')
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(path, { autoClose: false })
    return await work(await openBook(zip))
  } catch (error) {
    if (error instanceof NoTable || (error as NodeJS.ErrnoException).syscall) throw error
    throw new NoTable('invalid', DAMAGED)
  } finally {
    zip?.close()
  }
}

async function openBook(zip: ZipFile): Promise<Workbook> {
  const entries = await listed(zip)
  const entryOf = (name: string) => entries.get(name.toLowerCase())
  const pieces = async (name: string): Promise<AsyncIterable<Buffer>> => {
    const entry = entryOf(name)
    return entry ? inUtf8(await zip.openReadStreamPromise(entry)) : nothing()
  }
  const { sheets, is1904 } = await readSheets(await pieces('xl/workbook.xml'))
  const targets = await readTargets(await pieces('xl/_rels/workbook.xml.rels'))
  const partOf = (id: string) => {
    const target = targets.get(id) ?? ''
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`
  }
  const visible = sheets.filter(({ hidden }) => !hidden)
  const filled: { name: string; part: string; is_wide: boolean }[] = []
  for (const { name, id } of visible.length > 0 ? visible : sheets) {
    const part = partOf(id)
    const cells = await cellsInFirstRows(await pieces(part))
    if (cells > 0) filled.push({ name, part, is_wide: cells > 1 })
  }
  return {
    sheets: filled.map(({ name }) => name),
    // A sheet of notes has one column.
    first: (filled.find(({ is_wide }) => is_wide) ?? filled[0])?.name,
    async rows(sheet, take) {
      const part = filled.find(({ name }) => name === sheet)?.part
      if (!part) throw new NoTable('invalid', `There is no sheet “${sheet.slice(0, 40)}” that holds something`)
      const merges = await readMerges(await pieces(part))
      const formats = await readFormats(await pieces('xl/styles.xml'))
      const texts = await readTexts(
        await pieces('xl/sharedStrings.xml'),
        // A sign of UTF-16 has two bytes, and up to three in UTF-8.
        Math.ceil(1.5 * (entryOf('xl/sharedStrings.xml')?.uncompressedSize ?? 0)),
      )
      const targets = await readTargets(await pieces(part.replace(/([^/]+)$/, '_rels/$1.rels')))
      const links = await readLinks(await pieces(part), targets)
      await readRows(await pieces(part), { merges, links, formats, texts, is1904 }, take)
    },
  }
}

/** XML may be in UTF-16, which begins with its mark or with `<` in two bytes. */
async function* inUtf8(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | null | undefined
  for await (const piece of pieces) {
    if (decoder === undefined) {
      const encoding = UTF_16.find(([mark]) => piece.subarray(0, 2).equals(mark))?.[1]
      decoder = encoding ? new TextDecoder(encoding) : null
    }
    yield decoder ? Buffer.from(decoder.decode(piece, { stream: true })) : piece
  }
}
const UTF_16 = [
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
  [Buffer.from([0x3c, 0x00]), 'utf-16le'],
  [Buffer.from([0x00, 0x3c]), 'utf-16be'],
] as const

async function* nothing(): AsyncGenerator<Buffer> {}

/** Lists the parts of the archive, and refuses what is no workbook or unpacks to too much. */
async function listed(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MOST_PARTS) throw new NoTable('invalid', DAMAGED)
  const entries = new Map<string, Entry>()
  let unpacked = 0
  for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
    entries.set(entry.fileName.toLowerCase(), entry)
    if (/\.(xml|rels)$/i.test(entry.fileName)) unpacked += entry.uncompressedSize
  }
  if (entries.has('xl/workbook.bin')) {
    throw new NoTable('unsupported_media_type', 'This is a binary workbook (.xlsb). Save it as .xlsx and choose that.')
  }
  if (entries.has('content.xml') && entries.has('mimetype')) {
    throw new NoTable(
      'unsupported_media_type',
      'This is an OpenDocument table (.ods). Save it as .xlsx or CSV in LibreOffice and choose that.',
    )
  }
  if ([...entries.keys()].some((name) => name.endsWith('.iwa') || name === 'index.zip')) {
    throw new NoTable(
      'unsupported_media_type',
      'This is a Numbers file. In Numbers choose File, Export To, Excel or CSV, and choose the exported file.',
    )
  }
  if (!entries.has('xl/workbook.xml')) {
    throw new NoTable(
      'unsupported_media_type',
      'This is a ZIP or another document. Unpack it and choose the CSV or XLSX in it.',
    )
  }
  if (unpacked > MOST_UNPACKED) {
    throw new NoTable('invalid', 'This workbook unpacks to more than 400 MB. Save the sheet as CSV and choose that.')
  }
  return entries
}

type Sheet = { name: string; id: string; hidden: boolean }
async function readSheets(pieces: AsyncIterable<Buffer>): Promise<{ sheets: Sheet[]; is1904: boolean }> {
  const sheets: Sheet[] = []
  let is1904 = false
  await scanXml(pieces, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributeOf(attributes, 'date1904') ?? '')
      if (name !== 'sheet' || sheets.length >= 500) return
      const state = attributeOf(attributes, 'state') ?? 'visible'
      const id = /\s[\w.-]+:id\s*=\s*["']([^"']*)/.exec(attributes)?.[1] ?? ''
      sheets.push({ name: attributeOf(attributes, 'name') ?? '', id, hidden: state !== 'visible' })
    },
    close() {},
    text() {},
  })
  return { sheets, is1904 }
}

async function readTargets(pieces: AsyncIterable<Buffer>): Promise<Map<string, string>> {
  const targets = new Map<string, string>()
  const open = (name: string, attributes: string) => {
    if (name === 'Relationship')
      targets.set(attributeOf(attributes, 'Id') ?? '', attributeOf(attributes, 'Target') ?? '')
  }
  await scanXml(pieces, { open, close() {}, text() {} })
  return targets
}

/** Returns the most values that a row has in the beginning of a sheet, at most 2. */
async function cellsInFirstRows(pieces: AsyncIterable<Buffer>): Promise<number> {
  let [most, here, bytes] = [0, 0, 0]
  const open = (name: string) => {
    if (name === 'row') here = 0
    else if (name === 'v' || name === 't') most = Math.max(most, ++here)
  }
  const counted = (async function* () {
    for await (const piece of pieces) {
      bytes += piece.length
      yield piece
    }
  })()
  await scanXml(counted, { open, close() {}, text() {} }, () => most > 1 || bytes > PEEK_BYTES)
  return most
}
