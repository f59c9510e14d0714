import type { AgeBody, AgeState } from 'contract/children/children'
import { PARENT_LINK_DAYS } from 'contract/children/link-days'
import { indianDay, monthSpan } from 'contract/indian-time'
import type { BuyFields } from 'contract/orders/buy-fields'
import type { Context } from '../../context.ts'
import { appError, sessionExpired } from '../../errors.ts'
import { hashOf, newToken } from '../../shop/auth/contact-changes.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { withdraw } from '../../shop/consents/consents.queries.ts'
import { findToErase, lockBuyer } from '../../shop/users/users.queries.ts'
import { DELETED, erasePerson } from '../account/erase-person.ts'
import {
  type AgeRow,
  type ChildRow,
  findAge,
  findAgeAtShop,
  findByLink,
  renewLink,
  saveAge,
  setConfirmed,
} from './children.queries.ts'

const isChild = (row: AgeRow | undefined, now: Date) => row?.until != null && new Date(row.until) > now

/** Returns what is known of a student's age (`users.id`). */
export async function readAge({ db, now }: Pick<Context, 'db' | 'now'>, userId: number): Promise<AgeState> {
  const { row, asks } = await findAgeAtShop(db, userId)
  const nobody = { asks, turns_18: null, parent: null }
  if (!row) return { ...nobody, state: 'none' }
  if (!isChild(row, now())) return { ...nobody, state: 'adult' }
  return {
    asks,
    state: row.confirmed_at ? 'confirmed' : 'waiting',
    turns_18: row.turns_18,
    parent: { name: row.parent_name ?? '', email: row.parent_email ?? '' },
  }
}

/** Stores an answer; that of a child ends every consent and emails the parent. Errors as the contract's entry lists them. */
export async function answerAge(ctx: Context, user: { id: number; user_id: string }, answer: AgeBody): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction(async (trx) => {
    const buyer = await lockBuyer(trx, user.id)
    if (!buyer) throw sessionExpired()
    const row = await findAge(trx, user.id)
    const child = isChild(row, now)
    if (child && (row?.confirmed_at || answer.adult === 'yes'))
      throw appError('conflict', 'Your age is stored already. If it is wrong, please write to the shop.')
    if (answer.adult === 'yes') {
      const adult = { turns_18: null, until: null, parent_name: null, parent_email: null }
      return row ? undefined : saveAge(trx, user.id, adult, now)
    }
    const { turns_18, parent_name, parent_email } = answer
    if (parent_email === buyer.email) throw invalid('parent_email')
    await saveAge(trx, user.id, { turns_18, until: endOf(turns_18, now), parent_name, parent_email }, now)
    await withdraw(trx, user.id, { now, how: 'under 18' })
    await ctx.queue.send(trx, 'parent-mail', { user_id: user.user_id })
  })
}

const problems = {
  parent_email: 'This is the email of the account. Enter the email of a parent.',
  turns_18: 'Enter the month in which you turn 18',
} as const

function invalid(path: keyof typeof problems) {
  return appError('invalid', problems[path], { errors: [{ path, message: problems[path] }] })
}

/** The first moment after the month, in India. 422 for a month that is over, or that no child waits for. */
function endOf(month: string, now: Date): Date {
  const present = indianDay(now).slice(0, 7)
  const latest = `${Number(present.slice(0, 4)) + 18}${present.slice(4)}`
  if (month < present || month > latest) throw invalid('turns_18')
  return new Date(monthSpan(month).before)
}

/** Refuses the purchase of a child whose parent has not confirmed, and, at the checkout of a shop that asks, of somebody without an answer. */
export async function requireAge(
  ctx: Context,
  user: { id: number; user_id: string },
  fields: BuyFields | undefined,
): Promise<void> {
  const { row, asks } = await findAgeAtShop(ctx.db, user.id)
  if (!row) {
    if (!fields || !asks) return
    const { adult, turns_18, parent_name, parent_email } = fields
    if (!adult)
      throw appError('conflict', 'Please answer first whether you are 18 or older: in your settings, or at checkout.')
    if (adult === 'yes') return answerAge(ctx, user, { adult })
    if (!turns_18) throw invalid('turns_18')
    if (!parent_name || !parent_email) throw invalid('parent_email')
    await answerAge(ctx, user, { adult: 'no', turns_18, parent_name, parent_email })
    throw mustConfirm()
  }
  if (isChild(row, ctx.now()) && !row.confirmed_at) throw mustConfirm()
}

const mustConfirm = () =>
  appError(
    'conflict',
    'A parent has to confirm first. We emailed them a link. Your cart stays as it is; come back once they have.',
  )

/** Makes a link for the parent of a child (`users.user_id`), which ends an earlier one of its kind; undefined if there is nothing to send. */
export async function makeLink(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: string,
  kind: 'confirm' | 'withdraw',
): Promise<{ token: string; child: ChildRow } | undefined> {
  const { token, hash } = newToken()
  const child = await renewLink(db, userId, { confirmed: kind === 'withdraw', hash, now: now() })
  return child && { token, child }
}

/** Finds whom a parent's link is about; undefined for one that has ended, and for any other text. */
export const openLink = ({ db, now }: Pick<Context, 'db' | 'now'>, kind: 'confirm' | 'withdraw', token: string) =>
  findByLink(db, kind, { hash: hashOf(token), now: now(), days: PARENT_LINK_DAYS })

/** Confirms a parent's consent by the link of an email, once, and emails the parent and the child. False for any other token. */
export async function confirmByParent(ctx: Context, token: string): Promise<boolean> {
  return ctx.db.transaction(async (trx) => {
    const child = await openLink({ db: trx, now: ctx.now }, 'confirm', token)
    if (!child || !(await setConfirmed(trx, hashOf(token), ctx.now()))) return false
    const { user_id } = child
    await ctx.queue.send(trx, 'parent-confirmed-mail', { user_id })
    await ctx.queue.send(trx, 'child-confirmed-mail', { user_id })
    return true
  })
}

/** Withdraws a parent's consent: the account ends as if the child had deleted it. False for any other token. */
export async function withdrawByParent(ctx: Context, token: string): Promise<boolean> {
  // Public pages may show a review with a first name.
  const ended = await writeCatalogue(ctx.db, async (trx) => {
    const child = await openLink({ db: trx, now: ctx.now }, 'withdraw', token)
    const person = child && (await findToErase(trx, child.id))
    if (!person) return undefined
    await erasePerson(ctx, trx, { ...person, nobody: DELETED, now: ctx.now() })
    await ctx.queue.send(trx, 'account-deleted-mail', { email: person.email, language: person.language })
    return person.user_id
  })
  if (ended) ctx.log.info({ user_id: ended }, 'user deleted by a parent')
  return ended !== undefined
}
