import type { Language } from 'contract/languages'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { failpoint } from '../../platform/db/failpoint.ts'
import type { EmailContent, MailShop } from '../../platform/mail/email.ts'
import { MailFailure } from '../../platform/mail/mail-failure.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { countStrangersMail } from '../limits/rate-limits.ts'
import { mailShop } from '../settings/mail-shop.ts'
import { isProven } from '../users/proven-address.ts'
import { markRefused, unmarkRefused } from '../users/refused-email.queries.ts'
import { giveMailBack, markSent, takeMail } from './mails.queries.ts'

/** A mail server that is away for two days costs no mail: the gaps between the tries grow to a quarter of an hour. */
export const MAIL_RETRIES = 200

/** Longer than handing over a mail can take, with all its time-outs. */
const UNDER_WAY_MS = 120_000

/**
 * Runs the sending of a job's one mail, unless the job has sent it before: what runs again because a process ended between
 * the sending and its end in the queue, or took too long, sends nothing. Only a process that dies in the middle of handing
 * a mail over leaves it open, and then it is sent again. Rejects when another process is at it, so that the queue asks later.
 * An address that refuses for good ends the mail, and a dead one is marked.
 */
export async function mailOnce(ctx: Context, jobId: string, send: () => Promise<void>): Promise<void> {
  const at = ctx.now()
  const until = new Date(at.getTime() + UNDER_WAY_MS).toISOString()
  const taken = await takeMail(ctx.db, { jobId, now: at.toISOString(), until })
  if (taken === 'sent') return
  if (taken === 'busy') throw new Error('Another process is sending this mail')
  try {
    await send()
  } catch (error) {
    if (!(error instanceof MailFailure) || error.kind !== 'recipient') {
      await giveMailBack(ctx.db, jobId, ctx.now().toISOString())
      throw error
    }
    if (error.isDead) await markRefused(ctx.db, { email: error.to, refusal: error.message, now: ctx.now() })
    ctx.log.warn({ job_id: jobId }, 'an address refused this email for good: it is not sent again')
  }
  failpoint(ctx, 'mail:after-send')
  await markSent(ctx.db, jobId, ctx.now().toISOString())
  failpoint(ctx, 'mail:after-note')
}

/**
 * The cause of an email, which decides whether it counts among the three an hour of its address.
 * `shop`: the shop, a payment or a date; it does not count. `counted`: a stranger, and the call counted it.
 * `typed`: a stranger may have typed the address; it counts here. `account`: the address of the account that causes it; it
 * counts here until the address is proven.
 */
export type Receiver = 'shop' | 'counted' | 'typed' | 'account'

/** `language` is that of the reader. */
type Envelope = Pick<Mail, 'to' | 'attachments' | 'messageId' | 'headers'> & { language: Language; receiver: Receiver }

/**
 * Sends what `write` makes of the shop as the settings name it now, in its name; nothing to an address that strangers had three emails sent
 * to within the hour. Throws when the mail could not be handed over.
 */
export async function sendEmail(
  ctx: Context,
  { language, receiver, ...envelope }: Envelope,
  write: (shop: MailShop) => EmailContent,
): Promise<void> {
  const isCounted = receiver === 'typed' || (receiver === 'account' && !(await isProven(ctx.db, envelope.to)))
  const counted = isCounted ? await countStrangersMail(ctx, envelope.to) : undefined
  if (isCounted && !counted) {
    ctx.log.warn('an email was not sent: strangers caused three to its address within the hour')
    return
  }
  const shop = await mailShop(ctx, language)
  const replyTo = shop.contact ? { replyTo: shop.contact } : {}
  try {
    await ctx.mailer.send({ ...write(shop), ...envelope, ...replyTo, fromName: shop.shopName })
  } catch (error) {
    // A failed email is sent again, and counts then.
    await counted?.takeBack()
    throw error
  }
  await unmarkRefused(ctx.db, envelope.to)
}

type ToSend = Envelope & {
  /** Written in the name of the shop as it is called now. */
  letter: (shop: MailShop) => EmailContent
  /** Ids for the log. */
  about: Record<string, unknown>
}

type OneMail<P extends z.ZodType> = {
  name: string
  payload: P
  concurrency?: number
  retries?: number
  keepSeconds?: number
  /** Finds the mail's content; undefined once there is nobody to send it to. */
  find: (ctx: Context, payload: z.output<P>) => Promise<ToSend | undefined>
}

/** A job that sends one mail, once: what was cut off after the sending sends nothing more. */
export function oneMail<P extends z.ZodType>({
  name,
  payload,
  concurrency = 8,
  retries = MAIL_RETRIES,
  keepSeconds,
  find,
}: OneMail<P>) {
  return (ctx: Context): Job => ({
    name,
    concurrency,
    retries,
    ...(keepSeconds === undefined ? {} : { keepSeconds }),
    run: (input, jobId) =>
      mailOnce(ctx, jobId, async () => {
        const found = await find(ctx, payload.parse(input))
        if (!found) return
        const { letter, about, ...envelope } = found
        failpoint(ctx, 'mail:before-send')
        await sendEmail(ctx, envelope, letter)
        ctx.log.info({ mail: name, ...about }, 'mail sent')
      }),
  })
}
