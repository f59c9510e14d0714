import { randomBytes } from 'node:crypto'
import { addMonths } from 'contract/access-period'
import { DAY_MS, indianDay, longDayText } from 'contract/indian-time'
import {
  type MemberState,
  Membership,
  type MembershipInput,
  MONTHS_OF,
  MOST_CYCLES,
  type OrderMembership,
  type OwnMembership,
  type ShownMembership,
} from 'contract/memberships/memberships'
import { toPaise, toRupees } from 'contract/money'
import type { Context, Db } from '../../context.ts'
import { grantCourses } from '../../courses/enrolments/grants.queries.ts'
import { appError, invalidField, plainError } from '../../errors.ts'
import { hash } from '../../platform/db/idempotency.ts'
import { requirePresent } from '../../platform/net/require-present.ts'
import { changedFields, noteChange } from '../../shop/activity/note-change.ts'
import { lockBuyer } from '../../shop/users/users.queries.ts'
import { taxAt } from '../documents/tax-settings.ts'
import { stateMissing } from '../orders/checkout/billing.ts'
import { findLastState } from '../orders/checkout/last-state.queries.ts'
import { sourceOf } from '../orders/origin.ts'
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
import { endAccess, LOOK_GAP_MS, settleSilently } from './settle-member.ts'

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
    const plan = isSame ? {} : { plan_id: null, plan_key_id: null }
    await storeMembership(trx, { membership_id, created_at: ctx.now().toISOString() }, { ...columns, ...plan })
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

/** Begins a mandate for a student, or returns the one that waits to be registered. Errors as the contract's entry lists them. */
export async function joinMembership(
  ctx: Context,
  user: Student,
  { membershipId, state, touches }: { membershipId: string; state: string | undefined; touches: unknown },
): Promise<{ id: string; subscription_link: string }> {
  const membership = await findMembership(ctx.db, membershipId)
  if (membership?.state !== 'on_sale') throw notFound()
  if ((await findCourses(ctx.db, membership)).length === 0) throw notFound()
  const waiting = await findWaiting(ctx, user, membershipId)
  if (waiting) return { id: waiting.member_id, subscription_link: waiting.short_url }
  const tax = await taxAt(ctx.db, ctx.now())
  const billing_state = state ?? (await findLastState(ctx.db, user.id)) ?? null
  if (tax && !billing_state) throw stateMissing()
  const keys = await ctx.keyring.activeKeys()
  const key_id = keys?.keyId ?? null
  const member_id = newId('mb')
  const now = ctx.now()
  const planned = membership.plan_key_id === key_id ? membership.plan_id : null
  const subscription = await ctx.payments.createSubscription({
    planId: planned ?? (await makePlan(ctx, membership, key_id)),
    totalCount: membership.cycles ?? MOST_CYCLES[membership.period],
    expiresAt: new Date(now.getTime() + REGISTER_MS),
    notes: { member_id },
  })
  const made = await ctx.db.transaction(async (trx) => {
    if (!(await lockBuyer(trx, user.id))) throw notFound()
    return insertMember(trx, {
      member_id,
      membership_id: membershipId,
      user_id: user.id,
      key_id,
      billing_state,
      source: sourceOf(touches, now),
      subscription_id: subscription.id,
      short_url: subscription.shortUrl,
      gateway_state: subscription.status ?? 'created',
      created_at: now.toISOString(),
      poll_after: new Date(now.getTime() + 5 * 60_000).toISOString(),
    })
  })
  // Another tab was first.
  if (!made) return joinMembership(ctx, user, { membershipId, state, touches })
  return { id: member_id, subscription_link: subscription.shortUrl }
}

/** The mandate of a membership that waits to be registered; undefined when there is none. 409 for a member. */
async function findWaiting(ctx: Context, user: Student, membershipId: string): Promise<Member | undefined> {
  const find = async () => (await findMembersOf(ctx.db, user.id)).filter((one) => one.membership_id === membershipId)
  const isLive = ({ ended_at, end_wanted_at }: Member) => !ended_at && !end_wanted_at
  const before = (await find()).find(isLive)
  if (before) await settleSilently(ctx, before.member_id)
  const own = await find()
  const live = own.find(isLive)
  if (live?.gateway_state === 'created') return live
  if (live) throw appError('conflict', 'You are a member already')
  const paid = own.find(({ paid_until }) => paid_until !== null && new Date(paid_until) > ctx.now())
  if (paid?.paid_until)
    throw appError('conflict', 'This membership is paid until {day}. You can join again after that.', {
      values: { day: longDayText(paid.paid_until) },
    })
  return undefined
}

const PLANS = {
  month: { period: 'monthly', interval: 1 },
  quarter: { period: 'monthly', interval: 3 },
  year: { period: 'yearly', interval: 1 },
} as const

async function makePlan(ctx: Context, row: MembershipRow, plan_key_id: string | null): Promise<string> {
  const { membership_id, name, price_paise, period } = row
  const plan_id = await ctx.payments.createPlan({ ...PLANS[period], name, amountPaise: price_paise })
  await updateMembership(ctx.db, membership_id, { plan_id, plan_key_id })
  return plan_id
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
      .filter(({ end_kind, paid_until }) => end_kind !== 'unpaid' && !(end_kind && !paid_until))
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
  await ctx.db.transaction(async (trx) => {
    const member = await lockMember(trx, member_id)
    if (!member || member.end_wanted_at || member.ended_at) return
    const now = ctx.now()
    const at = now.toISOString()
    await updateMember(trx, member_id, { end_wanted_at: at, poll_after: at })
    await endAccess(trx, member, now)
  })
  await settleSilently(ctx, member_id)
  const after = await findMember(ctx.db, member_id)
  if (!after) throw notFound()
  return toOwn(ctx, after)
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
