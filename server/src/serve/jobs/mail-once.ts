import type { Context } from '../../context.ts'
import { failpoint } from '../../platform/db/failpoint.ts'
import { giveMailBack, markSent, takeMail } from './mail-once.queries.ts'

/** A mail server that is away for two days costs no mail: the gaps between the tries grow to a quarter of an hour. */
export const MAIL_RETRIES = 200

/** Longer than handing over a mail can take, with all its time-outs. */
const UNDER_WAY_MS = 120_000

/**
 * Runs the sending of a job's one mail, unless the job has sent it before: what runs again because a process ended between
 * the sending and its end in the queue, or took too long, sends nothing. Only a process that dies in the middle of handing
 * a mail over leaves it open, and then it is sent again. Rejects when another process is at it, so that the queue asks later.
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
    await giveMailBack(ctx.db, jobId, ctx.now().toISOString())
    throw error
  }
  failpoint(ctx, 'mail:after-send')
  await markSent(ctx.db, jobId, ctx.now().toISOString())
  failpoint(ctx, 'mail:after-note')
}
