import { callName } from 'contract/call-name'
import type { LetterBody } from 'contract/letters'
import type { MoveLetter, MoveLetterState } from 'contract/move-in/letter'
import type { EmptyCourse } from 'contract/move-in/plan'
import type { Context } from '../../context.ts'
import { plainError } from '../../errors.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { MailFailure } from '../../platform/mail/mail-failure.ts'
import { movedLetter } from '../../platform/mail/move-letters.ts'
import { noteChange, noteRepeat } from '../../shop/activity/note-change.ts'
import { WELCOME_DAYS } from '../../shop/auth/contact-changes.ts'
import { mailShop } from '../../shop/settings/mail-shop.ts'
import { lockBuyers } from '../../shop/users/users.queries.ts'
import { enlist } from '../letters/audience.queries.ts'
import {
  findLetterOfMove,
  insertLetter,
  type StoredLetter,
  setLetter,
  stopSending,
  updateLetter,
} from '../letters/letters.queries.ts'
import { findMovedCourses } from '../letters/move-letter.ts'
import { findSettings } from '../letters/outbox.queries.ts'
import { nextOpening, sentAt } from '../letters/sending-hours.ts'
import { findEmptyCourses } from './empty-courses.queries.ts'
import { countLetter, findFirstPerson, findUnlisted } from './letter.queries.ts'
import { findMove, lockMove } from './moves.queries.ts'

/** State of a move's letter; before it is sent, with words to begin with. */
export async function readLetter(ctx: Context, moveId: string): Promise<MoveLetterState> {
  const now = ctx.now()
  const [stored, { listed, ...counts }, { shopName }, settings, empty_courses] = await Promise.all([
    findLetterOfMove(ctx.db, moveId),
    countLetter(ctx.db, moveId),
    mailShop(ctx, 'en'),
    findSettings(ctx.db),
    findEmptyCourses(ctx.db, moveId, now),
  ])
  const opens = nextOpening(now, settings)
  const shared = {
    ...counts,
    empty_courses,
    per_hour: settings.per_hour,
    begins_at: opens > now ? opens.toISOString() : null,
  }
  if (!stored) {
    const letter = { subject: `Your courses have moved to ${shopName}`, text: firstWords(empty_courses) }
    return { ...shared, status: 'none', letter, waiting: 0, done_at: null, problem: null }
  }
  const isSending = stored.status === 'sending' && listed > 0
  const status = counts.waiting === 0 ? 'sent' : isSending ? 'sending' : 'stopped'
  return {
    ...shared,
    status,
    letter: { subject: stored.subject, text: textOf(stored) },
    done_at: status === 'sending' ? sentAt({ now, letters: listed, settings }).toISOString() : null,
    problem: status === 'stopped' ? stored.problem : null,
  }
}

/** Promises only what the courses have by now. */
const firstWords = (empty: readonly EmptyCourse[]) =>
  `Hello {name},\n\nyour courses are in a new home. ${
    empty.length === 0
      ? 'Everything you bought is there, at no cost.'
      : 'Your access moves along, at no cost. The lessons of some courses follow soon, as noted below.'
  }`

const textOf = ({ blocks }: Pick<StoredLetter, 'blocks'>) =>
  blocks.map((block) => ('text' in block ? block.text : '')).join('\n\n')

/** Writes the letter as the first person of the move gets it; its button leads nowhere. */
export async function previewLetter(ctx: Context, moveId: string, letter: MoveLetter): Promise<EmailContent> {
  const first = await findFirstPerson(ctx.db, moveId, ctx.now())
  const courses = first ? await findMovedCourses(ctx.db, first.id, ctx.now()) : []
  const shop = await mailShop(ctx, 'en')
  const { subject, text: body } = letter
  const name = callName(first ?? {}) ?? 'Asha'
  return movedLetter({ subject, body, name, courses, token: '', days: WELCOME_DAYS })(shop)
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

/**
 * Begins, or goes on with, the letter to everybody who has none yet; it goes out by the outbox of all letters, in its hours. 409 where the
 * move brought nobody, and while courses lack lessons, unless `also_empty` answers for them.
 */
export async function beginLetter(
  ctx: Context,
  moveId: string,
  { also_empty, ...letter }: MoveLetter & { also_empty?: boolean | undefined },
): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const now = ctx.now()
    const move = await lockMove(trx, moveId)
    const { recipients, waiting } = await countLetter(trx, moveId)
    if (!move || recipients === 0) throw plainError('conflict', 'This move brought nobody who can be written to')
    const [empty] = also_empty ? [] : await findEmptyCourses(trx, moveId, now)
    if (empty)
      throw plainError(
        'conflict',
        `${empty.people} people wait for “${empty.name}”, which has no lessons yet. Confirm it`,
      )
    const body = bodyOf(move.file_name, letter)
    const stored = await findLetterOfMove(trx, moveId)
    const letterId = stored?.letter_id ?? (await insertLetter(trx, { letter: body, madeBy: move.made_by, now, moveId }))
    if (stored) await updateLetter(trx, letterId, body, now)
    const userIds = await lockBuyers(trx, await findUnlisted(trx, moveId))
    await enlist(trx, { letterId, userIds, channel: 'email', dueAt: now })
    const touched = { touched_at: now, watched_from: now }
    await setLetter(trx, letterId, { status: 'sending', begun_at: now, stopped: null, problem: null, ...touched })
    await noteChange(trx, { kind: 'user', name: move.file_name, after: { letter: letter.subject, students: waiting } })
    await ctx.queue.send(trx, 'letters', {}, { singletonKey: 'all' })
  })
}

const bodyOf = (name: string, { subject, text }: MoveLetter): LetterBody => ({
  name,
  subject,
  blocks: [{ text }],
  segment: { all: [] },
  channel: 'email',
  notice: false,
})

export async function haltLetter(ctx: Context, moveId: string): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const move = await lockMove(trx, moveId)
    const letter = await findLetterOfMove(trx, moveId)
    const stop = { stopped: 'owner', problem: null, now: ctx.now() } as const
    if (!letter || !(await stopSending(trx, letter.letter_id, stop))) return noteRepeat()
    const { sent } = await countLetter(trx, moveId)
    await noteChange(trx, { kind: 'user', name: move?.file_name ?? null, after: { students: sent } })
  })
}
