import { ORPCError } from '@orpc/server'
import type { Language } from 'contract/languages'
import type { BoughtOrder } from 'contract/orders/orders'
import type { Context } from '../../context.ts'
import { makeAccount } from '../../shop/auth/made-account.ts'
import { type Contacted, findByContacts } from '../../shop/users/by-contact.queries.ts'
import { findLanguage, setLanguage } from '../../shop/users/language.queries.ts'
import { NO_BILLING } from '../orders/checkout/billing.ts'
import { type Cart, priceFromTables, refuseOwned } from '../orders/checkout/cart.ts'
import { buy } from '../orders/checkout/checkout.service.ts'
import { findLastState } from '../orders/checkout/last-state.queries.ts'
import { cartAt } from '../orders/checkout/price-at.ts'
import { broughtBefore } from '../orders/origin.ts'
import { countOpened, findLink, type PayLinkRow, updateLink } from './pay-links.queries.ts'
import { statusAt } from './pay-links.service.ts'

/** Fields that its person still has to fill in, for their account and their invoice. */
type Needs = { name: boolean; state: boolean }

/** A link as its person sees it. `owned`: they have a course of it. `gone`: a course of it is sold no more. */
export type OpenedLink = {
  link: PayLinkRow
  /** The account's language; undefined for a new person. */
  language: Language | undefined
} & (
  | { state: 'open'; cart: Cart; user: Contacted | undefined; needs: Needs; billingState: string | undefined }
  | { state: 'paid' | 'expired' | 'cancelled' | 'owned' | 'gone' }
)

/** Finds a link with what it costs now; undefined for an unknown one. A link of a course that its person has is closed. */
export async function openLink(ctx: Context, payLinkId: string): Promise<OpenedLink | undefined> {
  const link = await findLink(ctx.db, payLinkId)
  if (!link) return undefined
  const now = ctx.now()
  const [user] = link.email === null ? [] : await findByContacts(ctx.db, [link.email], [])
  const language = user && (await findLanguage(ctx.db, user.id))
  const status = statusAt(link, now)
  if (status !== 'invited' || link.email === null)
    return { link, language, state: status === 'invited' ? 'cancelled' : status }
  try {
    const cart = await priceFromTables(ctx.db, { courseIds: link.course_ids, user, now })
    if (user) await refuseOwned(ctx.db, user.id, cart, now)
    const known = user && cart.tax ? await findLastState(ctx.db, user.id) : undefined
    return {
      link,
      language,
      state: 'open',
      cart: cartAt(cart, Math.min(Number(link.total_paise), cart.priced.total_paise)),
      user,
      needs: { name: !user && link.name === null, state: cart.tax !== undefined && known === undefined },
      billingState: known,
    }
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    if (error.code !== 'already_purchased') return { link, language, state: 'gone' }
    await updateLink(ctx.db, payLinkId, { status: 'cancelled', reason: 'bought', closed_at: now.toISOString() })
    return { link, language, state: 'owned' }
  }
}

export const noteOpened = (ctx: Context, { pay_link_id }: PayLinkRow): Promise<void> =>
  countOpened(ctx.db, pay_link_id, ctx.now())

type Typed = { name: string | undefined; state: string | undefined; language: Language }

/** Orders what a link is for, in the account of its person, which is made where there is none. Errors as those of `buy`. */
export async function payByLink(
  ctx: Context,
  { link, user, billingState }: Extract<OpenedLink, { state: 'open' }>,
  { name, state = billingState, language }: Typed,
): Promise<BoughtOrder> {
  const buyer = user ?? (await makePerson(ctx, link, { name, language }))
  const answer = await buy(ctx, {
    user: buyer,
    origin: await broughtBefore(ctx.db, 'pay_link', buyer.id, ctx.now()),
    language,
    courseIds: link.course_ids,
    agreedPaise: Number(link.total_paise),
    until: new Date(link.ends_at),
    billing: state === undefined ? undefined : { ...NO_BILLING, billing_state: state },
  })
  await updateLink(ctx.db, link.pay_link_id, { order_id: answer.order_id })
  return answer
}

/** Makes the account of a link's person, or finds the one that another press made. */
async function makePerson(
  ctx: Context,
  { email, phone, name: known }: PayLinkRow,
  { name, language }: Pick<Typed, 'name' | 'language'>,
): Promise<{ id: number; user_id: string }> {
  const person = { email: email ?? '', name: name ?? known }
  return ctx.db.transaction(async (trx) => {
    const made = await makeAccount(ctx, trx, { ...person, phone })
    if (made) {
      await setLanguage(trx, made.id, language)
      return made
    }
    const [found] = await findByContacts(trx, [person.email], [])
    if (!found) throw new Error('An account could neither be made nor found')
    return found
  })
}
