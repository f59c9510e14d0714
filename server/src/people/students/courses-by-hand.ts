import { toRupees } from 'contract/money'
import type { Db } from '../../context.ts'
import { IS_SOLD, SHOWN_PRICE } from '../../courses/courses/course-states.ts'
import { courseNotFound } from '../../courses/courses/courses.service.ts'
import { everyWord } from '../../platform/db/like.ts'

type Named = { course_id: string; name: string }

/** Finds names of courses, drafts included; a bundle is replaced by its courses. 404 when one is missing. */
export async function requireCourses(db: Db, ids: readonly string[]): Promise<Named[]> {
  const wanted = [...new Set(ids)]
  const found: (Named & { kind: string; bundle_courses: string[] })[] = await db('courses')
    .whereIn('course_id', wanted)
    .whereNull('deleted_at')
    .select('course_id', 'name', 'kind', 'bundle_courses')
  if (found.length < wanted.length) throw courseNotFound()
  const named = found.filter(({ kind }) => kind === 'course').map(({ course_id, name }) => ({ course_id, name }))
  const inside = found.flatMap(({ bundle_courses }) => bundle_courses).filter((id) => !wanted.includes(id))
  if (inside.length === 0) return named
  return [...named, ...(await db('courses').whereIn('course_id', inside).select('course_id', 'name'))]
}

/** Finds the courses that lines name, each by its id or its title in any case; several may share a title. */
export async function findNamedCourses(
  db: Db,
  words: readonly string[],
): Promise<(word: string) => readonly { course_id: string }[]> {
  const small = [...new Set(words.map((word) => word.toLowerCase()))]
  const rows: { course_id: string; name: string }[] =
    small.length === 0
      ? []
      : await db('courses')
          .whereNull('deleted_at')
          .where((either) => either.whereIn('course_id', small).orWhereRaw('lower(name) = any(?)', [small]))
          .select('course_id', 'name')
  return (word) => {
    const byId = rows.find(({ course_id }) => course_id === word.toLowerCase())
    return byId ? [byId] : rows.filter(({ name }) => name.toLowerCase() === word.toLowerCase())
  }
}

/** Lists grantable courses by name. */
export async function listCourses(db: Db, q: string | undefined, limit: number) {
  const found = db('courses').whereNull('deleted_at')
  if (q) found.whereRaw(...everyWord(q, ['name']))
  const [rows, counted] = await Promise.all([
    found
      .clone()
      .orderByRaw('lower(name), course_id')
      .limit(limit)
      .select('course_id', 'kind', 'name', db.raw(`${SHOWN_PRICE} as price_paise, ${IS_SOLD} as published`)),
    found.clone().count({ total: '*' }).first(),
  ])
  const courses = rows.map(({ price_paise, ...row }) => ({ ...row, price: toRupees(Number(price_paise)) }))
  return { courses, total: Number(counted?.total ?? 0) }
}
