import { constants, inflateSync } from 'node:zlib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A run of text: its left end on its baseline, in points from the lower left corner of the page. */
type Run = { str: string; x: number; y: number; width: number; height: number }

/** Returns the runs of each page of a PDF, in drawing order. */
export async function runsOfPdf(bytes: Buffer): Promise<Run[][]> {
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 })
  const document = await task.promise
  const pages: Run[][] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(
      items.flatMap((item) => {
        if (!('str' in item)) return []
        const { str, transform, width, height } = item
        return { str, x: Number(transform[4]), y: Number(transform[5]), width, height }
      }),
    )
  }
  await task.destroy()
  return pages
}

/** Returns the text of all pages of a PDF, as a reader would copy it, with single spaces. */
export async function textOfPdf(bytes: Buffer): Promise<string> {
  const pages = (await runsOfPdf(bytes)).map((runs) => {
    let text = ''
    let end: { x: number; y: number } | undefined
    for (const { str, x, y, width } of runs) {
      // Runs on one line join; a gap or another line is a space.
      if (end && (Math.abs(y - end.y) > 3 || x - end.x > 1.5)) text += ' '
      text += str
      end = { x: x + width, y }
    }
    return text
  })
  return ` ${pages.join(' ').replace(/\s+/g, ' ')} `
}

/** Returns each span's text for other readers and screen readers (ActualText), in drawing order. */
export function actualTexts(pdf: Buffer): string[] {
  const texts: string[] = []
  for (const content of contentsOf(pdf)) {
    for (const [, hex = ''] of content.matchAll(/\/ActualText <feff([0-9a-f]*)>/gi))
      texts.push(Buffer.from(hex, 'hex').swap16().toString('utf16le'))
    for (const [, plain = ''] of content.matchAll(/\/ActualText \((?!\xfe\xff)([^)]*)\)/g)) texts.push(plain)
    for (const [, wide = ''] of content.matchAll(/\/ActualText \(\xfe\xff((?:\\.|[^)\\])*)\)/gs))
      texts.push(utf16(wide))
  }
  return texts
}

/** Returns the drawing commands of a PDF, stream by stream. */
export function contentsOf(pdf: Buffer): string[] {
  return Array.from(pdf.toString('latin1').matchAll(/stream\r?\n/g), ({ index }) =>
    inflated(pdf.subarray(index + (pdf[index + 6] === 0x0d ? 8 : 7))),
  )
}

/** Unescapes a string of a PDF. */
function utf16(escaped: string): string {
  const names: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
  const bytes = escaped.replace(/\\(.)/gs, (_all, sign: string) => names[sign] ?? sign)
  return Buffer.from(bytes, 'latin1').swap16().toString('utf16le')
}

function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1')
  } catch {
    return ''
  }
}
