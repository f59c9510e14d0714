import { createHash, randomBytes } from 'node:crypto'
import { expiryInstant } from 'contract/expiry'
import { type Language, translations } from 'contract/languages'
import { LETTER_BYTES, type Letter, type LetterBody, type LetterPaceState } from 'contract/letters'
import type { Context, Db } from '../../context.ts'
import { findAnyCourse } from '../../courses/courses/courses.queries.ts'
import { requireFiles } from '../../courses/media/require-files.ts'
import { invalidField, plainError } from '../../errors.ts'
import { answerOnce } from '../../platform/db/idempotency.ts'
import type { EmailContent as Written } from '../../platform/mail/email.ts'
import { html } from '../../platform/mail/html.ts'
import { MailFailure } from '../../platform/mail/mail-failure.ts'
import { newsLetter } from '../../platform/mail/news-letters.ts'
import { requirePresent } from '../../platform/net/require-present.ts'
import { findPromocode } from '../../sales/promocodes/promocodes.queries.ts'
import { changedFields, noteChange, noteRepeat } from '../../shop/activity/note-change.ts'
import { mailShop } from '../../shop/settings/mail-shop.ts'
import { countAudience } from './audience.queries.ts'
import {
  beginLetter,
  deleteLetter,
  findLetter,
  insertLetter,
  isListed,
  listLetters,
  lockLetter,
  NO_RESULTS,
  readResults,
  type StoredLetter,
  savePace,
  setLetter,
  stopSending,
  updateLetter,
} from './letters.queries.ts'
import { findSettings } from './outbox.queries.ts'
import { findUnread, forgetUnread } from './reports/reports.queries.ts'
import { previewMessage } from './whatsapp/whatsapp.service.ts'
import { coursesOf, targetOf, writeParts } from './write-parts.ts'

const notFound = () => plainError('not_found', 'Email not found')

const toLetter = (
  { sequence_id: _, move_id: __, send_at, begun_at, ...letter }: StoredLetter,
  results = NO_RESULTS,
): Letter => ({
  ...letter,
  at: begun_at ?? send_at,
  begun: begun_at !== null,
  results,
})

async function toLetters(db: Db, stored: readonly StoredLetter[]): Promise<Letter[]> {
  const ids = stored.map(({ letter_id }) => letter_id)
  const results = await readResults(db, ids)
  return stored.map((letter) => toLetter(letter, results.get(letter.letter_id)))
}

export async function readLetters({ db }: Context, { limit = 50, offset = 0 }: { limit?: number; offset?: number }) {
  const { stored, total } = await listLetters(db, { limit, offset })
  return { letters: await toLetters(db, stored), total }
}

/** Reads a letter with its results. 404. */
export async function readLetter({ db }: Pick<Context, 'db'>, letterId: string): Promise<Letter> {
  const stored = await findLetter(db, letterId)
  const [letter] = stored && isListed(stored) ? await toLetters(db, [stored]) : []
  if (!letter) throw notFound()
  return letter
}

/** Stores a draft. 404 for a course or code that is not there; 422 for a picture that is not, and for one that mail programs would cut off. */
export async function createLetter(ctx: Context, letter: LetterBody, madeBy: number): Promise<Letter> {
  await requireWritable(ctx, letter)
  const id = await ctx.db.transaction(async (trx) => {
    const letterId = await insertLetter(trx, { letter, madeBy, now: ctx.now() })
    await noteChange(trx, { kind: 'letter', id: letterId, name: letter.name, after: { subject: letter.subject } })
    return letterId
  })
  return readLetter(ctx, id)
}

/** Changes a letter that nobody got, so nothing of it is counted. 404; 409; 409 `edit_conflict` when `ifMatch` names an earlier state of it. */
export async function changeLetter(
  ctx: Context,
  letterId: string,
  letter: LetterBody,
  ifMatch: string | undefined,
): Promise<Letter> {
  await requireWritable(ctx, letter)
  await ctx.db.transaction(async (trx) => {
    const stored = await lockUnbegun(trx, letterId)
    requirePresent(ifMatch, `"${stored.changed_at}"`, 'this letter', toLetter(stored))
    await updateLetter(trx, letterId, letter, ctx.now())
    const { name, subject, blocks, segment, channel, template, notice } = stored
    const before = { name, subject, blocks, segment, channel, template, notice }
    const changed = changedFields(before, { ...letter, template: letter.template ?? null })
    await noteChange(trx, { kind: 'letter', id: letterId, name: letter.name, ...changed })
  })
  return readLetter(ctx, letterId)
}

export async function removeLetter(ctx: Context, letterId: string): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const { name, subject } = await lockUnbegun(trx, letterId)
    await deleteLetter(trx, letterId)
    await noteChange(trx, { kind: 'letter', id: letterId, name, before: { subject } })
  })
}

/** Locks a letter that nobody got. 404; 409 once it has begun, or is about to. */
async function lockUnbegun(trx: Db, letterId: string): Promise<StoredLetter> {
  const stored = await lockLetter(trx, letterId)
  if (!stored || !isListed(stored)) throw notFound()
  if (stored.begun_at) throw plainError('conflict', 'It was sent already: write a new one')
  if (stored.status === 'scheduled') throw plainError('conflict', 'Stop it first')
  return stored
}

async function requireWritable(ctx: Context, letter: LetterBody): Promise<void> {
  await requireFiles(ctx.db, 'blocks', letter.blocks)
  for (const block of letter.blocks) {
    if ('course' in block && !(await findAnyCourse(ctx.db, block.course)))
      throw plainError('not_found', 'Course not found')
    if ('code' in block && !(await findPromocode(ctx.db, block.code)))
      throw plainError('not_found', 'Promo code not found')
  }
  for (const language of ['en', ...translations] as const) {
    const { html } = await write(ctx, letter, language)
    if (Buffer.byteLength(html) < LETTER_BYTES) continue
    const message = `The email is ${Math.ceil(Buffer.byteLength(html) / 1000)} kB long. Mail programs cut off what is over 102 kB.`
    throw invalidField('blocks', message)
  }
}

/** Writes a letter as somebody gets it who has none of its courses; its links lead where they will, its foot to a page for nobody. */
async function write(
  ctx: Context,
  { subject, blocks, channel, notice }: Pick<LetterBody, 'subject' | 'blocks' | 'channel' | 'notice'>,
  language: Language = 'en',
): Promise<Written> {
  const shop = await mailShop(ctx, language)
  const { storeUrl } = ctx.config
  const linkTo = (at: number) => targetOf(at, { blocks, letter_id: 'preview', channel, language, storeUrl }) ?? storeUrl
  const parts = await writeParts(ctx, { blocks, owned: [], language, linkTo })
  return newsLetter({ subject, parts, name: 'Asha', unsubscribe: notice ? null : `${storeUrl}/unsubscribe` })(shop)
}

export async function previewLetter(ctx: Context, letterId: string) {
  const letter = await findStored(ctx, letterId)
  const { segment, channel, blocks, notice } = letter
  const audience = { segment, channel, notice, shown: coursesOf(blocks) }
  const counts = await countAudience(ctx.db, audience, ctx.now())
  const { template, subject } = letter
  if (!template || letter.channel === 'email') return { ...counts, price: null, ...(await write(ctx, letter)) }
  const { text, price } = await previewMessage(ctx.db, template, counts.recipients)
  return { ...counts, price, subject, text, html: html`<p>${text}</p>`.html }
}

async function findStored(ctx: Context, letterId: string): Promise<StoredLetter> {
  const letter = await findLetter(ctx.db, letterId)
  if (!letter || !isListed(letter)) throw notFound()
  return letter
}

/** Sends the preview to one address now. 502 with the mail server's words. */
export async function sendTest(ctx: Context, letterId: string, to: string): Promise<void> {
  const letter = await findStored(ctx, letterId)
  if (letter.channel !== 'email') throw plainError('conflict', 'Only an email has a test')
  const [written, shop] = await Promise.all([write(ctx, letter), mailShop(ctx, 'en')])
  await noteChange(ctx.db, { kind: 'letter', id: letterId, name: letter.name, after: { subject: letter.subject } })
  try {
    await ctx.mailer.send({ ...written, to, fromName: shop.shopName, ...(shop.contact && { replyTo: shop.contact }) })
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    throw plainError('mail_failed', error.message)
  }
}

type Sending = { at?: string | null | undefined; key?: string | undefined; adminId: string }

/** Begins a letter now or at a time, or goes on with a stopped one; the same key does so once. 409 while it is sent, and afterwards. */
export async function sendLetter(ctx: Context, letterId: string, { at, key, adminId }: Sending): Promise<Letter> {
  await ctx.db.transaction(async (trx) => {
    if (!key) return void (await schedule(ctx, trx, letterId, at))
    const now = ctx.now()
    const keyed = { scope: `letter:${adminId}`, key, what: 'request', said: [letterId, at ?? null], now }
    const { repeated } = await answerOnce(trx, keyed, () => schedule(ctx, trx, letterId, at))
    if (repeated) noteRepeat()
  })
  return readLetter(ctx, letterId)
}

async function schedule(
  ctx: Context,
  trx: Db,
  letterId: string,
  at: string | null | undefined,
): Promise<{ begun: true }> {
  const letter = await lockLetter(trx, letterId)
  if (!letter || !isListed(letter)) throw notFound()
  if (letter.status !== 'draft' && letter.status !== 'stopped') {
    const shows = { scheduled: 'is scheduled already', sending: 'is being sent', sent: 'was sent' }
    throw plainError('conflict', `It ${shows[letter.status]}`)
  }
  const now = ctx.now()
  const instant = at ? (expiryInstant(at) ?? now.getTime()) : now.getTime()
  const send_at = new Date(Math.max(instant, now.getTime()))
  await setLetter(trx, letterId, {
    status: 'scheduled',
    send_at,
    stopped: null,
    problem: null,
    touched_at: now,
    watched_from: now,
  })
  if (send_at <= now) await beginLetter(trx, letterId, now)
  const { name, subject } = letter
  await noteChange(trx, { kind: 'letter', id: letterId, name, after: { subject, at: send_at.toISOString() } })
  await ctx.queue.send(trx, 'letters', {}, { singletonKey: 'all' })
  return { begun: true }
}

/** Stops a letter: who did not get it yet gets none unless it goes on. 409 for one that is not under way. */
export async function stopLetter(ctx: Context, letterId: string): Promise<Letter> {
  await ctx.db.transaction(async (trx) => {
    const letter = await lockLetter(trx, letterId)
    if (!letter || !isListed(letter)) throw notFound()
    if (letter.status === 'stopped') return noteRepeat()
    if (!(await stopSending(trx, letterId, { stopped: 'owner', problem: null, now: ctx.now() })))
      throw plainError('conflict', 'It is not under way')
    const { name, subject } = letter
    await noteChange(trx, { kind: 'letter', id: letterId, name, after: { subject } })
  })
  return readLetter(ctx, letterId)
}

export async function readPace(db: Db): Promise<LetterPaceState> {
  const [{ per_hour, per_hour_receiver, bounce_domain }, unread = null] = await Promise.all([
    findSettings(db),
    findUnread(db),
  ])
  return { per_hour, per_hour_receiver, bounce_domain, unread }
}

/** Begins the count of unread reports again: the owner has seen it. */
export async function clearUnread(ctx: Context): Promise<LetterPaceState> {
  await ctx.db.transaction(async (trx) => {
    const { unread } = await readPace(trx)
    if (!unread) return noteRepeat()
    await forgetUnread(trx)
    await noteChange(trx, { kind: 'settings', id: 'letters', name: 'Emails', before: { unread: unread.count } })
  })
  return readPace(ctx.db)
}

export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Makes the address to which a mail provider posts bounces; only its digest is stored. */
export async function renewBounceAddress(ctx: Context): Promise<{ address: string }> {
  const secret = randomBytes(24).toString('base64url')
  await ctx.db.transaction(async (trx) => {
    await savePace(trx, { bounce_secret_hash: secretHash(secret) })
    await noteChange(trx, { kind: 'settings', id: 'letters', name: 'Emails' })
  })
  return { address: `${ctx.config.storeUrl}/mail/bounces/${secret}` }
}
