import { refused } from './file-parts.ts'
import { readZip, readZipText } from './zip-listing.ts'

/** The part that identifies an Office document. */
const OOXML: readonly (readonly [extension: string, part: string])[] = [
  ['docx', 'word/document.xml'],
  ['xlsx', 'xl/workbook.xml'],
  ['pptx', 'ppt/presentation.xml'],
]
const ODF: Readonly<Record<string, string>> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
}
const MACROS = /(^|\/)(vbaProject\.bin|vbaData\.xml|xl\/macrosheets\/.+|Basic\/.+|Scripts\/.+)$/i
const PROGRAM_PART = /(^|\/)(embeddings\/.+\.bin|activeX\/.+)$/i

const MACROS_REASON =
  'This document holds macros, which run programs on the machines of buyers. Save it without macros and upload it again.'

/** Returns the extension of an Office document; undefined for others. 422 for macros or other executable parts. */
export async function officeExtension(path: string, bytes: number): Promise<string | undefined> {
  const listing = await readZip(path, bytes)
  if (!listing) return undefined
  const { names } = listing
  const extension =
    (names.has('[Content_Types].xml') && OOXML.find(([, part]) => names.has(part))?.[0]) ||
    (names.has('mimetype') && ODF[(await readZipText(path, 'mimetype', 200))?.trim() ?? ''])
  if (!extension) return undefined
  for (const name of names) {
    if (MACROS.test(name)) throw refused(MACROS_REASON)
    if (PROGRAM_PART.test(name)) {
      throw refused('This document holds embedded programs (ActiveX or OLE). Save it without them and upload it again.')
    }
  }
  if (!names.has('[Content_Types].xml')) return extension
  // An unreadable part may name macros: too long, or longer than its listed size.
  const types = await readZipText(path, '[Content_Types].xml', 1024 * 1024)
  if (types === undefined) return undefined
  if (/macroEnabled|vbaProject/i.test(types)) throw refused(MACROS_REASON)
  return extension
}

/** Recognises a Sketch file: an archive with its document in it. */
export async function isSketch(path: string, bytes: number): Promise<boolean> {
  const listing = await readZip(path, bytes)
  return Boolean(listing?.names.has('document.json') && listing.names.has('meta.json'))
}
