import { CUT_OFF_MESSAGE, isWholeMp4 } from 'contract/media/beginnings'
import { extensionOf, type MediaKind } from 'contract/media/kinds'
import { detectAudio, detectVideo } from '../file-types.ts'
import { isDrawing } from './drawing.ts'
import { readPart, refused, refuseZipBehind } from './file-parts.ts'
import { isSketch, officeExtension } from './office.ts'
import { readPdf } from './pdf.ts'
import { readPlainText, readTable } from './text.ts'
import { readZip } from './zip-listing.ts'

export type Sent = { path: string; name: string; bytes: number }

/** Every kind except the re-encoded ones. */
export type SentKind = Exclude<MediaKind, 'image' | 'subtitles'>

/**
 * Returns the extension that the content proves; undefined for a file of another kind. 422 with the reason for harmful
 * content. Each check reads a bounded part or piece by piece, and bounds all unpacking.
 */
export function proveContent(kind: SentKind, sent: Sent): Promise<string | undefined> {
  return provers[kind](sent)
}

const provers: Record<SentKind, (sent: Sent) => Promise<string | undefined>> = {
  async video({ path, bytes }) {
    const extension = await detectVideo(path)
    const boxes = extension === 'mp4' || extension === 'mov' || extension === '3gp'
    const whole = !boxes || (await isWholeMp4((at, length) => readPart(path, at, length), bytes))
    if (!whole) throw refused(CUT_OFF_MESSAGE)
    return extension
  },
  async audio({ path }) {
    const extension = await detectAudio(path)
    if (extension) await refuseZipBehind(path)
    return extension
  },
  pdf: async ({ path, bytes }) => ((await readPdf(path, bytes)) ? 'pdf' : undefined),
  archive: async ({ path, bytes }) => {
    const listing = await readZip(path, bytes)
    if (listing && isProgram(listing.names))
      throw refused('This archive is a program (Java or Android). Upload its sources as a ZIP.')
    return listing && 'zip'
  },
  async office({ path, name, bytes }) {
    if (extensionOf(name) === 'csv') return (await readTable(path)) === undefined ? undefined : 'csv'
    return officeExtension(path, bytes)
  },
  async design({ path, name, bytes }) {
    const begin = await readPart(path, 0, 26)
    if (isPhotoshop(begin)) {
      await refuseZipBehind(path)
      return 'psd'
    }
    const latin = begin.toString('latin1')
    if (latin.startsWith('%PDF-')) return (await readPdf(path, bytes))?.illustrator ? 'ai' : undefined
    if (latin.startsWith('PK\x03\x04')) return (await isSketch(path, bytes)) ? 'sketch' : undefined
    if (extensionOf(name) !== 'svg' || bytes > MAX_SVG_BYTES) return undefined
    return (await isDrawing(path)) ? 'svg' : undefined
  },
  async text({ path, name }) {
    if ((await readPlainText(path)) === undefined) return undefined
    return extensionOf(name) === 'txt' ? 'txt' : extensionOf(name) ? 'md' : 'txt'
  },
}

/** A drawing is read whole. */
const MAX_SVG_BYTES = 10 * 1024 * 1024

const isProgram = (names: ReadonlySet<string>) =>
  names.has('AndroidManifest.xml') ||
  (names.has('META-INF/MANIFEST.MF') && [...names].some((name) => name.endsWith('.class')))

/** Checks signature, version 1 or 2, six zeros, 1 to 56 channels, sides, and a valid depth. */
function isPhotoshop(begin: Buffer): boolean {
  if (begin.length < 26 || begin.toString('latin1', 0, 4) !== '8BPS') return false
  const channels = begin.readUInt16BE(12)
  return (
    [1, 2].includes(begin.readUInt16BE(4)) &&
    begin.subarray(6, 12).every((byte) => byte === 0) &&
    channels >= 1 &&
    channels <= 56 &&
    begin.readUInt32BE(14) > 0 &&
    begin.readUInt32BE(18) > 0 &&
    [1, 8, 16, 32].includes(begin.readUInt16BE(22))
  )
}
