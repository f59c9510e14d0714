import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { PendingContact, Profile, UpdateProfileBody } from 'contract/account'
import { phoneKey } from 'contract/email-and-phone'
import { DAY_MS } from 'contract/indian-time'
import type { Language } from 'contract/languages'
import type { z } from 'zod'
import { type CallContext, type Context, type Db, requireUser } from '../../context.ts'
import { appError, sessionExpired } from '../../errors.ts'
import {
  type ContactKind,
  type ContactUser,
  findContactUser,
  findOwner,
  findProfile,
  findUnproven,
  renameUser,
} from '../users/contacts.queries.ts'
import { dropPending, findPending, findRequested, requestContact, storeToken } from './contact-changes.queries.ts'
import { requireCurrentPassword } from './passwords.ts'

/** Lifetime of a change's link. */
export const LINK_MINUTES = 60
/** Longer than `LINK_MINUTES`: a new account's link changes nothing. */
export const WELCOME_DAYS = 7

const MINUTE_MS = 60_000

export const linkEnds = (now: Date) => new Date(now.getTime() + LINK_MINUTES * MINUTE_MS)
export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Makes the token of an emailed link; the database has its hash alone. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(24).toString('base64url')
  return { token, hash: hashOf(token) }
}

type Answer = { pending?: z.output<typeof PendingContact> }

/**
 * Makes the token of a link that goes out again: every email about the same thing has the same one, so that the newest ends no other.
 * Nobody finds it without the key, and the database has its hash alone.
 */
export function lastingToken(
  { sessionKeys }: Context['config'],
  about: readonly string[],
): { token: string; hash: string } {
  const token = createHmac('sha256', sessionKeys.user)
    .update(`link ${JSON.stringify(about)}`)
    .digest('base64url')
  return { token, hash: hashOf(token) }
}

/**
 * Changes the name at once. Another email or phone needs the password and waits for its mailed link; a taken one is
 * answered like a free one. 422 `wrong_password`; 429.
 */
export async function changeProfile(
  call: CallContext,
  body: z.output<typeof UpdateProfileBody>,
): Promise<{ user: z.output<typeof Profile> } & Answer> {
  const { ctx } = call
  const self = requireUser(call)
  const found = await findContactUser(ctx.db, self.id)
  const requested = found ? requestedOf(found, body) : []
  if (requested.length > 0) {
    await call.countNow?.()
    await requireCurrentPassword(found, body.current_password)
  }
  return ctx.db.transaction(async (trx) => {
    const user = await findContactUser(trx, self.id)
    if (!user || (requested.length > 0 && user.password_hash !== found?.password_hash)) throw sessionExpired()
    // Another spelling of the same number needs no proof.
    const phone = phoneKey(body.phone) === phoneKey(user.phone) ? { phone: body.phone } : {}
    await renameUser(trx, user.id, { name: body.name, ...phone })
    for (const { kind, value } of requested)
      await requestChange(ctx, trx, { user, kind, value, sessionId: self.session_id })
    return { user: await findProfile(trx, self.id), ...(await pendingOf(trx, self.id, ctx.now())) }
  })
}

function requestedOf(user: ContactUser, { email, phone }: { email: string; phone: string }) {
  const requested: { kind: ContactKind; value: string }[] = []
  if (email !== user.email) requested.push({ kind: 'email', value: email })
  if (phoneKey(phone) !== phoneKey(user.phone)) requested.push({ kind: 'phone', value: phone })
  return requested
}

type ContactRequest = { user: ContactUser; kind: ContactKind; value: string; sessionId: string | null }

async function requestChange(ctx: Context, trx: Db, { user, kind, value, sessionId }: ContactRequest): Promise<void> {
  const now = ctx.now()
  await requestContact(trx, { id: user.id, kind, value, session_id: sessionId, now, until: linkEnds(now) })
  await ctx.queue.send(trx, 'contact-link-mail', { user_id: user.user_id, kind })
  if (kind !== 'email') return
  const notified = {
    user_id: user.user_id,
    old_email: user.email,
    old_proven: user.email_proven_at !== null,
    changed: [kind],
    asked: true,
  }
  await ctx.queue.send(trx, 'profile-changed-mail', notified)
}

/** Returns the pending changes in the wire's shape; an empty object without any. */
export async function pendingOf(db: Db, id: number, now: Date): Promise<Answer> {
  const pending = Object.fromEntries((await findPending(db, id, now)).map(({ kind, value }) => [kind, value]))
  return Object.keys(pending).length > 0 ? { pending } : {}
}

/** Resends the link; an earlier one of a change ends, one of the own address works, too. Includes the own address until it is proven. 404; 429. */
export async function resendLink(call: CallContext, kind: ContactKind): Promise<void> {
  const { ctx } = call
  const self = requireUser(call)
  await ctx.db.transaction(async (trx) => {
    const now = ctx.now()
    const waiting = (await findPending(trx, self.id, now)).find((pending) => pending.kind === kind)
    const own = !waiting && kind === 'email' ? await findUnproven(trx, self.user_id) : undefined
    const value = waiting?.value ?? own?.email
    if (value === undefined) throw notPending()
    await requestContact(trx, { id: self.id, kind, value, session_id: self.session_id, now, until: linkEnds(now) })
    await ctx.queue.send(trx, 'contact-link-mail', { user_id: self.user_id, kind })
  })
}

/** Cancels the change and its link. 404. */
export async function cancelChange(call: CallContext, kind: ContactKind): Promise<void> {
  if (!(await dropPending(call.ctx.db, requireUser(call).id, kind))) throw notPending()
}

export type Link =
  /** Only this value and the email hold `token`. `changes` is false for the account's present address. */
  | { to: string; language: Language; token: string; changes: boolean; taken?: undefined }
  /** The address is taken: its owner is notified, and no link exists. */
  | { to: string; language: Language; taken: true }

/** Returns recipient and content of a change's email; undefined when it was cancelled meanwhile. */
export async function makeLink(ctx: Context, userId: string, kind: ContactKind): Promise<Link | undefined> {
  return ctx.db.transaction(async (trx) => {
    const now = ctx.now()
    const requested = await findRequested(trx, userId, kind, now)
    if (!requested) return undefined
    const owner = kind === 'email' ? await findOwner(trx, requested) : undefined
    const isOwn = kind === 'email' && requested.value === requested.email
    const made = isOwn ? ownToken(ctx, userId, requested.email) : randomBytes(32).toString('base64url')
    const token = owner ? undefined : made
    await storeToken(trx, requested, { token_hash: token ? hashOf(token) : null, expires_at: linkEnds(now) })
    if (token === undefined) return owner && { to: owner.email, language: owner.language, taken: true }
    const to = kind === 'email' ? requested.value : requested.email
    return { to, language: requested.language, token, changes: kind === 'phone' || requested.value !== requested.email }
  })
}

const ownToken = ({ config }: Context, userId: string, email: string) =>
  lastingToken(config, ['own address', userId, email]).token

/** Creates the link of a new account's first email; undefined when its address is proven or about to change. */
export async function makeWelcomeLink(ctx: Context, userId: string): Promise<string | undefined> {
  return ctx.db.transaction(async (trx) => {
    const now = ctx.now()
    const user = await findUnproven(trx, userId)
    if (!user || (await findPending(trx, user.id, now)).some(({ kind }) => kind === 'email')) return undefined
    const token = ownToken(ctx, userId, user.email)
    const until = new Date(now.getTime() + WELCOME_DAYS * DAY_MS)
    const own = { id: user.id, kind: 'email' as const, value: user.email, email: user.email }
    await requestContact(trx, { ...own, session_id: null, now, until })
    await storeToken(trx, own, { token_hash: hashOf(token), expires_at: until })
    return token
  })
}

const notPending = () => appError('not_found', 'Nothing is waiting to be confirmed')
