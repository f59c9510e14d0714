import type { MoveSource } from 'contract/move-sources'
import type { OrderStatus } from 'contract/orders/orders'
import type { Db } from '../../context.ts'
import { SOLD_TOGETHER } from '../../sales/orders/orders.sql.ts'
import { bound, WAS_PAID } from '../../sales/orders/status.ts'

/** The limit is more than any student has; a longer page would not be read. */
const MOST_COURSES = 200

export type StudentCourseRow = {
  course_id: string
  course_name: string
  course_banner: string
  lessons: number
  lessons_done: number
  lessons_moved_in: number
  last_watched_at: string | null
  granted_at: string
  ends_at: string | null
  order_id: string | null
  gift_order_id: string | null
  given_by: string | null
  moved_from: MoveSource | null
}

type JoinedRow = { lesson_id: string; title: string; course_name: string; joined_at: string }

/** The live lessons that a student (`users.id`) joined, the latest first. */
export async function findJoinedLive(db: Db, userId: number): Promise<JoinedRow[]> {
  const { rows } = await db.raw<{ rows: JoinedRow[] }>(
    `select j.lesson_id, v.title, c.name as course_name, j.joined_at
    from live_joins j
    join live_lessons v using (lesson_id)
    join courses c on c.course_id = j.course_id
    where j.user_id = :userId
    order by j.joined_at desc, j.lesson_id
    limit 50`,
    { userId },
  )
  return rows
}

/** Finds a student's present courses (`users.id`) and their origin, newest first. */
export async function findStudentCourses(db: Db, userId: number): Promise<StudentCourseRow[]> {
  const { rows } = await db.raw<{ rows: StudentCourseRow[] }>(
    `select e.course_id, c.name as course_name, c.banner as course_banner, done.lessons, done.lessons_done, done.lessons_moved_in,
      done.last_watched_at, coalesce(e.since, e.granted_at) as granted_at, e.ends_at, e.order_id, g.order_id as gift_order_id, a.email as given_by, m.source as moved_from
    from enrolments e
    join courses c using (course_id)
    left join gift_codes g on g.code = e.gift_code
    left join admins a on a.id = e.given_by
    left join moves m on m.move_id = e.move_id
    cross join lateral (
      select count(l.lesson_id)::int as lessons, count(p.completed_at)::int as lessons_done,
        (count(*) filter (where p.completed_at is not null and p.moved_in_at is not null))::int as lessons_moved_in,
        max(p.updated_at) as last_watched_at
      from lessons l
      left join lesson_progress p on p.user_id = e.user_id and p.course_id = l.course_id and p.lesson_id = l.lesson_id
      where l.course_id = e.course_id
    ) done
    where e.user_id = :userId and e.revoked_at is null and not e.continued
    order by coalesce(e.since, e.granted_at) desc, e.id desc
    limit ${MOST_COURSES}`,
    { userId },
  )
  return rows
}

/** Finds names of courses that wait for the student (`users.id`) to prove the address. */
export async function findWaitingNames(db: Db, userId: number): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `select c.name from waiting_courses w join courses c using (course_id) join users u using (email)
     where u.id = :userId order by w.given_at desc, w.course_id`,
    { userId },
  )
  return rows.map(({ name }) => name)
}

export type StudentFigures = {
  paid_paise: number
  courses: number
  email_confirmed: boolean
  email_refused_at: string | null
  email_refusal: string | null
}

/** Sums a student's payments less refunds, and counts the courses. A duplicate payment and its refund are no sale. */
export async function findStudentFigures(db: Db, userId: number): Promise<StudentFigures> {
  const { rows } = await db.raw<{ rows: StudentFigures[] }>(
    `select
      (select coalesce(sum(coalesce(o.captured_paise, o.total_paise)), 0)::bigint from orders o where o.user_id = :userId and o.status = any(:wasPaid))
        - (select coalesce(sum(r.amount_paise), 0)::bigint from refunds r join orders o using (order_id)
           where o.user_id = :userId and r.status = 'processed' and r.payment_id = o.payment_id and o.status = any(:wasPaid))
        as paid_paise,
      (select count(*)::int from enrolments e where e.user_id = :userId and e.revoked_at is null and not e.continued) as courses,
      u.email_proven_at is not null as email_confirmed,
      u.email_refused_at, u.email_refusal
    from users u where u.id = :userId`,
    { userId, wasPaid: bound(WAS_PAID) },
  )
  return rows[0] as StudentFigures
}

export type StudentOrderRow = {
  order_id: string
  order_no: string
  courses: string[]
  total_paise: number
  status: OrderStatus
  created_at: string
}

/** One window of the orders of a student, newest first, and how many there are. */
export async function findStudentOrders(
  db: Db,
  userId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: StudentOrderRow[]; total: number }> {
  const [found, counted] = await Promise.all([
    db.raw<{ rows: StudentOrderRow[] }>(
      `select o.order_id, o.order_no, o.total_paise, o.status, o.created_at,
        array(select l.name from ${SOLD_TOGETHER} l where l.order_id = o.order_id order by l.position) as courses
      from orders o
      where o.user_id = :userId
      order by o.created_at desc, o.order_id desc
      limit :limit offset :offset`,
      { userId, limit, offset },
    ),
    db('orders').where({ user_id: userId }).count({ total: '*' }).first(),
  ])
  return { rows: found.rows, total: Number(counted?.total ?? 0) }
}
