import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { unprintableLetters } from '../../platform/pdf/pdf-runs.ts'
import { type DocumentRow, findDocumentFile, findUnkeptDocuments, insertDocumentFile } from './documents.queries.ts'
import { paperMarked } from './paper-mark.ts'
import { drawDocument } from './pdf.ts'

type DocumentContext = Pick<Context, 'db' | 'now'>

/**
 * Returns the PDF stored when the document was issued. Without one it draws and stores it now: the first of two
 * drawings wins, and both return its bytes. 503 `unavailable` when too many are drawn.
 */
export async function fileOf(ctx: DocumentContext, document: DocumentRow): Promise<Buffer> {
  const { document_id } = document
  const stored = await findDocumentFile(ctx.db, document_id)
  if (stored) return stored
  const bytes = await drawDocument(document)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await insertDocumentFile(ctx.db, { document_id, sha256, bytes, kept_at: ctx.now().toISOString() })
  return (await findDocumentFile(ctx.db, document_id)) ?? bytes
}

/** Returns the PDF as it is handed out: with the marks of an authority that registered it, else as it was issued. */
export async function printedOf(ctx: DocumentContext, document: DocumentRow): Promise<Buffer> {
  const issued = await fileOf(ctx, document)
  const mark = (await paperMarked(ctx.db, document.document_id)).find((one) => one !== undefined)
  return mark ? drawDocument(document, mark) : issued
}

/**
 * Draws and stores what an order's documents lack, and logs letters that no font has. Outside the transaction that
 * numbers them: a series is not held up by drawing.
 */
export async function storeFiles(ctx: DocumentContext & Pick<Context, 'log'>, orderId: string): Promise<void> {
  for (const document of await findUnkeptDocuments(ctx.db, orderId)) {
    await fileOf(ctx, document)
    const letters = unprintableLetters(JSON.stringify(document.facts)).join('')
    if (letters) ctx.log.warn({ document_id: document.document_id, letters }, 'document leaves out letters')
  }
}
