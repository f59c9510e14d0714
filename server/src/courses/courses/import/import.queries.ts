import { Course } from 'contract/courses/courses'
import type { ChosenState } from 'contract/placement'
import { cleanName } from 'contract/spelling'
import type { Db } from '../../../context.ts'
import { courseColumns, type Row, toWire } from '../course-rows.ts'
import { LESSON_COUNT } from '../course-states.ts'
import { isOnSale } from '../go-on-sale.ts'

/** Names are compared in any case, with any spaces. */
export const nameKey = (name: string): string => cleanName(name).toLowerCase()

export type NamedCourse = {
  course: Course
  state: ChosenState
  onSale: boolean
  /** The course's publication is planned. */
  planned: boolean
  lessons: number
  /** Price of its sale, planned or running; 0 without one. */
  salePaise: number
}

type Found = Row & { state: ChosenState; planned: boolean; lessons: number; sale_price_paise: number | null }

/** Finds courses by id, or by name in any case and with any spaces. */
export async function findNamed(db: Db, ids: readonly string[], names: readonly string[]): Promise<NamedCourse[]> {
  const rows: Found[] = await db('courses')
    .whereNull('deleted_at')
    .where((either) =>
      either
        .whereIn('course_id', [...ids])
        .orWhereRaw("lower(regexp_replace(btrim(name), '\\s+', ' ', 'g')) = any(:names)", {
          names: names.map(nameKey),
        }),
    )
    .select([
      ...courseColumns,
      'state',
      'sale_price_paise',
      db.raw(`publish_at is not null as planned, ${LESSON_COUNT} as lessons`),
    ])
  return rows.map((row) => ({
    course: Course.parse(toWire(row)),
    state: row.state,
    onSale: isOnSale(row.state),
    planned: row.planned,
    lessons: Number(row.lessons),
    salePaise: Number(row.sale_price_paise ?? 0),
  }))
}
