import { z } from 'zod'
import type { Context } from '../../context.ts'
import { courseLinkEmail } from '../../platform/mail/login-emails.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { documentEmail, giftEmail } from '../../platform/mail/order-emails.ts'
import { receiptEmail } from '../../platform/mail/receipt-emails.ts'
import {
  guaranteeDeclinedEmail,
  refundEmail,
  refundFailedEmail,
  seatTakenEmail,
} from '../../platform/mail/refund-emails.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { printedOf } from '../../sales/documents/document-file.ts'
import {
  type DocumentRow,
  findDocument,
  findOrderDocuments,
  saleAmong,
} from '../../sales/documents/documents.queries.ts'
import { issueDocuments } from '../../sales/documents/documents.service.ts'
import { fileNameOf } from '../../sales/documents/pdf.ts'
import { proofOf } from '../../sales/orders/checkout/pay-address.ts'
import { findDeclined } from '../../sales/orders/guarantee.queries.ts'
import { findUngiven } from '../../sales/orders/order-events.queries.ts'
import { findOrderWithBuyer } from '../../sales/orders/order-lists.queries.ts'
import { currencyOf } from '../../sales/orders/payments.queries.ts'
import { findRefund } from '../../sales/orders/refunds/refunds.queries.ts'
import { findSold } from '../../sales/orders/returns/find-sold.ts'
import { PAID } from '../../sales/orders/status.ts'
import { LINK_MINUTES, makeWelcomeLink, WELCOME_DAYS } from '../../shop/auth/contact-changes.ts'
import { makeLoginLink } from '../../shop/auth/login-links.ts'
import { MAIL_RETRIES, mailOnce, oneMail, sendEmail } from '../../shop/mails/mail-once.ts'
import { findReceipt } from '../reports/mails/receipt.queries.ts'
import { findBuyer, findGiftToSend, findSeatTaken } from '../reports/mails/recipients.queries.ts'

/** Sends the receipt of a paid order, with its document, to the buyer's present address. */
export const receiptMailJob = oneMail({
  name: 'receipt-mail',
  payload: z.object({ order_id: z.string() }),
  async find(ctx, { order_id }) {
    const receipt = await findReceipt(ctx.db, order_id, ctx.now())
    if (!receipt) return undefined
    const made = await saleDocument(ctx, order_id)
    // The document has the name and billing address as the buyer typed them.
    const sale = receipt.proven ? made : undefined
    const login = await makeLoginLink(ctx, receipt.user_id, WELCOME_DAYS)
    return {
      to: receipt.email,
      receiver: receipt.total_paise > 0 ? 'shop' : 'account',
      language: receipt.language,
      attachments: sale ? [sale.file] : [],
      messageId: `receipt.${order_id}`,
      letter: receiptEmail({
        ...receipt,
        document: sale?.serial,
        proof: proofOf(ctx.config, order_id),
        login: login === undefined ? undefined : { token: login, days: WELCOME_DAYS },
      }),
      about: { order_id },
    }
  },
})

/** Mails the buyer of a paid order the way to it. The token is in no payload: a further try makes another one, which ends the last. */
export const courseLinkMailJob = oneMail({
  name: 'course-link-mail',
  payload: z.object({ order_id: z.string() }),
  retries: 10,
  async find(ctx, { order_id }) {
    const [order, buyer, sold] = await Promise.all([
      findOrderWithBuyer(ctx.db, order_id),
      findBuyer(ctx.db, order_id),
      findSold(ctx.db, order_id),
    ])
    if (!order?.buyer_id || !buyer || !PAID.includes(order.status)) return undefined
    const { email, language, order_no } = buyer
    const [only, ...others] = sold.filter(({ refunded }) => !refunded)
    if (!only) return undefined
    const courseId = others.length === 0 ? only.line.course_id : undefined
    const proof = proofOf(ctx.config, order_id)
    const token = await makeWelcomeLink(ctx, order.buyer_id)
    const login = token === undefined ? await makeLoginLink(ctx, order.user_id) : undefined
    return {
      to: email,
      receiver: 'counted',
      language,
      letter: courseLinkEmail({
        order_no,
        courseId,
        proof,
        token,
        days: WELCOME_DAYS,
        login,
        minutes: LINK_MINUTES,
      }),
      about: { order_id },
    }
  },
})

/** The fault may be gone by then; if not, the job retries. */
const LATER_SECONDS = 300

/**
 * The invoice or receipt of a sale as it goes with the mail, made now if need be. A fault in it must not keep the mail, which
 * tells the buyer the way in: then the mail goes alone, and the document follows by itself.
 */
type SaleDocument = { serial: string; file: NonNullable<Mail['attachments']>[number] }

async function saleDocument(ctx: Context, orderId: string): Promise<SaleDocument | undefined> {
  try {
    await issueDocuments(ctx, orderId)
    const sale = saleAmong(await findOrderDocuments(ctx.db, orderId))
    if (!sale) return undefined
    const file = { filename: fileNameOf(sale), content: await printedOf(ctx, sale), contentType: 'application/pdf' }
    return { serial: sale.serial, file }
  } catch (error) {
    ctx.log.error(
      { err: error, order_id: orderId },
      'the document of a sale could not be made: the receipt goes without it',
    )
    await ctx.queue.send(ctx.db, 'issue-documents', { order_id: orderId, mail: true }, { startAfter: LATER_SECONDS })
    return undefined
  }
}

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
        const { kind, serial, order_no, corrects } = found
        const proof = proofOf(ctx.config, found.order_id)
        const { buyer, total_paise } = found.facts
        // The document has the name and billing address as the buyer typed them, so a stranger gets none.
        const name = found.email_proven ? buyer.name : null
        const files: NonNullable<Mail['attachments']> = []
        for (const document of [found, ...(await noteBeside(ctx, found))]) {
          const content = await printedOf(ctx, document)
          files.push({ filename: fileNameOf(document), content, contentType: 'application/pdf' })
        }
        const attachments = name === null ? [] : files
        await sendEmail(
          ctx,
          { to: found.email, receiver: late ? 'shop' : 'account', language: found.language, attachments },
          documentEmail({ name, kind, serial, order_no, total_paise, corrects, proof }),
        )
        ctx.log.info({ order_id: found.order_id, document_id: found.document_id }, 'document sent')
      })
    },
  }
}

/** Finds the credit note over the first invoice, to go with the reissued one. */
async function noteBeside(ctx: Context, { order_id, kind, corrects }: DocumentRow): Promise<DocumentRow[]> {
  if (corrects === null || kind === 'credit_note') return []
  return (await findOrderDocuments(ctx.db, order_id)).filter(
    (document) => document.corrects === corrects && document.kind === 'credit_note',
  )
}

/** Tells the buyer of a refund once the gateway has taken it; nothing when it failed. */
export const refundMailJob = oneMail({
  name: 'refund-mail',
  payload: z.object({ refund_id: z.string() }),
  async find(ctx, { refund_id }) {
    const refund = await findRefund(ctx.db, refund_id)
    const buyer = refund && (await findBuyer(ctx.db, refund.order_id))
    if (!buyer || refund.status === 'failed') return undefined
    const { order_id, payment_id, amount_paise, origin, channel, reference } = refund
    const proof = proofOf(ctx.config, order_id)
    const currency = await currencyOf(ctx.db, payment_id)
    const { lost, hung } = await findUngiven(ctx.db, order_id)
    return {
      to: buyer.email,
      receiver: 'shop',
      language: buyer.language,
      messageId: `refund.${refund_id}`,
      letter: refundEmail({ ...buyer, amount_paise, currency, origin, lost, hung, channel, reference, proof }),
      about: { refund_id },
    }
  },
})

/** Tells the buyer that an announced refund has failed; nothing when it went through since. */
export const refundFailedMailJob = oneMail({
  name: 'refund-failed-mail',
  payload: z.object({ refund_id: z.string() }),
  async find(ctx, { refund_id }) {
    const refund = await findRefund(ctx.db, refund_id)
    const buyer = refund && (await findBuyer(ctx.db, refund.order_id))
    if (!buyer || refund.status !== 'failed') return undefined
    const { order_id, payment_id, amount_paise } = refund
    const proof = proofOf(ctx.config, order_id)
    const currency = await currencyOf(ctx.db, payment_id)
    return {
      to: buyer.email,
      receiver: 'shop',
      language: buyer.language,
      messageId: `refund-failed.${refund_id}`,
      letter: refundFailedEmail({ ...buyer, amount_paise, currency, proof }),
      about: { refund_id },
    }
  },
})

/** Tells the buyer why a requested refund was declined. */
export const guaranteeDeclinedMailJob = oneMail({
  name: 'guarantee-declined-mail',
  payload: z.object({ request_id: z.string() }),
  async find(ctx, { request_id }) {
    const declined = await findDeclined(ctx.db, request_id)
    const buyer = declined && (await findBuyer(ctx.db, declined.order_id))
    if (!buyer) return undefined
    const { order_id, answer } = declined
    return {
      to: buyer.email,
      receiver: 'shop',
      language: buyer.language,
      messageId: `guarantee.${request_id}`,
      letter: guaranteeDeclinedEmail({ ...buyer, answer: answer ?? '' }),
      about: { order_id },
    }
  },
})

/** Sends the buyer a gift code that was made in the place of another, unless it is gone by then. */
export const giftMailJob = oneMail({
  name: 'gift-mail',
  payload: z.object({ code: z.string() }),
  async find(ctx, { code }) {
    const gift = await findGiftToSend(ctx.db, code)
    return (
      gift && {
        to: gift.email,
        receiver: 'account',
        language: gift.language,
        messageId: `gift.${code}`,
        letter: giftEmail({ ...gift, code }),
        about: { order_id: gift.order_id },
      }
    )
  },
})

/** Tells who redeemed a gift code that the course is gone with the refund of its order. */
export const seatTakenMailJob = oneMail({
  name: 'seat-taken-mail',
  payload: z.object({ enrolment_id: z.string() }),
  async find(ctx, { enrolment_id }) {
    const taken = await findSeatTaken(ctx.db, enrolment_id)
    return (
      taken && {
        to: taken.email,
        receiver: 'shop',
        language: taken.language,
        messageId: `seat-taken.${enrolment_id}`,
        letter: seatTakenEmail(taken),
        about: { enrolment_id },
      }
    )
  },
})
