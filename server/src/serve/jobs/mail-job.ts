import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { failpoint } from '../../platform/db/failpoint.ts'
import type { Letter, MailShop } from '../../platform/mail/letter.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { MAIL_RETRIES, mailOnce } from './mail-once.ts'
import { type Envelope, sendLetter } from './send-letter.ts'

type ToSend = Envelope & {
  /** Written in the name of the shop as it is called now. */
  letter: (shop: MailShop) => Letter
  /** Ids for the log. */
  about: Record<string, unknown>
}

type MailJob<P extends z.ZodType> = {
  name: string
  payload: P
  concurrency?: number
  retries?: number
  keepSeconds?: number
  /** What is to be sent; nothing once there is nobody to send it to. */
  find: (ctx: Context, payload: z.output<P>) => Promise<ToSend | undefined>
}

/** A job that sends one mail, once: what was cut off after the sending sends nothing more. */
export function mailJob<P extends z.ZodType>({
  name,
  payload,
  concurrency = 8,
  retries = MAIL_RETRIES,
  keepSeconds,
  find,
}: MailJob<P>) {
  return (ctx: Context): Job => ({
    name,
    concurrency,
    retries,
    ...(keepSeconds === undefined ? {} : { keepSeconds }),
    run: (given, jobId) =>
      mailOnce(ctx, jobId, async () => {
        const found = await find(ctx, payload.parse(given))
        if (!found) return
        const { letter, about, ...envelope } = found
        failpoint(ctx, 'mail:before-send')
        await sendLetter(ctx, envelope, letter)
        ctx.log.info({ mail: name, ...about }, 'mail sent')
      }),
  })
}
