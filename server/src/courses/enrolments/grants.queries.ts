import { addMonths, addPeriod, periodParts, RENEWABLE_DAYS } from 'contract/access-period'
import { DAY_MS } from 'contract/indian-time'
import type { Knex } from 'knex'
import type { Db } from '../../context.ts'
import { factStored } from '../../shop/moments/moments.ts'
import { isLeaving } from './enrolments.sql.ts'

type Source = { order_id: string } | { gift_code: string } | { given_by: number } | { free: true }
export type GrantedCourse = {
  course_id: string
  access_period: string | null
  given_until?: Date | null
  /** Joins whatever access its purchase found, and counts when that is taken. */
  joins?: boolean
  /** Extends whatever access there is. */
  continues?: boolean
  /** The end of the access was announced already, or is not final: nobody gets an email about it. */
  silent?: boolean
}
type Head = Pick<Grant, 'granted_at'> & {
  id: string
  course_id: string
  ends_at: string | null
  since: string | null
  leaving: boolean
}

/**
 * Grants courses to the student (`users.id`), in the transaction of their source; returns the granted ones. Existing
 * access stays, so repeating this changes nothing. Access that ended or ends soon extends from its end, unless it was
 * granted after `madeAt`, the purchase's start: then this is a duplicate. Access about to be refunded extends too: this
 * grant survives it.
 */
export async function grantCourses(
  trx: Db,
  grant: { userId: number; courses: readonly GrantedCourse[]; from: Source; madeAt: Date | string; now: Date },
): Promise<string[]> {
  if (grant.courses.length === 0) return []
  const { userId, from, now } = grant
  const byId = new Map(grant.courses.map((course) => [course.course_id, course]))
  // In one order for everybody, so that two orders of one student cannot deadlock.
  const ids = [...byId.keys()].sort()
  const heads: Head[] = await trx('enrolments')
    .where({ user_id: userId, revoked_at: null, continued: false })
    .whereIn('course_id', ids)
    .orderBy('course_id')
    .forUpdate()
    .select('id', 'course_id', 'granted_at', 'ends_at', 'since')
    .select({ leaving: trx.raw(isLeaving('enrolments')) })
  const renewed = new Map(
    heads.filter((head) => canGoOn(head, grant, byId.get(head.course_id))).map((head) => [head.course_id, head]),
  )
  const before = [...renewed.values()].map(({ id }) => id)
  if (before.length > 0) await trx('enrolments').whereIn('id', before).update({ continued: true })
  const chains = await findChains(trx, userId, [...renewed.keys()])
  const rows = ids.map((course_id) => {
    const { access_period = null, given_until = null, silent = false } = byId.get(course_id) ?? {}
    const head = renewed.get(course_id)
    const own = { granted_at: now, access_period, given_until }
    const ends_at = endsOf([...(head ? (chains[course_id] ?? []) : []), own]).at(-1)
    const since = head ? (head.since ?? head.granted_at) : null
    return { user_id: userId, course_id, ...from, ...own, ends_at, since, end_told_at: silent ? now : null }
  })
  const input: { course_id: string }[] = await trx('enrolments')
    .insert(rows)
    .onConflict()
    .ignore()
    .returning('course_id')
  for (const { course_id } of input) await notifyOf(trx, 'enrolment.created', { user_id: userId, course_id }, now)
  return input.map(({ course_id }) => course_id)
}

const notifyOf = (
  trx: Db,
  event: 'enrolment.created' | 'enrolment.ended',
  { user_id: userId, course_id: courseId }: { user_id: number; course_id: string },
  at: Date,
) => factStored(trx, { event, subject: `${userId} ${courseId} ${at.toISOString()}`, userId, courseId, at })

/** Applies the rule of `isOwned`. */
function canGoOn(
  { ends_at, granted_at, leaving }: Head,
  { madeAt, now }: { madeAt: Date | string; now: Date },
  { joins = false, continues = false }: Pick<GrantedCourse, 'joins' | 'continues'> = {},
): boolean {
  if (leaving || continues || (joins && new Date(granted_at) <= new Date(madeAt))) return true
  if (ends_at === null) return false
  const left = new Date(ends_at).getTime() - now.getTime()
  return left <= 0 || (left <= RENEWABLE_DAYS * DAY_MS && new Date(granted_at) <= new Date(madeAt))
}

/**
 * Extends a student's (`users.id`) present or past access: until a future moment that is not before the granted one.
 * Returns false, changing nothing, for access without end or with a later one.
 */
export async function extendByHand(
  trx: Db,
  { userId, courseId, until, adminId, now }: Extension,
): Promise<{ before: string } | undefined> {
  const head: Head | undefined = await trx('enrolments')
    .where({ user_id: userId, course_id: courseId, revoked_at: null, continued: false })
    .forUpdate()
    .first('id', 'granted_at', 'ends_at', 'since')
  if (!head?.ends_at || new Date(head.ends_at) >= until) return undefined
  await trx('enrolments').where({ id: head.id }).update({ continued: true })
  await trx('enrolments').insert({
    user_id: userId,
    course_id: courseId,
    given_by: adminId,
    granted_at: now,
    given_until: until,
    ends_at: until,
    since: head.since ?? head.granted_at,
  })
  return { before: head.ends_at }
}
type Extension = { userId: number; courseId: string; until: Date; adminId: number; now: Date }

/**
 * Sets the end of what an order gave of a course, and of the access that follows from it. A repeat changes nothing.
 */
export async function moveGrantEnd(
  trx: Db,
  { orderId, courseId, until }: { orderId: string; courseId: string; until: Date },
): Promise<void> {
  const rows = trx('enrolments').where({ order_id: orderId, course_id: courseId })
  await lockAround(trx, rows)
  const moved = await rows.clone().update({ given_until: until }).returning(['user_id', 'course_id'])
  await followAgain(trx, moved)
}

type Taken = { id: string; user_id: number; course_id: string; gift_code: string | null }
const TAKEN = ['id', 'user_id', 'course_id', 'gift_code']

/**
 * Locks all grants of these rows' students and courses, in the order of every transaction: the students' rows first
 * (`lockBuyers`), then these. This prevents deadlocks.
 */
async function lockAround(trx: Db, rows: Knex.QueryBuilder): Promise<void> {
  const around = trx('enrolments').whereIn(['user_id', 'course_id'], rows.clone().select('user_id', 'course_id'))
  await around.orderBy(['user_id', 'course_id', 'id']).forUpdate().pluck('id')
}

/**
 * Locks an order's grants, and those of its `giftCodes`, before they are revoked or restored, in the order of
 * `lockAround`.
 */
export const lockGrants = (trx: Db, orderId: string, giftCodes: Knex.QueryBuilder): Promise<void> =>
  lockAround(trx, givenBy(trx, orderId, giftCodes))

const givenBy = (trx: Db, orderId: string, giftCodes: Knex.QueryBuilder | undefined) =>
  trx('enrolments').where((either) => {
    either.where({ order_id: orderId })
    if (giftCodes) either.orWhereIn('gift_code', giftCodes)
  })

/** Lists the students (`users.id`) with a grant of an order or its `giftCodes`, revoked ones included. */
export const findGivenTo = (trx: Db, orderId: string, giftCodes: Knex.QueryBuilder): Promise<number[]> =>
  givenBy(trx, orderId, giftCodes).distinct().pluck('user_id')

/** Lists courses of which the student (`users.id`) has no access, not even ended, and that no admin removed. */
export async function findLost(trx: Db, userId: number, courseIds: readonly string[]): Promise<string[]> {
  if (courseIds.length === 0) return []
  const barred: string[] = await trx('enrolments')
    .where({ user_id: userId })
    .whereIn('course_id', [...courseIds])
    .where((either) => either.whereNull('revoked_at').orWhere({ taken_by_hand: true }))
    .pluck('course_id')
  return courseIds.filter((id) => !barred.includes(id))
}

/** Revokes the rows; other grants of the same course stay, as though these had never existed. */
async function take(trx: Db, rows: Knex.QueryBuilder, now: string | Date, byHand = false): Promise<Taken[]> {
  await lockAround(trx, rows)
  const changes = { revoked_at: now, taken_by_hand: byHand }
  const taken: Taken[] = await rows.whereNull('revoked_at').update(changes).returning(TAKEN)
  for (const lost of await followAgain(trx, taken)) await notifyOf(trx, 'enrolment.ended', lost, new Date(now))
  return taken
}

type Place = { user_id: number; course_id: string }

/** Recomputes the end of each course from the remaining grants; returns those of which none remain. */
export async function followAgain(trx: Db, touched: readonly Place[]): Promise<Place[]> {
  const lost: Place[] = []
  const courses = new Map(touched.map((one) => [`${one.user_id} ${one.course_id}`, one]))
  for (const place of courses.values()) {
    const { user_id, course_id } = place
    const left: (Grant & { id: string })[] = await trx('enrolments')
      .where({ user_id, course_id, revoked_at: null })
      .orderBy(['granted_at', 'id'])
      .forUpdate()
      .select('id', 'granted_at', 'access_period', 'given_until')
    const last = left.at(-1)
    if (!last) {
      lost.push(place)
      continue
    }
    const ends_at = endsOf(left).at(-1) ?? null
    const others = left.slice(0, -1).map(({ id }) => id)
    if (others.length > 0) await trx('enrolments').whereIn('id', others).update({ continued: true })
    const since = left[0] === last ? null : left[0]?.granted_at
    await trx('enrolments').where({ id: last.id }).update({ continued: false, ends_at, since })
  }
  return lost
}

/** Removes courses from a student by hand: granted ones, and with `paid` all. Returns those that lost a grant. */
export async function takeByHand(
  trx: Db,
  { userId, courseIds, paid, now }: { userId: number; courseIds: readonly string[]; paid: boolean; now: Date },
): Promise<string[]> {
  const rows = trx('enrolments').where({ user_id: userId }).whereIn('course_id', courseIds)
  if (!paid) rows.whereNotNull('given_by')
  return [...new Set((await take(trx, rows, now, true)).map(({ course_id }) => course_id))]
}

/** Revokes the grants of an order and its `giftCodes`. Returns each by id, with its code. */
export function revokeEnrolments(
  trx: Db,
  { orderId, giftCodes, now }: { orderId: string; giftCodes: Knex.QueryBuilder; now: string },
): Promise<{ id: string; gift_code: string | null }[]> {
  return take(trx, givenBy(trx, orderId, giftCodes), now)
}

/** Revokes an order's own seat of one course; returns the count. */
export async function revokeOwnSeat(
  trx: Db,
  { orderId, courseId, now }: { orderId: string; courseId: string; now: string },
): Promise<number> {
  return (await take(trx, trx('enrolments').where({ order_id: orderId, course_id: courseId }), now)).length
}

/** Revokes the grant of a gift code; returns its id if it existed. */
export async function revokeSeatOfGift(trx: Db, { code, now }: { code: string; now: string }): Promise<string[]> {
  return (await take(trx, trx('enrolments').where({ gift_code: code }), now)).map(({ id }) => String(id))
}

/**
 * Restores an order's refunded grants, except some courses, and those of its gift `codes`. Grants removed by an admin
 * stay removed. For a student with another grant of the course, this joins the same access and counts when the other is
 * revoked. Returns the count.
 */
export async function restoreEnrolments(
  trx: Db,
  { orderId, codes, without }: { orderId: string; codes: readonly string[]; without: readonly string[] },
): Promise<number> {
  const { rows } = await trx.raw<{ rows: { user_id: number; course_id: string }[] }>(
    `update enrolments e set revoked_at = null, continued = true
     where e.revoked_at is not null and not e.taken_by_hand
       and ((e.order_id = :orderId and e.course_id <> all(:without)) or e.gift_code = any(:codes))
     returning e.user_id, e.course_id`,
    { orderId, codes: [...codes], without: [...without] },
  )
  await followAgain(trx, rows)
  return rows.length
}

/** A grant of a course by one order, gift code or admin: for life, for a period, or until a moment. */
export type Grant = {
  granted_at: string | Date
  access_period: string | null
  given_until: string | Date | null
}

/**
 * Returns the end after each grant of one student and course, in the order of the grants. A period begins at the end of
 * the access before it, or at its grant if that was over; lifetime access never expires. Months in a row are counted from their first day, so
 * that the 31st becomes the 30th in a short month alone.
 */
export function endsOf(grants: readonly Grant[]): (Date | null)[] {
  let end: Date | null | undefined
  let months: { from: Date; count: number } | undefined
  return grants.map(({ granted_at, access_period, given_until }) => {
    if (end === null) return null
    if (given_until !== null) {
      const until = new Date(given_until)
      if (end !== undefined && end >= until) return end
      months = undefined
      end = until
      return end
    }
    if (access_period === null) {
      end = null
      return end
    }
    const granted = new Date(granted_at)
    const isRunning = end !== undefined && end > granted
    const from = isRunning && end ? end : granted
    const { count, unit } = periodParts(access_period)
    months =
      unit === 'D' ? undefined : isRunning && months ? { ...months, count: months.count + count } : { from, count }
    end = months ? addMonths(months.from, months.count) : addPeriod(from, access_period)
    return end
  })
}

/** Finds the end of a student's (`users.id`) access if a period of the course were granted at `now`. */
export async function findEndAfter(
  db: Db,
  { userId, courseId, period, now }: { userId: number; courseId: string; period: string; now: Date },
): Promise<Date> {
  const { [courseId]: before = [] } = await findChains(db, userId, [courseId])
  const end = endsOf([...before, { granted_at: now, access_period: period, given_until: null }]).at(-1)
  if (!end) throw new Error(`access to ${courseId} never ends: no period follows it`)
  return end
}

/** Finds the grants of a student (`users.id`) by course, in their order. */
async function findChains(db: Db, userId: number, courseIds: readonly string[]): Promise<Record<string, Grant[]>> {
  if (courseIds.length === 0) return {}
  const grants: (Grant & { course_id: string })[] = await db('enrolments')
    .where({ user_id: userId, revoked_at: null })
    .whereIn('course_id', [...courseIds])
    .orderBy(['granted_at', 'id'])
    .select('course_id', 'granted_at', 'access_period', 'given_until')
  return Object.groupBy(grants, ({ course_id }) => course_id) as Record<string, Grant[]>
}

/** Returns true once an admin enrolled somebody, or a move did; waiting courses count. */
export async function wasAnyoneEnrolled(db: Db): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { found: boolean }[] }>(
    `select exists (select from enrolments where given_by is not null) or exists (select from waiting_courses) as found`,
  )
  return rows[0]?.found === true
}
