import { toRupees } from 'contract/money'
import type { Segment } from 'contract/segments'
import type { StudentRow } from 'contract/users'
import type { Knex } from 'knex'
import type { z } from 'zod'
import type { Db } from '../../context.ts'
import { everyWord } from '../../platform/db/like.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { WAS_PAID_STATES } from '../../sales/orders/orders.sql.ts'
import { inSegment, spentBy } from '../../sales/segments/segment-rules.ts'

export type StudentFilter = { q?: string | undefined; segment?: Segment | undefined }

/** Leaves the living students `u` of a search and a segment. */
export function narrowStudents(users: Knex.QueryBuilder, { q, segment }: StudentFilter, now: Date): void {
  users.whereNull('u.deleted_at')
  if (q) users.whereRaw(...everyWord(q, ['u.name', 'u.email'], { phone: 'u.phone' }))
  if (segment) inSegment(users, segment, now)
}

const COURSES_OF = `(select user_id, count(*) as number from enrolments where revoked_at is null and not continued group by user_id)`

/** Moved students joined in the shop before. */
const JOINED = 'coalesce(u.joined_at, u.created_at)'

/** Ties sort by id, so that pages neither repeat nor miss a row. */
const orders = {
  newest: `${JOINED} desc, u.id desc`,
  oldest: `${JOINED}, u.id`,
  name: 'lower(u.name), u.id',
  '-name': 'lower(u.name) desc, u.id desc',
  email: 'u.email, u.id',
  '-email': 'u.email desc, u.id desc',
  coins: 'u.coins, u.id',
  '-coins': 'u.coins desc, u.id desc',
  last_seen: 'u.last_seen_at nulls first, u.id',
  '-last_seen': 'u.last_seen_at desc nulls last, u.id desc',
  courses: 'coalesce(owned.number, 0), u.id',
  '-courses': 'coalesce(owned.number, 0) desc, u.id desc',
  spent: 'coalesce(spent.paise, 0), u.id',
  '-spent': 'coalesce(spent.paise, 0) desc, u.id desc',
} as const

type Window = { sort?: keyof typeof orders | undefined; limit?: number | undefined; offset?: number | undefined }

/** Figures are read for so many students at once: a list without a limit has all of them. */
const AT_ONCE = 1_000

/** Returns a page of students and the total. The page is cut before anything is summed. */
export async function listStudents(
  db: Db,
  filter: StudentFilter,
  { sort = 'newest', limit, offset = 0 }: Window,
  now: Date,
): Promise<{ users: z.output<typeof StudentRow>[]; total: number }> {
  const found = db('users as u').modify(narrowStudents, filter, now)
  const ordered = (window: Knex.QueryBuilder) => {
    if (/courses$/.test(sort)) window.joinRaw(`left join ${COURSES_OF} owned on owned.user_id = u.id`)
    if (/spent$/.test(sort)) window.joinRaw(`left join ${spentBy()} spent on spent.user_id = u.id`, WAS_PAID_STATES)
    return window.select('u.id').orderByRaw(orders[sort])
  }
  const { rows, total } = filter.segment
    ? await readAll(found, ordered, { limit, offset })
    : await readPage<{ id: number }>(db, found, { limit, offset }, ordered)
  const ids = rows.map(({ id }) => id)
  const users: z.output<typeof StudentRow>[] = []
  for (let from = 0; from < ids.length; from += AT_ONCE)
    users.push(...(await readRows(db, ids.slice(from, from + AT_ONCE))))
  return { users, total }
}

/** Reads a window and the exact total at once: a segment looks at every student anyway, and its size is decided by. */
async function readAll(
  found: Knex.QueryBuilder,
  ordered: (window: Knex.QueryBuilder) => Knex.QueryBuilder,
  { limit, offset = 0 }: Window,
): Promise<{ rows: { id: number }[]; total: number }> {
  const window = ordered(found.clone().offset(offset)).select(found.client.raw('count(*) over () as total'))
  if (limit !== undefined) window.limit(limit)
  const rows: { id: number; total: number }[] = await window
  return { rows, total: rows[0]?.total ?? Number((await found.count({ total: '*' }).first())?.total) }
}

type Row = Omit<z.output<typeof StudentRow>, 'spent' | 'progress'> & {
  spent_paise: number
  lessons: number
  lessons_done: number
}

/** Reads students (`users.id`) with their figures, in the given order. */
async function readRows(db: Db, ids: readonly number[]): Promise<z.output<typeof StudentRow>[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `with page as materialized (select id, place from unnest(cast(:ids as bigint[])) with ordinality as page (id, place)),
    present as materialized (
      select e.user_id, e.course_id, c.name, coalesce(e.since, e.granted_at) as at, e.id
      from enrolments e join courses c using (course_id)
      where e.user_id = any(:ids) and e.revoked_at is null and not e.continued
    )
    select u.user_id, u.name, u.email, u.phone, u.coins, r.referral_code as referred_by, ${JOINED} as created_at, u.last_seen_at as last_seen,
      coalesce(had.courses, '[]') as courses, coalesce(spent.paise, 0)::bigint as spent_paise,
      coalesce(learned.lessons, 0)::int as lessons, coalesce(learned.done, 0)::int as lessons_done
    from page
    join users u using (id)
    left join users r on r.id = u.referred_by
    left join (
      select user_id, jsonb_agg(jsonb_build_object('course_id', course_id, 'name', name) order by at desc, id desc) as courses
      from present group by user_id
    ) had on had.user_id = u.id
    left join ${spentBy('o.user_id = any(:ids)')} spent on spent.user_id = u.id
    left join (
      select present.user_id, count(*) as lessons, count(p.completed_at) as done
      from present
      join lessons l using (course_id)
      left join lesson_progress p on p.user_id = present.user_id and p.course_id = l.course_id and p.lesson_id = l.lesson_id
      group by present.user_id
    ) learned on learned.user_id = u.id
    order by page.place`,
    { ids: [...ids], ...WAS_PAID_STATES },
  )
  return rows.map(({ spent_paise, lessons, lessons_done, ...row }) => ({
    ...row,
    spent: toRupees(spent_paise),
    progress: lessons === 0 ? null : Math.floor((100 * lessons_done) / lessons),
  }))
}
