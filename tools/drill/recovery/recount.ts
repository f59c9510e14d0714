import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import type { Store } from '../../../server/src/platform/files/store.ts'

type Shop = { db: Knex; store: Pick<Store, 'open'> }
type Counted = { what: string; there: number; here: number; missing: number; more: number; first: string }

/** Facts of a shop, each as lines that the same shop elsewhere has, too; days in India, because files name days. */
const facts: Record<string, string> = {
  people: `select lower(email) || ' ' || name || ' ' || coalesce(phone_key, '') from users where deleted_at is null`,
  courses: `select name || ' ' || price_paise || ' ' || case when deleted_at is not null then 'deleted' else state end from courses`,
  lessons: `select c.name || ' > ' || coalesce(l.section, '') || ' > ' || row_number() over (partition by l.course_id order by l.position)
      || ' ' || l.title || ' ' || l.kind || ' ' || l.preview || ' ' || coalesce(l.opens_after_days, 0)
    from lessons l join courses c using (course_id)`,
  quizzes: `select c.name || ' > ' || l.title || ' ' || q.pass_mark || ' ' || q.gate || ' ' || q.questions::text
    from quizzes q join lessons l using (lesson_id) join courses c on c.course_id = l.course_id`,
  assignments: `select c.name || ' > ' || l.title || ' ' || a.instructions || ' ' || a.criteria::text
    from assignments a join lessons l using (lesson_id) join courses c on c.course_id = l.course_id`,
  access: `select lower(u.email) || ' ' || c.name || ' since ' || date(coalesce(e.since, e.granted_at) at time zone 'Asia/Kolkata')
      || ' until ' || coalesce(date(e.ends_at at time zone 'Asia/Kolkata')::text, 'never')
    from enrolments e join users u on u.id = e.user_id join courses c on c.course_id = e.course_id
    where e.revoked_at is null and not e.continued and u.deleted_at is null`,
  progress: `select lower(u.email) || ' ' || c.name || ' > ' || l.title || ' ' || date(p.completed_at at time zone 'Asia/Kolkata')
    from lesson_progress p join users u on u.id = p.user_id join lessons l using (lesson_id) join courses c on c.course_id = l.course_id
    where p.completed_at is not null and u.deleted_at is null and exists (select from enrolments e
      where e.user_id = p.user_id and e.course_id = p.course_id and e.revoked_at is null and not e.continued)`,
  attempts: `select lower(u.email) || ' ' || l.title || ' ' || t.number || ' ' || t.right_count || '/' || t.question_count || ' ' || t.passed
    from quiz_attempts t join users u on u.id = t.user_id join lessons l using (lesson_id) where u.deleted_at is null`,
  files: `select folder || '/' || name || ' ' || kind from media`,
}

/** A sale there is history here. */
const sale = (
  lines: string,
) => `select lower(email) || ' ' || ref || ' ' || course || ' ' || amount || ' ' || date(at at time zone 'Asia/Kolkata')
  from (${lines}) sales (email, ref, course, amount, at)`
const sales = {
  there: sale(`select u.email, o.order_no, n.course_name, n.total_paise, o.paid_at
    from order_lines n join orders o using (order_id) join users u on u.id = o.user_id where o.paid_at is not null`),
  here: sale('select email, order_ref, course, amount_paise, ordered_at from past_orders'),
}

/** Compares two shops, line by line. */
export async function recount(there: Shop, here: Shop): Promise<Counted[]> {
  const counted: Counted[] = []
  for (const [what, select] of Object.entries(facts)) {
    counted.push(compare(what, await linesOf(there.db, select), await linesOf(here.db, select)))
  }
  counted.push(compare('past orders', await linesOf(there.db, sales.there), await linesOf(here.db, sales.here)))
  // A picture is made anew at its upload: the hash of the received bytes names what arrived.
  const received = await linesOf(here.db, `select kind || ' ' || sha256 from media`)
  counted.push(compare('files by hash', await hashesOf(there), received))
  return counted
}

async function linesOf(db: Knex, select: string): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { line: string }[] }>(`select line from (${select}) lines (line)`)
  return rows.map(({ line }) => line)
}

async function hashesOf({ db, store }: Shop): Promise<string[]> {
  const lines = new Set<string>()
  for (const { url, kind } of await db('media').select('url', 'kind')) {
    const [, , mediaId, name] = url.split('/')
    const file = await store.open({ mediaId, name })
    const hash = createHash('sha256')
    for await (const piece of file?.stream ?? []) hash.update(piece)
    lines.add(`${kind} ${hash.digest('hex')}`)
  }
  return [...lines]
}

function compare(what: string, there: string[], here: string[]): Counted {
  const left = new Map<string, number>()
  for (const line of there) left.set(line, (left.get(line) ?? 0) + 1)
  for (const line of here) left.set(line, (left.get(line) ?? 0) - 1)
  const [missing, more] = [1, -1].map((sign) => [...left].filter(([, count]) => count * sign > 0))
  const [first] = [...(missing ?? []), ...(more ?? [])]
  return {
    what,
    there: there.length,
    here: here.length,
    missing: missing?.length ?? 0,
    more: more?.length ?? 0,
    first: first?.[0].slice(0, 100) ?? '',
  }
}
