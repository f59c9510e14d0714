import { Placement } from 'contract/placement'
import type { Db } from '../../context.ts'
import { missingOf, type Row, SALE_COLUMNS } from './course-rows.ts'
import { LESSON_COUNT } from './course-states.ts'
import { findGenerated } from './generated.queries.ts'

/** The catalogue's own order, of an index. */
const ORDER = 'position, created_at desc, course_id'

/** Renumbered courses leave room between them, so that a move changes one row. */
const GAP = 16_384
/** Room before the first, too: moving to the head subtracts a gap. A new course has 0 and precedes all. */
const HEAD = 1_024 * GAP
/** Each row updates all indexes of a course: so many are well within a statement's timeout. */
const BATCH = 200

/** Returns a course's place among all, whatever their state; undefined when it is unknown or deleted. */
export async function findPlacement(db: Db, courseId: string): Promise<Placement | undefined> {
  const { rows } = await db.raw<{ rows: (Placement & Row)[] }>(
    `select ${SALE_COLUMNS}, courses.state = 'published' as published, courses.state, placement.place, placement.courses,
       ${LESSON_COUNT} as lessons
     from (
       select course_id, row_number() over (order by ${ORDER}) as place, count(*) over () as courses
       from courses where deleted_at is null
     ) placement
     join courses using (course_id)
     where course_id = :courseId`,
    { courseId },
  )
  const [row] = rows
  if (!row) return undefined
  const generated = await findGenerated(db, [courseId])
  return Placement.parse({ ...row, missing: missingOf(row), generated: generated.get(courseId) ?? [] })
}

/**
 * Moves a course to a place, counted from 1; one beyond the last is the last. Within `writeCatalogue`, where other
 * moves wait.
 */
export async function moveCourse(trx: Db, courseId: string, place: number): Promise<void> {
  const position = (await roomAt(trx, courseId, place)) ?? (await renumber(trx, courseId, place))
  await trx('courses').where({ course_id: courseId }).update({ position })
}

/** Returns a position between the place's neighbours, if one is free. */
async function roomAt(trx: Db, courseId: string, place: number): Promise<number | undefined> {
  const others = () => trx('courses').whereNull('deleted_at').whereNot({ course_id: courseId }).orderByRaw(ORDER)
  const [next]: number[] = await others()
    .offset(place - 1)
    .limit(1)
    .pluck('position')
  if (place === 1) return next === undefined ? 0 : next > GAP ? next - GAP : undefined
  const [before]: number[] =
    next === undefined
      ? await trx('courses')
          .whereNull('deleted_at')
          .whereNot({ course_id: courseId })
          .orderBy('position', 'desc')
          .limit(1)
          .pluck('position')
      : await others()
          .offset(place - 2)
          .limit(1)
          .pluck('position')
  if (before === undefined) return 0
  if (next === undefined) return before + GAP
  return next - before > 1 ? before + Math.floor((next - before) / 2) : undefined
}

/** Renumbers all others with gaps, and returns the position of the place. */
async function renumber(trx: Db, courseId: string, place: number): Promise<number> {
  const ids: string[] = await trx('courses')
    .whereNull('deleted_at')
    .whereNot({ course_id: courseId })
    .orderByRaw(ORDER)
    .pluck('course_id')
  const positionOf = (index: number) => HEAD + index * GAP
  for (let from = 0; from < ids.length; from += BATCH) {
    await trx.raw(
      `update courses set position = :first + (placement.place - 1) * :gap
       from unnest(:ids::text[]) with ordinality as placement (course_id, place)
       where courses.course_id = placement.course_id`,
      { first: positionOf(from), gap: GAP, ids: ids.slice(from, from + BATCH) },
    )
  }
  return positionOf(Math.min(place - 1, ids.length)) - GAP / 2
}
