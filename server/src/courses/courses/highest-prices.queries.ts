import type { Db } from '../../context.ts'

/** Finds the highest price in paise among the stored versions of each course. */
export async function findHighestPrices(db: Db, courseIds: readonly string[]): Promise<Map<string, number>> {
  const rows: { course_id: string; paise: number | null }[] = await db('course_versions')
    .whereRaw('course_id = any(?)', [[...courseIds]])
    .groupBy('course_id')
    .select('course_id', db.raw("round(max((body ->> 'price')::numeric) * 100)::bigint as paise"))
  return new Map(rows.map(({ course_id, paise }) => [course_id, paise ?? 0]))
}
