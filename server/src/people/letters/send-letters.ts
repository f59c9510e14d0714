import type { LetterChannel, StopReason } from 'contract/letters'
import type { Context } from '../../context.ts'
import { failpoint } from '../../platform/db/failpoint.ts'
import { alertOwner } from '../../shop/mails/alerts.ts'
import { type Channels, NotDue, type Outcome } from './channel.ts'
import { emailChannel } from './email-channel.ts'
import {
  beginLetter,
  endSentLetters,
  findDue,
  findRisk,
  readResults,
  stopLate,
  stopSending,
} from './letters.queries.ts'
import {
  beginHanding,
  claim,
  endLeases,
  findSettings,
  findWantedChannels,
  note,
  type Recipient,
  slowDown,
} from './outbox.queries.ts'
import { isOpen } from './sending-hours.ts'

const HOUR_MS = 3_600_000
/** Handed over side by side, so that one slow mail server does not hold the others up. */
const SIDE_BY_SIDE = 5
const SLOW_MS = 15 * 60_000
const MOST_TRIES = 20
const FIRST_RETRY_MS = 5 * 60_000
const LAST_RETRY_MS = 4 * HOUR_MS

/**
 * Sends what the pace and the hour allow by now. Each reader is leased, and marked as being handed over right before the text is: no kill and
 * no other instance sends anybody a second one, and a kill before the mark costs nobody theirs.
 */
export async function sendLetters(ctx: Context, stopping: AbortSignal, channels: Channels = {}): Promise<void> {
  const { db, now } = ctx
  const all: Channels = { email: emailChannel, ...channels }
  await endLeases(db, now())
  await db.transaction(async (trx) => {
    for (const letter_id of await stopLate(trx, now())) {
      await alertOwner(ctx, trx, { kind: 'letter_stopped', key: `${letter_id}:${now().toISOString()}` })
      ctx.log.warn({ letter_id }, 'a late letter waits for its owner')
    }
  })
  for (const letterId of await findDue(db, now())) await db.transaction((trx) => beginLetter(trx, letterId, now()))
  const settings = await findSettings(db)
  const open = await readyChannels(ctx, all)
  for (let away = false; !away && !stopping.aborted && open.length > 0 && isOpen(now(), settings); ) {
    const { looked, leased } = await claim(db, { now: now(), channels: open, settings })
    if (looked === 0) break
    away = await sendBatch(ctx, all, leased, stopping)
  }
  await readResults(db, await endSentLetters(db, now()))
}

async function readyChannels(ctx: Context, channels: Channels): Promise<LetterChannel[]> {
  const open: LetterChannel[] = []
  // A shop that does not use a way has nobody to reach by it.
  for (const name of await findWantedChannels(ctx.db, ctx.now())) {
    try {
      await channels[name]?.ready(ctx)
      open.push(name)
    } catch (error) {
      ctx.log.warn({ why: (error as Error).message, channel: name }, 'letters wait: nobody can be reached')
    }
  }
  return open
}

/** Returns true when nobody can be reached any more. */
async function sendBatch(
  ctx: Context,
  channels: Channels,
  leased: Recipient[],
  stopping: AbortSignal,
): Promise<boolean> {
  const queue = [...leased]
  let away = false
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      if (away || stopping.aborted) await note(ctx.db, next, { state: 'waiting' })
      else away = (await sendOne(ctx, channels, next)) || away
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker))
  return away
}

async function sendOne(ctx: Context, channels: Channels, recipient: Recipient): Promise<boolean> {
  const { db, now } = ctx
  const about = { letter_id: recipient.letter_id, recipient_id: recipient.recipient_id }
  let outcome: Outcome
  try {
    const handOver = await channels[recipient.channel]?.write(ctx, recipient)
    if (!handOver) return false
    outcome = await handOver(async () => {
      failpoint(ctx, 'letter:before-handing')
      if (!(await beginHanding(db, recipient, now()))) throw new NotDue()
      failpoint(ctx, 'letter:handing')
    })
  } catch (error) {
    if (error instanceof NotDue) return false
    ctx.log.error({ err: error, ...about }, 'a letter could not be written')
    outcome = { is: 'later', error: 'The letter could not be written' }
  }
  failpoint(ctx, 'letter:handed-over')
  const { is: _, ...rest } = outcome
  switch (outcome.is) {
    case 'handed_over':
      await note(db, recipient, { state: 'handed_over', error: null, ...rest, sent_at: now() })
      return false
    case 'unknown':
      await note(db, recipient, { state: 'unknown', error: outcome.error })
      return false
    case 'skipped':
      await note(db, recipient, { state: 'skipped', reason: outcome.reason })
      return false
    case 'refused':
      await note(db, recipient, { state: 'refused', reason: outcome.reason, error: outcome.error, handing_at: now() })
      await stopRisky(ctx, recipient.letter_id)
      return false
    case 'later':
      await retryLater(ctx, recipient, outcome)
      return false
    case 'blocked':
      await retryLater(ctx, recipient, { ...outcome, is: 'later' }, { blocked_at: now() })
      await stopRisky(ctx, recipient.letter_id)
      return false
    case 'away':
      await note(db, recipient, { state: 'waiting', error: outcome.error, tries: recipient.tries })
      return true
    case 'stop':
      await note(db, recipient, { state: 'waiting', error: outcome.error, tries: recipient.tries })
      await stopItself(ctx, recipient.letter_id, outcome.reason, outcome.error)
      return false
  }
}

async function retryLater(
  ctx: Context,
  recipient: Recipient,
  outcome: Outcome & { is: 'later' },
  marks: { blocked_at?: Date } = {},
): Promise<void> {
  const now = ctx.now()
  if (outcome.slow) await slowDown(ctx.db, recipient.receiver, new Date(now.getTime() + SLOW_MS))
  const tries = recipient.tries + 1
  if (tries >= MOST_TRIES) {
    await note(ctx.db, recipient, { state: 'refused', reason: 'gave_up', error: outcome.error })
    return
  }
  const wait = outcome.after_ms ?? Math.min(FIRST_RETRY_MS * 2 ** recipient.tries, LAST_RETRY_MS)
  await note(ctx.db, recipient, {
    state: 'waiting',
    error: outcome.error,
    tries,
    due_at: new Date(now.getTime() + wait),
    ...marks,
  })
}

/** Stops a letter of which too many addresses refuse, or too many readers complain, before the receivers block the shop. */
export async function stopRisky(ctx: Context, letterId: string): Promise<void> {
  const risk = await findRisk(ctx.db, letterId, ctx.now())
  const { tried, bounced, complained } = risk
  const bounces = bounced >= 10 && bounced * 20 >= tried
  const complaints = complained >= 3 && complained * 1000 >= 3 * tried
  if (bounces) await stopItself(ctx, letterId, 'bounces', `${bounced} of ${tried} addresses refused it`)
  else if (complaints) await stopItself(ctx, letterId, 'complaints', `${complained} of ${tried} readers complained`)
  else if (isBlocked(risk)) await stopItself(ctx, letterId, 'blocked', risk.blocked_says ?? '')
}

/**
 * Returns true if the sender or the text is to blame: three receivers say so within an hour, or a quarter of the readers, or all.
 * One receiver with a rule of its own, and one reader with a report of their own, stop nothing.
 */
function isBlocked({ tried, blocked, blockers }: { tried: number; blocked: number; blockers: number }): boolean {
  if (blocked < 3) return false
  if (blockers >= 3) return true
  return blocked === tried || (blocked >= 10 && blocked * 4 >= tried)
}

/** Stops a letter for its owners to look at, and emails them once. */
async function stopItself(ctx: Context, letterId: string, stopped: StopReason, problem: string): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction(async (trx) => {
    if (!(await stopSending(trx, letterId, { stopped, problem, now }))) return
    await alertOwner(ctx, trx, { kind: 'letter_stopped', key: `${letterId}:${now.toISOString()}` })
    ctx.log.error({ letter_id: letterId, why: problem }, 'a letter stopped: its owner has to look')
  })
}
