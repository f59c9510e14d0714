import { randomBytes } from 'node:crypto'
import { addMonths } from 'contract/access-period'
import { DAY_MS, indianDay } from 'contract/indian-time'
import {
  type MemberState,
  Membership,
  type MembershipInput,
  MONTHS_OF,
  MOST_CYCLES,
  type OrderMembership,
  type OwnMembership,
  type ShownMembership,
  type SoldMembership,
} from 'contract/memberships/memberships'
import { toPaise, toRupees } from 'contract/money'
import type { Context, Db } from '../../context.ts'
import { grantCourses } from '../../courses/enrolments/grants.queries.ts'
import { appError, invalidField, plainError } from '../../errors.ts'
import { hash } from '../../platform/db/idempotency.ts'
import { requirePresent } from '../../platform/net/require-present.ts'
import { changedFields, noteChange } from '../../shop/activity/note-change.ts'
import { findShownUser, lockBuyer } from '../../shop/users/users.queries.ts'
import { taxAt } from '../documents/tax-settings.ts'
import { type BillingInput, billingAgain, billingOf, NO_BILLING, stateMissing } from '../orders/checkout/billing.ts'
import { findLastBilling } from '../orders/checkout/last-state.queries.ts'
import { sourceOf } from '../orders/origin.ts'
import { endMandate } from './end-mandate.ts'
import { accessUntil, grantsOf, stateOf } from './member-state.ts'
import {
  addCourses,
  claimLook,
  findDebit,
  findMember,
  findMembersIn,
  findMembersOf,
  findRunning,
  insertMember,
  lockDebit,
  lockMember,
  type Member,
  updateMember,
} from './members.queries.ts'
import {
  deleteMembership,
  findCourses,
  findMembership,
  findSold,
  hasMembers,
  listMemberships,
  lockMembership,
  type MembershipRow,
  storeMembership,
  updateMembership,
} from './memberships.queries.ts'
import { LOOK_GAP_MS, settleSilently } from './settle-member.ts'

type Student = { id: number; user_id: string }

const notFound = () => appError('not_found', 'Membership not found')

const newId = (kind: 'ms' | 'mb') => `${kind}_${randomBytes(9).toString('base64url')}`

export const membershipPath = (membershipId: string) => `/membership/${membershipId}`

/** Converts what an owner typed to columns. 422 for a course that is not sold alone. */
async function columnsOf(db: Db, { price, course_ids, description, ...rest }: MembershipInput) {
  const ids = course_ids === 'all' ? null : course_ids
  if (ids && (await findSold(db, ids)).length < ids.length)
    throw invalidField('course_ids', 'Choose courses that are on sale')
  return { ...rest, description: description ?? null, course_ids: ids, price_paise: toPaise(price) }
}

/**
 * Adds a membership, or changes the known one. 404; 409 for other terms of the debits once somebody joined, and `edit_conflict` when `ifMatch`
 * names an earlier state.
 */
export async function saveMembership(
  ctx: Context,
  input: MembershipInput,
  known?: { id: string; ifMatch: string | undefined },
): Promise<Membership> {
  const columns = await columnsOf(ctx.db, input)
  const membership_id = known?.id ?? newId('ms')
  await ctx.db.transaction(async (trx) => {
    const before = known && (await requireLocked(trx, known.id))
    if (before) {
      const present = Membership.parse(await toMembership(ctx, before))
      requirePresent(known.ifMatch, `"${present.version}"`, 'this membership', present)
    }
    const { price_paise, period, cycles } = columns
    const isSame = before?.price_paise === price_paise && before.period === period && before.cycles === cycles
    if (before && !isSame && (await hasMembers(trx, membership_id)))
      throw plainError('conflict', 'Somebody joined at this price. Make a new membership, and end this one.')
    await storeMembership(trx, { membership_id, created_at: ctx.now().toISOString() }, columns)
    const change = changedFields(before ? inputOf(before) : {}, input)
    await noteChange(trx, { kind: 'settings', id: membership_id, name: input.name, ...change })
  })
  await grantAdded(ctx, membership_id)
  const row = await findMembership(ctx.db, membership_id)
  if (!row) throw notFound()
  return toMembership(ctx, row)
}

export function removeMembership(ctx: Context, membershipId: string): Promise<void> {
  return ctx.db.transaction(async (trx) => {
    const row = await requireLocked(trx, membershipId)
    if (await hasMembers(trx, membershipId))
      throw plainError('conflict', 'Somebody joined this membership. End it instead: its members go on.')
    await deleteMembership(trx, membershipId)
    const { price, period } = inputOf(row)
    await noteChange(trx, { kind: 'settings', id: membershipId, name: row.name, before: { price, period } })
  })
}

async function requireLocked(trx: Db, membershipId: string): Promise<MembershipRow> {
  const row = await lockMembership(trx, membershipId)
  if (!row) throw notFound()
  return row
}

const inputOf = ({ course_ids, price_paise, ...row }: MembershipRow) => ({
  ...row,
  course_ids: course_ids ?? ('all' as const),
  price: toRupees(price_paise),
})

export async function toMembership(ctx: Context, row: MembershipRow): Promise<Membership> {
  const { name, description, course_ids, period, cycles, grace_days } = row
  const states = (await findMembersIn(ctx.db, row.membership_id)).map((member) => stateOf(member, ctx.now()))
  return {
    ...inputOf(row),
    version: hash([name, description, course_ids, row.price_paise, period, cycles, grace_days, row.state]),
    url: `${ctx.config.storeUrl}${membershipPath(row.membership_id)}`,
    locked: states.length > 0,
    active: states.filter((state) => state === 'active').length,
    late: states.filter((state) => state === 'late' || state === 'stopped').length,
  }
}

/** Shows a membership to whoever may join it; undefined for one that is not on sale. */
export async function showMembership(
  ctx: Pick<Context, 'config' | 'db' | 'now'>,
  row: MembershipRow | undefined,
): Promise<ShownMembership | undefined> {
  if (row?.state !== 'on_sale') return undefined
  const now = ctx.now()
  const price = toRupees(row.price_paise)
  return {
    ...row,
    price,
    most: price,
    first_debit_on: indianDay(now),
    next_debit_on: indianDay(addMonths(now, MONTHS_OF[row.period])),
    all: row.course_ids === null,
    courses: await findCourses(ctx.db, row),
    url: `${ctx.config.storeUrl}${membershipPath(row.membership_id)}`,
  }
}

export async function listShown(ctx: Context): Promise<ShownMembership[]> {
  const shown = (await listMemberships(ctx.db, { state: 'on_sale' })).map((row) => showMembership(ctx, row))
  return (await Promise.all(shown)).flatMap((one) => one ?? [])
}

/** States in which its person or the gateway has something to do. */
const AWAITED: readonly MemberState[] = ['starting', 'late', 'stopped']

/** A mandate may be registered so long; then its person begins again. */
const REGISTER_MS = DAY_MS

/** Time that is paid for longer than this is used before a new mandate's first payment. */
const SOON_MS = 3_600_000

type Joining = {
  membershipId: string
  billing: BillingInput
  /** In rupees. */
  expectedPrice: number | undefined
  touches: unknown
}

/** Begins a mandate for a student, or returns the one that waits to be registered. Errors as the contract's entry lists them. */
export async function joinMembership(
  ctx: Context,
  user: Student,
  joining: Joining,
): Promise<{ id: string; subscription_link: string }> {
  const { membershipId, expectedPrice } = joining
  const membership = await findMembership(ctx.db, membershipId)
  if (membership?.state !== 'on_sale') throw notFound()
  if ((await findCourses(ctx.db, membership)).length === 0) throw notFound()
  if (expectedPrice !== undefined && toPaise(expectedPrice) !== membership.price_paise) throw priceChanged(membership)
  const { waiting, paidUntil } = await findOwn(ctx, user, membershipId)
  const given = billingOf(joining.billing)
  if (waiting) {
    if (given) await updateMember(ctx.db, waiting.member_id, given)
    return { id: waiting.member_id, subscription_link: waiting.short_url }
  }
  const last = given ? undefined : await findLastBilling(ctx.db, user.id)
  const billing = given ?? (last && billingAgain(last))
  if (!billing && (await taxAt(ctx.db, ctx.now()))) throw stateMissing()
  const member_id = newId('mb')
  const now = ctx.now()
  const isPaid = paidUntil !== undefined && paidUntil.getTime() - now.getTime() > SOON_MS
  const startsAt = isPaid ? paidUntil : undefined
  const plan = await planOf(ctx, membership)
  const subscription = await ctx.payments.createSubscription({
    planId: plan.id,
    totalCount: membership.cycles ?? MOST_CYCLES[membership.period],
    startsAt,
    expiresAt: new Date(Math.min(now.getTime() + REGISTER_MS, startsAt?.getTime() ?? Number.POSITIVE_INFINITY)),
    notes: { member_id },
  })
  const made = await ctx.db.transaction(async (trx) => {
    if (!(await lockBuyer(trx, user.id))) throw notFound()
    const present = await lockMembership(trx, membershipId)
    const row = {
      ...(billing ?? NO_BILLING),
      member_id,
      membership_id: membershipId,
      user_id: user.id,
      key_id: plan.keyId,
      source: sourceOf(joining.touches, now),
      subscription_id: subscription.id,
      short_url: subscription.shortUrl,
      gateway_state: subscription.status ?? 'created',
      created_at: now.toISOString(),
      starts_at: startsAt?.toISOString() ?? null,
      poll_after: new Date(now.getTime() + 5 * 60_000).toISOString(),
    } as const
    const isAgreed = present !== undefined && AGREED.every((name) => present[name] === membership[name])
    if (isAgreed && (await insertMember(trx, row))) return 'made'
    // Its terms changed, or another tab was first, while the gateway made it: nobody has its address, and it ends.
    await ctx.queue.send(trx, 'end-subscription', { subscription_id: subscription.id })
    if (isAgreed) return 'elsewhere'
    return present?.state === 'on_sale' ? present : undefined
  })
  if (made === 'made') return { id: member_id, subscription_link: subscription.shortUrl }
  if (made === 'elsewhere') return joinMembership(ctx, user, joining)
  throw made ? priceChanged(made) : notFound()
}

/** What a person agrees on, and that they may join. */
const AGREED = ['price_paise', 'period', 'cycles', 'state'] as const

const priceChanged = ({ price_paise }: MembershipRow) =>
  appError('price_changed', 'The price has changed. Please check the new total.', { total: toRupees(price_paise) })

/** Finds a student's mandate of a membership that waits to be registered, or else the end of what is paid. 409 for a member. */
async function findOwn(
  ctx: Context,
  user: Student,
  membershipId: string,
): Promise<{ waiting?: Member | undefined; paidUntil?: Date | undefined }> {
  const find = async () => (await findMembersOf(ctx.db, user.id)).filter((one) => one.membership_id === membershipId)
  const isLive = ({ ended_at, end_wanted_at }: Member) => !ended_at && !end_wanted_at
  const before = (await find()).find(isLive)
  if (before) await settleSilently(ctx, before.member_id)
  const [newest, ...others] = await find()
  const live = [newest, ...others].find((one) => one && isLive(one))
  if (live?.gateway_state === 'created') return { waiting: live }
  if (live && stateOf(live, ctx.now()) === 'stopped')
    throw appError('conflict', 'Your membership has stopped. Pay or change the card on your dashboard.')
  if (live) throw appError('conflict', 'You are a member already')
  // Access that was ended opens no more, whatever is paid.
  return { paidUntil: newest && !newest.cut_at && newest.paid_until ? new Date(newest.paid_until) : undefined }
}

const PLANS = {
  month: { period: 'monthly', interval: 1 },
  quarter: { period: 'monthly', interval: 3 },
  year: { period: 'yearly', interval: 1 },
} as const

/** Returns the gateway's plan of the terms, which is stored with them: those of a row that changed meanwhile are never taken for its own. */
async function planOf(ctx: Context, row: MembershipRow): Promise<{ id: string; keyId: string | null }> {
  const { membership_id, name, price_paise, period } = row
  const keyId = (await ctx.keyring.activeKeys())?.keyId ?? null
  const isOfTerms = row.plan_key_id === keyId && row.plan_price_paise === price_paise && row.plan_period === period
  if (row.plan_id && isOfTerms) return { id: row.plan_id, keyId }
  const id = await ctx.payments.createPlan({ ...PLANS[period], name, amountPaise: price_paise })
  const terms = { plan_key_id: keyId, plan_price_paise: price_paise, plan_period: period }
  await updateMembership(ctx.db, membership_id, { plan_id: id, ...terms })
  return { id, keyId }
}

/** Lists a student's memberships that began, or wait to be registered. One that waits, or whose debit is late, is looked at first. */
export async function listOwn(ctx: Context, user: Student): Promise<OwnMembership[]> {
  const before = new Date(ctx.now().getTime() - LOOK_GAP_MS)
  for (const member of await findMembersOf(ctx.db, user.id)) {
    const awaited = AWAITED.includes(stateOf(member, ctx.now()))
    if (awaited && (await claimLook(ctx.db, member.member_id, ctx.now(), before)))
      await settleSilently(ctx, member.member_id)
  }
  const members = await findMembersOf(ctx.db, user.id)
  return Promise.all(
    members
      // One that a later one continues is the same to its person.
      .filter(({ end_kind, begun, paid_until, continued }) => !(continued || (end_kind && !(begun && paid_until))))
      .map((one) => toOwn(ctx, one)),
  )
}

/** Ends the mandate of a student at once; access stays for what is paid. The next look repeats what the gateway did not hear. */
export async function cancelMembership(ctx: Context, user: Student, id: string): Promise<OwnMembership> {
  const own = (await findMembersOf(ctx.db, user.id)).find(
    ({ member_id, membership_id }) => member_id === id || membership_id === id,
  )
  if (!own) throw notFound()
  const { member_id } = own
  return toOwn(ctx, await endOne(ctx, member_id, { kind: 'student', at: 'period_end' }))
}

async function endOne(ctx: Context, memberId: string, end: Parameters<typeof endMandate>[3]): Promise<Member> {
  await ctx.db.transaction(async (trx) => {
    const member = await lockMember(trx, memberId)
    if (!member) throw appError('not_found', 'Membership not found')
    await endMandate(ctx, trx, member, end)
  })
  await settleSilently(ctx, memberId)
  const after = await findMember(ctx.db, memberId)
  if (!after) throw notFound()
  return after
}

/** Ends a member's mandate for the shop. Its payments stay: the owner refunds what should go back. 404. */
export async function endMember(
  ctx: Context,
  memberId: string,
  { reason, at }: { reason: string; at: 'now' | 'period_end' },
): Promise<SoldMembership> {
  const member = await endOne(ctx, memberId, { kind: 'shop', at })
  const user = await findShownUser(ctx.db, member.user_id)
  const after = { membership: member.name, ends: at, reason }
  await noteChange(ctx.db, { kind: 'user', id: user?.user_id ?? null, name: user?.name ?? null, after })
  return toMember(member, ctx.now())
}

/** Only fields of the contract are sent. */
export function toMember(member: Member, now: Date) {
  const { member_id: id, price_paise, charge_at } = member
  const state = stateOf(member, now)
  const next = state === 'active' && charge_at !== null && new Date(charge_at)
  return {
    ...member,
    id,
    state,
    price: toRupees(price_paise),
    access_until: accessUntil(member)?.toISOString() ?? null,
    next_debit_on: next && next > now ? indianDay(next) : null,
  }
}

async function toOwn(ctx: Context, member: Member): Promise<OwnMembership> {
  const shown = toMember(member, ctx.now())
  const acts = AWAITED.includes(shown.state)
  return { ...shown, subscription_link: acts ? member.short_url : null, courses: await findCourses(ctx.db, member) }
}

export async function membershipOfOrder(ctx: Context, orderId: string): Promise<OrderMembership | null> {
  const debit = await findDebit(ctx.db, orderId)
  const member = debit && (await findMember(ctx.db, debit.member_id))
  if (!debit || !member) return null
  return { ...toMember(member, ctx.now()), ...debit, from: debit.from_at, to: debit.to_at }
}

/** Opens courses that were added to a membership, or to all, for the members whose cycle runs. */
export async function grantAdded(ctx: Context, membershipId?: string): Promise<void> {
  const now = ctx.now()
  const included = new Map<string, string[]>()
  for (const debit of await findRunning(ctx.db, now, membershipId)) {
    const { membership_id, payment_id, order_id, user_id: userId } = debit
    const found = async () =>
      (await findCourses(ctx.db, { course_ids: debit.listed })).map(({ course_id }) => course_id)
    const wanted = included.get(membership_id) ?? (await found())
    included.set(membership_id, wanted)
    if (wanted.every((id) => debit.course_ids.includes(id))) continue
    await ctx.db.transaction(async (trx) => {
      const member = await lockMember(trx, debit.member_id)
      const opened = await lockDebit(trx, payment_id)
      const added = wanted.filter((id) => !opened.includes(id))
      if (!member || added.length === 0) return
      await addCourses(trx, payment_id, added)
      const courses = grantsOf(member, { ...debit, course_ids: added })
      await grantCourses(trx, { userId, courses, from: { order_id }, madeAt: now, now })
    })
  }
}
