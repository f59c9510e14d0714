import { z } from 'zod'
import type { Context } from '../../context.ts'
import { documentLetter } from '../../platform/mail/document.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { fileOf } from '../../sales/documents/document-file.ts'
import { type DocumentRow, findDocument, findOrderDocuments } from '../../sales/documents/documents.queries.ts'
import { fileNameOf } from '../../sales/documents/pdf.ts'
import { MAIL_RETRIES, mailOnce } from './mail-once.ts'
import { sendLetter } from './send-letter.ts'

/** `late`: it should have gone with the receipt, and goes once however often that was tried. */
const Payload = z.object({ document_id: z.string(), late: z.boolean().optional() })

/** Mails a document to the buyer's present address; nothing once the account is gone. */
export function documentMailJob(ctx: Context): Job {
  return {
    name: 'document-mail',
    concurrency: 8,
    retries: MAIL_RETRIES,
    run: async (payload, jobId) => {
      const { document_id, late } = Payload.parse(payload)
      await mailOnce(ctx, late ? `late ${document_id}` : jobId, async () => {
        const found = await findDocument(ctx.db, document_id)
        if (!found?.email) return
        const { kind, serial, order_id, corrects } = found
        const { buyer, total_paise } = found.facts
        // It bears the name and the billing address as the buyer typed them, which is nothing for a stranger.
        const name = found.email_proven ? buyer.name : null
        const files: NonNullable<Mail['attachments']> = []
        for (const document of [found, ...(await noteBeside(ctx, found))]) {
          const content = await fileOf(ctx, document)
          files.push({ filename: fileNameOf(document), content, contentType: 'application/pdf' })
        }
        const attachments = name === null ? [] : files
        await sendLetter(ctx, { to: found.email, language: found.language, attachments }, (shop) =>
          documentLetter({ name, kind, serial, order_id, total_paise, corrects, ...shop }),
        )
        ctx.log.info({ order_id: found.order_id, document_id: found.document_id }, 'document sent')
      })
    },
  }
}

/** With an invoice that was made out anew goes the credit note over the first one. */
async function noteBeside(ctx: Context, { order_id, kind, corrects }: DocumentRow): Promise<DocumentRow[]> {
  if (corrects === null || kind === 'credit_note') return []
  return (await findOrderDocuments(ctx.db, order_id)).filter(
    (document) => document.corrects === corrects && document.kind === 'credit_note',
  )
}
