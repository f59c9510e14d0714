import { timingSafeEqual } from 'node:crypto'
import type { Context } from '../../context.ts'
import { markRefused } from '../../shop/users/refused-email.queries.ts'
import { findByToken, withdraw } from './letter-tokens.ts'
import { secretHash } from './letters.service.ts'
import { findSettings } from './outbox.queries.ts'
import { type Bounce, readReturnedMail, readSesNotice } from './read-bounce.ts'
import { stopItself, stopRisky } from './send-letters.ts'

/** Returns true for the secret of the present address. */
export async function isBounceSecret(ctx: Context, secret: string): Promise<boolean> {
  const { bounce_secret_hash } = await findSettings(ctx.db)
  if (!bounce_secret_hash) return false
  return timingSafeEqual(Buffer.from(secretHash(secret)), Buffer.from(bounce_secret_hash))
}

/** Amazon's own hosts: nothing else is fetched, whatever was posted. */
const SNS_HOST = /^sns\.[a-z0-9-]{4,30}\.amazonaws\.com$/

/** Takes a posted mail or notice. Each marks its letter once; what is neither a bounce nor a complaint does nothing. */
export async function takeBounce(ctx: Context, body: string): Promise<void> {
  if (!body.trimStart().startsWith('{')) return mark(ctx, readReturnedMail(body))
  let posted: { Type?: unknown; SubscribeURL?: unknown; Message?: unknown }
  try {
    posted = Object(JSON.parse(body))
  } catch {
    return
  }
  if (posted.Type === 'SubscriptionConfirmation') return subscribe(ctx, String(posted.SubscribeURL))
  await mark(ctx, readSesNotice(posted.Type === 'Notification' ? String(posted.Message) : body))
}

async function subscribe(ctx: Context, address: string): Promise<void> {
  if (!URL.canParse(address)) return
  const { protocol, hostname, port, href } = new URL(address)
  if (protocol !== 'https:' || port !== '' || !SNS_HOST.test(hostname)) {
    ctx.log.warn('a subscription of bounces names a host that is not Amazon’s')
    return
  }
  const { status } = await fetch(href, { redirect: 'error', signal: AbortSignal.timeout(10_000) })
  ctx.log.info({ status }, 'bounces are subscribed to')
}

async function mark(ctx: Context, bounce: Bounce | undefined): Promise<void> {
  if (!bounce) return
  // A complaint may know the link of its letter alone.
  const found =
    (await findByToken(ctx.db, 'token', bounce.token)) ?? (await findByToken(ctx.db, 'unsubscribe_token', bounce.token))
  if (!found) return
  const { letter_id, recipient_id, user_id, channel, address } = found
  const now = ctx.now()
  if (bounce.is === 'blocked') {
    await stopItself(ctx, letter_id, 'blocked', bounce.says)
    return
  }
  const column = bounce.is === 'bounced' ? 'bounced_at' : 'complained_at'
  const marked = await ctx
    .db('letter_recipients')
    .where({ recipient_id })
    .whereNull(column)
    .update({ [column]: now, error: bounce.says })
  if (marked === 0) return
  if (bounce.is === 'bounced' && address) await markRefused(ctx.db, { email: address, refusal: bounce.says, now })
  if (bounce.is === 'complained') await withdraw(ctx, user_id, channel)
  await stopRisky(ctx, letter_id)
}
