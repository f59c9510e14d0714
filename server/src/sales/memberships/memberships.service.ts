import { randomBytes } from 'node:crypto'
import { addMonths } from 'contract/access-period'
import { DAY_MS, indianDay } from 'contract/indian-time'
import {
  type Membership,
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
import { noteChange } from '../../shop/activity/note-change.ts'
import { lockBuyer } from '../../shop/users/users.queries.ts'
import { taxAt } from '../documents/tax-settings.ts'
import { stateMissing } from '../orders/checkout/billing.ts'
import { findLastState } from '../orders/checkout/last-state.queries.ts'
import { accessUntil, stateOf } from './member-state.ts'
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
  insertMembership,
  listMemberships,
  lockMembership,
  type MembershipRow,
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
  if (ids && (await findSold(db, ids)).length < ids.length) {
    const message = 'Choose courses that are on sale'
    throw invalidField('course_ids', message)
  }
  return { ...rest, description: description ?? null, course_ids: ids, price_paise: toPaise(price) }
}

export async function addMembership(ctx: Context, input: MembershipInput): Promise<Membership> {
  const membership_id = newId('ms')
  const columns = await columnsOf(ctx.db, input)
  await ctx.db.transaction(async (trx) => {
    const made = { plan_id: null, plan_key_id: null, created_at: ctx.now().toISOString() }
    await insertMembership(trx, { membership_id, ...columns, ...made })
    await noteChange(trx, { kind: 'settings', id: membership_id, name: input.name, after: input })
  })
  return requireShown(ctx, membership_id)
}

export async function saveMembership(ctx: Context, membershipId: string, input: MembershipInput): Promise<Membership> {
  const columns = await columnsOf(ctx.db, input)
  await ctx.db.transaction(async (trx) => {
    const before = await lockMembership(trx, membershipId)
    if (!before) throw notFound()
    const sells = (one: Pick<MembershipRow, 'price_paise' | 'period' | 'cycles'>) =>
      [Number(one.price_paise), one.period, one.cycles].join()
    const isOther = sells(before) !== sells(columns)
    if (isOther && (await hasMembers(trx, membershipId)))
      throw plainError('conflict', 'Somebody joined at this price. Make a new membership, and end this one.')
    await updateMembership(trx, membershipId, { ...columns, ...(isOther ? { plan_id: null, plan_key_id: null } : {}) })
    await noteChange(trx, {
      kind: 'settings',
      id: membershipId,
      name: input.name,
      before: inputOf(before),
      after: input,
    })
  })
  await grantAdded(ctx, membershipId)
  return requireShown(ctx, membershipId)
}

export function removeMembership(ctx: Context, membershipId: string): Promise<void> {
  return ctx.db.transaction(async (trx) => {
    const row = await lockMembership(trx, membershipId)
    if (!row) throw notFound()
    if (await hasMembers(trx, membershipId))
      throw plainError('conflict', 'Somebody joined this membership. End it instead: its members go on.')
    await deleteMembership(trx, membershipId)
    await noteChange(trx, { kind: 'settings', id: membershipId, name: row.name, before: inputOf(row) })
  })
}

const inputOf = ({ name, description, course_ids, price_paise, period, cycles, grace_days, state }: MembershipRow) => ({
  name,
  description,
  course_ids: course_ids ?? ('all' as const),
  price: toRupees(Number(price_paise)),
  period,
  cycles,
  grace_days,
  state,
})

async function requireShown(ctx: Context, membershipId: string): Promise<Membership> {
  const row = await findMembership(ctx.db, membershipId)
  if (!row) throw notFound()
  return toMembership(ctx, row)
}

export async function toMembership(ctx: Context, row: MembershipRow): Promise<Membership> {
  const states = (await findMembersIn(ctx.db, row.membership_id)).map((member) => stateOf(member, ctx.now()))
  return {
    ...inputOf(row),
    membership_id: row.membership_id,
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
  const { membership_id, name, description, period, cycles } = row
  const price = toRupees(Number(row.price_paise))
  return {
    membership_id,
    name,
    description,
    price,
    period,
    cycles,
    most: price,
    first_debit_on: indianDay(now),
    next_debit_on: indianDay(addMonths(now, MONTHS_OF[period])),
    all: row.course_ids === null,
    courses: (await findCourses(ctx.db, row)).map(({ course_id, name }) => ({ course_id, name })),
    url: `${ctx.config.storeUrl}${membershipPath(membership_id)}`,
  }
}

export async function listShown(ctx: Context): Promise<ShownMembership[]> {
  const shown = (await listMemberships(ctx.db, { state: 'on_sale' })).map((row) => showMembership(ctx, row))
  return (await Promise.all(shown)).flatMap((one) => one ?? [])
}

/** A mandate may be registered so long; then its person begins again. */
const REGISTER_MS = DAY_MS

/** Begins a mandate for a student, or returns the one that waits to be registered. Errors as the contract's entry lists them. */
export async function joinMembership(
  ctx: Context,
  user: Student,
  { membershipId, state }: { membershipId: string; state: string | undefined },
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
    const row = {
      member_id,
      membership_id: membershipId,
      user_id: user.id,
      subscription_id: subscription.id,
      key_id,
      short_url: subscription.shortUrl,
      billing_state,
      gateway_state: subscription.status ?? ('created' as const),
      created_at: now.toISOString(),
      poll_after: new Date(now.getTime() + 5 * 60_000).toISOString(),
    }
    return insertMember(trx, row)
  })
  // Another tab was first.
  if (!made) return joinMembership(ctx, user, { membershipId, state })
  return { id: member_id, subscription_link: subscription.shortUrl }
}

/** The mandate of a membership that waits to be registered; undefined when there is none. 409 for a member. */
async function findWaiting(ctx: Context, user: Student, membershipId: string): Promise<Member | undefined> {
  const ofIt = ({ membership_id }: Member) => membership_id === membershipId
  const before = (await findMembersOf(ctx.db, user.id))
    .filter(ofIt)
    .find(({ ended_at, end_wanted_at }) => !ended_at && !end_wanted_at)
  if (before) await settleSilently(ctx, before.member_id)
  const own = (await findMembersOf(ctx.db, user.id)).filter(ofIt)
  const live = own.find(({ ended_at, end_wanted_at }) => !ended_at && !end_wanted_at)
  if (live?.gateway_state === 'created') return live
  if (live) throw appError('conflict', 'You are a member already')
  const now = ctx.now()
  const paid = own.find(({ paid_until }) => paid_until !== null && new Date(paid_until) > now)
  if (paid?.paid_until)
    throw appError('conflict', 'This membership is paid until {day}. You can join again after that.', {
      values: { day: indianDay(new Date(paid.paid_until)) },
    })
  return undefined
}

async function makePlan(
  ctx: Context,
  { membership_id, name, price_paise, period }: MembershipRow,
  keyId: string | null,
): Promise<string> {
  const rhythm =
    period === 'year'
      ? ({ period: 'yearly', interval: 1 } as const)
      : ({ period: 'monthly', interval: MONTHS_OF[period] } as const)
  const plan_id = await ctx.payments.createPlan({ ...rhythm, name, amountPaise: Number(price_paise) })
  await updateMembership(ctx.db, membership_id, { plan_id, plan_key_id: keyId })
  return plan_id
}

/** Lists a student's memberships that began, or wait to be registered. One that waits, or whose debit is late, is looked at first. */
export async function listOwn(ctx: Context, user: Student): Promise<OwnMembership[]> {
  const before = new Date(ctx.now().getTime() - LOOK_GAP_MS)
  for (const member of await findMembersOf(ctx.db, user.id)) {
    const awaited = ['starting', 'late', 'stopped'].includes(stateOf(member, ctx.now()))
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

const toMember = (member: Member, now: Date) => {
  const { member_id, membership_id, name, period, paid_until, charge_at } = member
  const state = stateOf(member, now)
  return {
    id: member_id,
    membership_id,
    name,
    state,
    price: toRupees(Number(member.price_paise)),
    period,
    paid_until,
    access_until: accessUntil(member)?.toISOString() ?? null,
    next_debit_on:
      state === 'active' && charge_at !== null && new Date(charge_at) > now ? indianDay(new Date(charge_at)) : null,
  }
}

async function toOwn(ctx: Context, member: Member): Promise<OwnMembership> {
  const shown = toMember(member, ctx.now())
  const acts = shown.state === 'starting' || shown.state === 'late' || shown.state === 'stopped'
  const courses = await findCourses(ctx.db, member)
  return {
    ...shown,
    subscription_link: acts ? member.short_url : null,
    courses: courses.map(({ course_id, name }) => ({ course_id, name })),
  }
}

export async function membershipOfOrder(ctx: Context, orderId: string): Promise<OrderMembership | null> {
  const debit = await findDebit(ctx.db, orderId)
  const member = debit && (await findMember(ctx.db, debit.member_id))
  if (!debit || !member) return null
  const { from_at: from, to_at: to, stray, debit: number } = debit
  return { ...toMember(member, ctx.now()), from, to, stray, debit: number, subscription_id: member.subscription_id }
}

/** Opens courses that were added to a membership, or to all, for the members whose cycle runs. */
export async function grantAdded(ctx: Context, membershipId?: string): Promise<void> {
  const now = ctx.now()
  const running = await findRunning(ctx.db, now, membershipId)
  const wanted = new Map<string, string[]>()
  for (const debit of running) {
    const { membership_id, payment_id } = debit
    const membership = wanted.has(membership_id) ? undefined : await findMembership(ctx.db, membership_id)
    if (membership)
      wanted.set(
        membership_id,
        (await findCourses(ctx.db, membership)).map(({ course_id }) => course_id),
      )
    if ((wanted.get(membership_id) ?? []).every((id) => debit.course_ids.includes(id))) continue
    await ctx.db.transaction(async (trx) => {
      const member = await lockMember(trx, debit.member_id)
      const opened = await lockDebit(trx, payment_id)
      const added = (wanted.get(membership_id) ?? []).filter((id) => !opened.includes(id))
      if (!member || added.length === 0) return
      await addCourses(trx, payment_id, added)
      const given_until = accessUntil({ ...member, paid_until: debit.to_at })
      const courses = added.map((course_id) => ({
        course_id,
        access_period: null,
        given_until,
        continues: true,
        silent: true,
      }))
      await grantCourses(trx, { userId: debit.user_id, courses, from: { order_id: debit.order_id }, madeAt: now, now })
    })
  }
}
