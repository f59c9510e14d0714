import type { Membership, MembershipPeriod } from 'contract/memberships/memberships'
import type { Db } from '../../context.ts'
import { COURSE_LESSONS, COURSES, PRICED_COURSES, SOLD_TERMS } from '../../courses/courses/courses.sql.ts'

/** A membership as stored; `course_ids` is null for all courses of the shop. */
export type MembershipRow = {
  membership_id: string
  name: string
  description: string | null
  course_ids: string[] | null
  price_paise: number
  period: MembershipPeriod
  cycles: number | null
  grace_days: number
  state: Membership['state']
  /** The gateway's plan, with the key that made it and the terms that it was made of; null before the first member. */
  plan_id: string | null
  plan_key_id: string | null
  plan_price_paise: number | null
  plan_period: MembershipPeriod | null
  created_at: string
}

export function findMembership(db: Db, membershipId: string): Promise<MembershipRow | undefined> {
  return db('memberships').where({ membership_id: membershipId }).first()
}

export function lockMembership(trx: Db, membershipId: string): Promise<MembershipRow | undefined> {
  return trx('memberships').where({ membership_id: membershipId }).forUpdate().first()
}

export function listMemberships(db: Db, where: Partial<MembershipRow> = {}): Promise<MembershipRow[]> {
  return db('memberships').where(where).orderBy(['created_at', 'membership_id'])
}

/** Stores a membership, or what changes of the one of this id. */
export async function storeMembership(
  trx: Db,
  row: Pick<MembershipRow, 'membership_id' | 'created_at'>,
  columns: Partial<MembershipRow>,
): Promise<void> {
  await trx('memberships')
    .insert({ ...row, ...columns })
    .onConflict('membership_id')
    .merge(columns)
}

export async function updateMembership(trx: Db, membershipId: string, changes: Partial<MembershipRow>): Promise<void> {
  await trx('memberships').where({ membership_id: membershipId }).update(changes)
}

export async function deleteMembership(trx: Db, membershipId: string): Promise<void> {
  await trx('memberships').where({ membership_id: membershipId }).delete()
}

export async function hasMembers(db: Db, membershipId: string): Promise<boolean> {
  return (await db('members').where({ membership_id: membershipId }).first('member_id')) !== undefined
}

export type IncludedCourse = { course_id: string; name: string; banner: string; price_paise: number }

/** Lists what a membership opens now, by name: of all courses those in the catalogue, of a list also what is sold no more. */
export async function findCourses(
  db: Db,
  { course_ids }: Pick<MembershipRow, 'course_ids'>,
): Promise<IncludedCourse[]> {
  const { rows } = await db.raw<{ rows: IncludedCourse[] }>(
    `select c.course_id, c.name, c.banner, coalesce(p.price_paise, 0)::bigint as price_paise
     from ${COURSES} c join ${PRICED_COURSES} p on p.course_id = c.course_id and p.kind = 'course'
     join ${COURSE_LESSONS} l on l.course_id = c.course_id
     where case when cast(:ids as text[]) is null then p.sold and l.state = 'published' else c.course_id = any(:ids) end
     order by c.name, c.course_id`,
    { ids: course_ids },
  )
  return rows
}

/** Filters the courses that are sold alone. */
export async function findSold(db: Db, courseIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { course_id: string }[] }>(
    `select course_id from ${SOLD_TERMS} c where on_sale and course_id = any(:courseIds)`,
    { courseIds: [...courseIds] },
  )
  return rows.map(({ course_id }) => course_id)
}
