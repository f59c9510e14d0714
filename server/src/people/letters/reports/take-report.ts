import { timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { plainError } from '../../../errors.ts'
import { markRefused } from '../../../shop/users/refused-email.queries.ts'
import { findByToken, withdraw } from '../letter-tokens.ts'
import { secretHash } from '../letters.service.ts'
import { findSettings } from '../outbox.queries.ts'
import { stopRisky } from '../send-letters.ts'
import { readMailReport } from './read-mail-report.ts'
import { readNotice } from './read-notice.ts'
import type { Reading, Report } from './report.ts'
import { findByAddress, markReader, noteUnread, type Reported } from './reports.queries.ts'

/** Returns true for the secret of the present address. */
export async function isBounceSecret(ctx: Context, secret: string): Promise<boolean> {
  const { bounce_secret_hash } = await findSettings(ctx.db)
  if (!bounce_secret_hash) return false
  return timingSafeEqual(Buffer.from(secretHash(secret)), Buffer.from(bounce_secret_hash))
}

/** Amazon's own hosts: nothing else is fetched, whatever was posted. */
const SNS_HOST = /^sns\.[a-z0-9-]{4,30}\.amazonaws\.com$/

/**
 * Takes a posted mail or notice of a provider. Each marks its reader once. Counts for the owner what could not be read; a notice of an unknown
 * form is 400.
 */
export async function takeReport(ctx: Context, body: string): Promise<void> {
  const form = body.trimStart()
  if (form === '') throw plainError('bad_request', 'The report is empty')
  const isNotice = /^[[{]/.test(form)
  const isForm = form.startsWith('mandrill_events=')
  if (!isNotice && !isForm) return take(ctx, await readMailReport(body))
  let posted: unknown
  try {
    posted = JSON.parse(isForm ? (new URLSearchParams(form).get('mandrill_events') ?? '') : body)
  } catch {
    return refuse(ctx, { reports: [], unread: 'A notice that is no JSON' })
  }
  const sns = Object(posted) as { Type?: unknown; SubscribeURL?: unknown; Message?: unknown }
  if (sns.Type === 'SubscriptionConfirmation') return subscribe(ctx, String(sns.SubscribeURL))
  if (sns.Type === 'UnsubscribeConfirmation') return
  await refuse(ctx, sns.Type === 'Notification' ? readSns(String(sns.Message)) : readNotice(posted))
}

/** Reads the notice within one of Amazon SNS. A topic begins with a sentence that is no JSON. */
function readSns(message: string): Reading {
  try {
    return readNotice(JSON.parse(message))
  } catch {
    return /^Successfully validated SNS topic/i.test(message)
      ? { reports: [] }
      : { reports: [], unread: 'A notice that is no JSON' }
  }
}

/** Takes what a provider posted, and answers 400 where none of it could be read, so that the provider shows it too. */
async function refuse(ctx: Context, reading: Reading): Promise<void> {
  await take(ctx, reading)
  if (reading.unread) throw plainError('bad_request', reading.unread)
}

async function take(ctx: Context, { reports, unread }: Reading): Promise<void> {
  let problem = unread
  for (const report of reports)
    if (!(await mark(ctx, report)) && report.is !== 'passing') problem ??= 'It names no reader of this shop'
  if (!problem) return
  ctx.log.warn({ why: problem }, 'a mail report could not be read')
  await noteUnread(ctx.db, problem, ctx.now())
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

/** Finds whom a report is about: by a token of ours, else by the address that a provider names. */
async function findReader({ db, now }: Context, { token, address }: Report): Promise<Reported | undefined> {
  if (token !== undefined)
    return (await findByToken(db, 'token', token)) ?? (await findByToken(db, 'unsubscribe_token', token))
  return address ? findByAddress(db, address, now()) : undefined
}

/** Marks the reader, once; false if nobody is meant. A dead address gets nothing more, and several receivers that refuse stop the letter. */
async function mark(ctx: Context, report: Report): Promise<boolean> {
  const reader = await findReader(ctx, report)
  if (!reader) return false
  const { recipient_id, letter_id, user_id, channel, address } = reader
  const now = ctx.now()
  if (recipient_id !== null && !(await markReader(ctx.db, recipient_id, report, now))) return true
  if (report.is === 'complained' || report.is === 'unsubscribed') await withdraw(ctx, user_id, channel)
  else if (report.is === 'dead' && address) await markRefused(ctx.db, { email: address, refusal: report.says, now })
  if (letter_id !== null) await stopRisky(ctx, letter_id)
  return true
}
