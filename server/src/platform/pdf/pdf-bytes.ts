import { createTurns } from '../queue/turns.ts'
import { loadShaper } from './pdf-faces.ts'

// Drawing blocks the only thread: half of the time is left to everything else.
const inTurn = createTurns({
  atOnce: 1,
  waiting: 200,
  patienceMs: 20_000,
  rests: true,
  says: 'Too many documents at the moment. Please try again.',
})

type Options = Pick<PDFKit.PDFDocumentOptions, 'size' | 'layout' | 'bufferPages' | 'info' | 'lang' | 'displayTitle'>

/** Draws a document in our faces, A4 unless `size` says another, and returns its bytes. 503 `unavailable` when too many are queued. */
export function pdfBytes(options: Options, draw: (doc: PDFKit.PDFDocument) => void): Promise<Buffer> {
  return inTurn({ lane: 'open', rank: 0 }, async () => {
    const { default: PDFDocument } = await import('pdfkit')
    await loadShaper()
    // Our fonts load with the first text; PDFKit would read one of its own before. Text for copying is of PDF 1.5.
    const doc = new PDFDocument({ pdfVersion: '1.5', size: 'A4', margin: 0, font: '', ...options })
    const chunks: Buffer[] = []
    const whole = new Promise<Buffer>((resolve, reject) => {
      doc.on('data', (chunk: Buffer) => chunks.push(chunk))
      doc.on('end', () => resolve(Buffer.concat(chunks)))
      doc.on('error', reject)
    })
    draw(doc)
    doc.end()
    return whole
  })
}
