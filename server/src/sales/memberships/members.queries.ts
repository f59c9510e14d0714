import type { Billing } from 'contract/billing'
import type { Touches } from 'contract/sources/read-touch'
import type { Db } from '../../context.ts'
import type { SubscriptionStatus } from '../../platform/payments/razorpay-subscriptions.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { ORDERS } from '../orders/orders.sql.ts'
import { bound, PAID } from '../orders/status.ts'
import type { EndKind } from './member-state.ts'
import type { MembershipRow } from './memberships.queries.ts'

type Terms = Pick<MembershipRow, 'name' | 'price_paise' | 'period' | 'grace_days' | 'course_ids'>

/** A mandate of a student (`users.id`) for a membership, with that one's terms and the details of its invoices. */
export type Member = Terms &
  Billing & {
    member_id: string
    membership_id: string
    user_id: number
    subscription_id: string
    /** The key that made the subscription. */
    key_id: string | null
    short_url: string
    gateway_state: SubscriptionStatus
    charge_at: string | null
    /** The links that brought its person; null without one. */
    source: Touches | null
    created_at: string
    /** Its first payment is due then: it follows time that an earlier mandate paid. Null for one that begins at once. */
    starts_at: string | null
    poll_after: string | null
    polled_at: string | null
    /** Since when its person, the shop, a lost dispute or the erasing of its person wants it to end. */
    end_wanted_at: string | null
    /** What is paid opens nothing after it. */
    cut_at: string | null
    /** Its end at the gateway. */
    ended_at: string | null
    end_kind: EndKind | null
    /** The state that its person was last written about. */
    told: string | null
    /** It had a debit, whatever became of its money. */
    begun: boolean
    /** A later mandate of its person for the same membership is registered and lives. */
    continued: boolean
    /** The end of what is paid: of debits that count and whose money is here, also of earlier mandates of its person for the same membership. */
    paid_until: string | null
    erased: boolean
  }

const counts = (debit: string, order: string) => `not ${debit}.stray and ${order}.status = any(:paid)`

/** For `on`: the mandate itself, and earlier ones of its person for the same membership. */
const upTo = (member: string, earlier: string) =>
  `${earlier}.user_id = ${member}.user_id and ${earlier}.membership_id = ${member}.membership_id and ${earlier}.created_at <= ${member}.created_at`

const MEMBERS = `(select m.*, s.name, s.price_paise, s.period, s.grace_days, s.course_ids,
    exists (select from ${ACCOUNTS} u where u.id = m.user_id and u.deleted_at is not null) as erased,
    exists (select from member_debits d where d.member_id = m.member_id and not d.stray) as begun,
    exists (select from members n where ${upTo('n', 'm')} and n.member_id <> m.member_id and n.end_wanted_at is null
      and n.ended_at is null and n.gateway_state not in ('created', 'expired')) as continued,
    (select max(d.to_at) from members e join member_debits d on d.member_id = e.member_id join ${ORDERS} o on o.order_id = d.order_id
      where ${upTo('m', 'e')} and ${counts('d', 'o')}) as paid_until
  from members m join memberships s on s.membership_id = m.membership_id)`

/** Reads rows; `:paid` is the statuses of paid orders. */
async function read<Row>(db: Db, sql: string, values: object): Promise<Row[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(sql, { paid: bound(PAID), ...values } as unknown as Record<
    string,
    string
  >)
  return rows
}

const select = (db: Db, where: string, values: object) =>
  read<Member>(db, `select * from ${MEMBERS} m where ${where} order by created_at desc, member_id`, values)

export async function findMember(db: Db, memberId: string): Promise<Member | undefined> {
  return (await select(db, 'member_id = :memberId', { memberId }))[0]
}

export async function findBySubscription(db: Db, subscriptionId: string): Promise<Member | undefined> {
  return (await select(db, 'subscription_id = :subscriptionId', { subscriptionId }))[0]
}

/** Lists the memberships of a student (`users.id`), newest first. */
export const findMembersOf = (db: Db, userId: number) => select(db, 'user_id = :userId', { userId })

export const findMembersIn = (db: Db, membershipId: string) =>
  select(db, 'membership_id = :membershipId', { membershipId })

/** Locks a mandate until the transaction ends. */
export async function lockMember(trx: Db, memberId: string): Promise<Member | undefined> {
  await trx('members').where({ member_id: memberId }).forUpdate().first('member_id')
  return findMember(trx, memberId)
}

type NewMember = Omit<
  Member,
  | 'charge_at'
  | 'polled_at'
  | 'end_wanted_at'
  | 'cut_at'
  | 'ended_at'
  | 'end_kind'
  | 'told'
  | 'erased'
  | 'begun'
  | 'continued'
  | 'paid_until'
  | keyof Terms
>

/** Returns false when the student has a live one meanwhile. */
export async function insertMember(trx: Db, row: NewMember): Promise<boolean> {
  return (await trx('members').insert(row).onConflict().ignore().returning('member_id')).length > 0
}

export async function updateMember(db: Db, memberId: string, changes: Partial<Member>): Promise<void> {
  await db('members').where({ member_id: memberId }).update(changes)
}

/** Claims a look at the gateway; false when somebody looked since `before`. */
export async function claimLook(db: Db, memberId: string, now: Date, before: Date): Promise<boolean> {
  const claimed = await db('members')
    .where({ member_id: memberId })
    .andWhere((either) => either.whereNull('polled_at').orWhere('polled_at', '<=', before))
    .update({ polled_at: now })
  return claimed === 1
}

/** Claims the mandates that are to be looked at, by moving their next look to `nextTry`. */
export async function claimDue(db: Db, now: Date, nextTry: Date, limit: number): Promise<string[]> {
  const due = await read<Pick<Member, 'member_id'>>(
    db,
    `update members set poll_after = :nextTry where member_id = any(array(
       select member_id from members where poll_after <= cast(:now as timestamptz) order by poll_after limit :limit for update skip locked))
     returning member_id`,
    { now, nextTry, limit },
  )
  return due.map(({ member_id }) => member_id)
}

/** Ends the mandates of a student (`users.id`) who is erased: the next look ends them at the gateway. */
export async function endMembersOf(trx: Db, userId: number): Promise<void> {
  await trx('members')
    .where({ user_id: userId, ended_at: null })
    .update({ end_wanted_at: trx.raw('coalesce(end_wanted_at, now())'), poll_after: trx.fn.now() })
}

export const hasAnyMember = async (db: Db): Promise<boolean> => (await db('members').first('member_id')) !== undefined

export type Debit = {
  payment_id: string
  member_id: string
  order_id: string
  from_at: string
  to_at: string
  /** Money of a second debit, or after the end: it gives nothing and goes back. */
  stray: boolean
  /** Courses that it opened. */
  course_ids: string[]
  made_at: string
}

export async function findBookedPayments(db: Db, memberId: string): Promise<string[]> {
  return db('member_debits').where({ member_id: memberId }).pluck('payment_id')
}

/** Counts the debits that count. */
export async function countDebits(db: Db, memberId: string): Promise<number> {
  const row = await db('member_debits').where({ member_id: memberId, stray: false }).count({ count: '*' }).first()
  return Number(row?.count ?? 0)
}

/** Finds if a cycle of a mandate is paid already, but for a day, also by an earlier mandate of its person for the same membership. */
export async function isPaid(db: Db, memberId: string, { from, to }: { from: Date; to: Date }): Promise<boolean> {
  const paying = await read(
    db,
    `select from members m join members e on ${upTo('m', 'e')} join member_debits d on d.member_id = e.member_id
     join ${ORDERS} o on o.order_id = d.order_id
     where m.member_id = :memberId and ${counts('d', 'o')} and d.from_at < cast(:to as timestamptz) - interval '1 day'
       and d.to_at > cast(:from as timestamptz) + interval '1 day'`,
    { memberId, from, to },
  )
  return paying.length > 0
}

/** The order needs its row first. */
export async function insertDebit(trx: Db, row: Debit): Promise<void> {
  await trx('member_debits').insert(row)
}

/** Finds the debit that an order is for, with its number among those of its mandate. */
export async function findDebit(db: Db, orderId: string) {
  const [debit] = await read<Debit & { debit: number }>(
    db,
    `select d.*, (select count(*)::int from member_debits every where every.member_id = d.member_id and every.from_at <= d.from_at
       and not every.stray) as debit
     from member_debits d where d.order_id = :orderId`,
    { orderId },
  )
  return debit
}

export type OrderMember = { order_id: string; membership_id: string }

/** Finds the memberships that orders are debits of. */
export async function findMembershipsOf(db: Db, orderIds: readonly string[]): Promise<OrderMember[]> {
  return db('member_debits')
    .join('members', 'members.member_id', 'member_debits.member_id')
    .whereIn('order_id', [...orderIds])
    .select('order_id', 'membership_id')
}

/** Finds the debits whose cycle runs, of one membership or all: those that give access. `listed` are the courses of the membership now. */
export const findRunning = (db: Db, now: Date, membershipId?: string) =>
  read<Debit & Pick<Member, 'user_id' | 'membership_id'> & { listed: string[] | null }>(
    db,
    `select distinct on (d.member_id) d.*, m.user_id, m.membership_id, s.course_ids as listed from member_debits d
     join members m on m.member_id = d.member_id join memberships s on s.membership_id = m.membership_id join ${ORDERS} o on o.order_id = d.order_id
     where ${counts('d', 'o')} and d.to_at > cast(:now as timestamptz) and (cast(:membershipId as text) is null or m.membership_id = :membershipId)
     order by d.member_id, d.to_at desc`,
    { now, membershipId: membershipId ?? null },
  )

/** Locks a debit, and returns the courses that it opened. */
export async function lockDebit(trx: Db, paymentId: string): Promise<string[]> {
  return (await trx('member_debits').where({ payment_id: paymentId }).forUpdate().first('course_ids'))?.course_ids ?? []
}

export async function addCourses(trx: Db, paymentId: string, courseIds: readonly string[]): Promise<void> {
  await trx('member_debits')
    .where({ payment_id: paymentId })
    .update({ course_ids: trx.raw('course_ids || cast(? as text[])', [[...courseIds]]) })
}

/** Lists the debits that give access, whose cycle ended after `since`, also of earlier mandates of its person for the same membership. */
export const findDebitsSince = (trx: Db, memberId: string, since: Date) =>
  read<Debit>(
    trx,
    `select d.* from members m join members e on ${upTo('m', 'e')} join member_debits d on d.member_id = e.member_id
     where m.member_id = :memberId and not d.stray and d.to_at > cast(:since as timestamptz) order by d.to_at`,
    { memberId, since },
  )

export type MemberRow = Member & { email: string | null; student: string | null; debits: number }

/** Reads members for the owner's file, newest first, after a row. */
export const findMemberRows = (db: Db, after: MemberRow | undefined, limit: number) =>
  read<MemberRow>(
    db,
    `select m.*, u.email, u.name as student,
       (select count(*)::int from member_debits d where d.member_id = m.member_id and not d.stray) as debits
     from ${MEMBERS} m left join ${ACCOUNTS} u on u.id = m.user_id and u.deleted_at is null
     where cast(:at as timestamptz) is null or (m.created_at, m.member_id) < (cast(:at as timestamptz), :id)
     order by m.created_at desc, m.member_id desc limit :limit`,
    { at: after?.created_at ?? null, id: after?.member_id ?? null, limit },
  )
