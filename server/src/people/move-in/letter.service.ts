import { callName } from 'contract/call-name'
import type { MoveLetter, MoveLetterState } from 'contract/move-in/letter'
import type { Context } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { failpoint } from '../../platform/db/failpoint.ts'
import type { Letter } from '../../platform/mail/letter.ts'
import { MailFailure } from '../../platform/mail/mail-failure.ts'
import { movedLetter } from '../../platform/mail/move-letters.ts'
import { noteChange, noteRepeat } from '../../shop/activity/note-change.ts'
import { makeWelcomeLink, WELCOME_DAYS } from '../../shop/auth/contact-changes.ts'
import { mailShop } from '../../shop/settings/mail-shop.ts'
import { markRefused, unmarkRefused } from '../../shop/users/refused-email.queries.ts'
import {
  countLetter,
  findFirstPerson,
  findLetter,
  findSending,
  noteLetter,
  type Recipient,
  startLetter,
  stopLetter,
  takePerson,
} from './letter.queries.ts'
import { findMove, lockMove } from './moves.queries.ts'

const PER_HOUR = 300
/** Attempts after which a mailbox that accepts nothing counts as refused. */
const MOST_TRIES = 20
/** So many in a row, and the mail server is left alone until the next minute. */
const MOST_FAILURES = 3

/** State of a move's letter; before it is sent, with words to begin with. */
export async function readLetter(ctx: Context, moveId: string): Promise<MoveLetterState> {
  const now = ctx.now()
  const [stored, { listed, ...counts }, { shopName }] = await Promise.all([
    findLetter(ctx.db, moveId),
    countLetter(ctx.db, moveId, now),
    mailShop(ctx, 'en'),
  ])
  if (!stored) {
    const subject = `Your courses have moved to ${shopName}`
    const text = 'Hello {name},\n\nyour courses are in a new home. Everything you bought is there, at no cost.'
    return { status: 'none', letter: { subject, text, per_hour: PER_HOUR }, ...counts, waiting: 0, done_at: null }
  }
  const { subject, body: text, per_hour, stopped_at, next_at } = stored
  const status = counts.waiting === 0 ? 'sent' : stopped_at || listed === 0 ? 'stopped' : 'sending'
  const begins = Math.max(now.getTime(), Date.parse(next_at))
  const ends = new Date(begins + ((listed - 1) * 3_600_000) / per_hour)
  const done_at = status === 'sending' ? ends.toISOString() : null
  return { status, letter: { subject, text, per_hour }, ...counts, done_at }
}

/** Writes the letter as the first person of the move gets it; its button leads nowhere. */
export async function previewLetter(ctx: Context, moveId: string, letter: MoveLetter): Promise<Letter> {
  const first = await findFirstPerson(ctx.db, moveId, ctx.now())
  const shop = await mailShop(ctx, 'en')
  const { subject, text: body } = letter
  const name = callName(first ?? {}) ?? 'Asha'
  return movedLetter({ subject, body, name, courses: first?.courses ?? [], token: '', days: WELCOME_DAYS, ...shop })
}

/** Sends the preview to one address now. 502 with the mail server's words. */
export async function sendTestLetter(ctx: Context, moveId: string, letter: MoveLetter, to: string): Promise<void> {
  const [preview, shop] = await Promise.all([previewLetter(ctx, moveId, letter), mailShop(ctx, 'en')])
  const move = await findMove(ctx.db, moveId)
  await noteChange(ctx.db, { kind: 'user', name: move?.file_name ?? null, after: { letter: letter.subject } })
  try {
    await ctx.mailer.send({ ...preview, to, fromName: shop.shopName, ...(shop.contact && { replyTo: shop.contact }) })
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    throw plainError('mail_failed', error.message)
  }
}

/** Begins, or goes on with, the letter to everybody who has none yet. 409 where the move brought nobody. */
export async function beginLetter(ctx: Context, moveId: string, letter: MoveLetter): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const now = ctx.now()
    const move = await lockMove(trx, moveId)
    const { recipients, waiting } = await countLetter(trx, moveId, now)
    if (!move || recipients === 0) throw plainError('conflict', 'This move brought nobody who can be written to')
    const { subject, text: body, per_hour = PER_HOUR } = letter
    await startLetter(trx, moveId, { subject, body, per_hour }, now)
    await noteChange(trx, { kind: 'user', name: move.file_name, after: { letter: subject, students: waiting } })
    await ctx.queue.send(trx, 'move-letters', {}, { singletonKey: 'all' })
  })
}

export async function haltLetter(ctx: Context, moveId: string): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const move = await lockMove(trx, moveId)
    if (!(await stopLetter(trx, moveId, ctx.now()))) return noteRepeat()
    const { sent } = await countLetter(trx, moveId, ctx.now())
    await noteChange(trx, { kind: 'user', name: move?.file_name ?? null, after: { students: sent } })
  })
}

/**
 * Sends what the pace allows by now. Each person is taken in the database before their email is handed over and is never
 * taken again, so that neither a kill nor another instance sends it twice: a hand-over without an end stays unknown.
 */
export async function sendMoveLetters(ctx: Context, stopping: AbortSignal): Promise<void> {
  const moves = await findSending(ctx.db)
  // A server that is away takes nobody's turn.
  if (moves.length > 0) await ctx.mailer.logIn()
  for (const moveId of moves) {
    for (let failures = 0; failures < MOST_FAILURES && !stopping.aborted; ) {
      const person = await takePerson(ctx.db, moveId, ctx.now())
      if (!person) break
      failures = (await sendTo(ctx, moveId, person)) ? 0 : failures + 1
    }
  }
}

/** Returns false for an email that the server did not take now. */
async function sendTo(ctx: Context, moveId: string, person: Recipient): Promise<boolean> {
  const note = (result: Parameters<typeof noteLetter>[3]) => noteLetter(ctx.db, moveId, person.id, result)
  const mail = await write(ctx, moveId, person).catch(async (error: unknown) => {
    await note({ taken_at: null })
    throw error
  })
  failpoint(ctx, 'mail:before-send')
  try {
    await ctx.mailer.send(mail)
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    const now = ctx.now()
    if (error.kind === 'recipient') {
      await markRefused(ctx.db, { email: person.email, refusal: error.message, now })
      await note({ refused_at: now })
      return true
    }
    if (error.unsent) await note(person.tries >= MOST_TRIES ? { refused_at: now } : { taken_at: null })
    ctx.log.warn({ err: error, move_id: moveId, user_id: person.user_id }, 'the letter of a move was not taken')
    if (error.kind !== 'later') throw error
    return false
  }
  failpoint(ctx, 'mail:after-send')
  await note({ sent_at: ctx.now() })
  await unmarkRefused(ctx.db, person.email)
  return true
}

async function write(ctx: Context, moveId: string, { user_id, email, name, language, courses }: Recipient) {
  const [letter, shop, token] = await Promise.all([
    findLetter(ctx.db, moveId),
    mailShop(ctx, language),
    makeWelcomeLink(ctx, user_id),
  ])
  const { subject = '', body = '' } = letter ?? {}
  const written = movedLetter({
    ...{ subject, body, name: callName({ name, email }), courses, token, days: WELCOME_DAYS },
    ...shop,
  })
  const messageId = `moved.${moveId}.${user_id}`
  return { ...written, to: email, fromName: shop.shopName, ...(shop.contact && { replyTo: shop.contact }), messageId }
}
