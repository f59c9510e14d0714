import type { Trusted } from '../../context.ts'
import { type CourseRow, planCourses } from '../../courses/courses/import/bring-course.ts'
import type { PlannedRow, SheetRow } from './move-rows.queries.ts'
import { leftOut, type Planner, type Planning } from './planner.ts'
import { readCourse } from './reader/read-course.ts'

/** A row of a table of courses, and the admin whose rights decide about its price. */
export type CourseRecord = { course: CourseRow; by: Trusted }

/** Plans rows of courses: a new one becomes a draft, one that is matched by id or title gets the differences. */
export function coursePlanner({ db, reading, admin }: Planning): Planner {
  const by = { role: admin.role, confirmed: admin.confirmed }
  let made = 0
  // A course can be in two batches.
  const firstRows = new Map<string, number>()

  function readOne(sheet: SheetRow): PlannedRow {
    const found = readCourse(sheet, reading)
    const course: CourseRow = {
      course_id: found.course_id,
      name: found.name ?? '',
      description: found.description,
      long_description: found.long_description,
      price_paise: found.price,
      list_price_paise: found.list_price,
      category: found.topics.join(';'),
      image: found.image,
      state: found.state === 'hidden' ? 'unlisted' : found.state,
    }
    const row: PlannedRow = {
      row: sheet.row,
      state: 'new',
      reason: null,
      user_id: null,
      record: { course, by } satisfies CourseRecord,
      email: null,
      phone: null,
      name: found.name,
      courses: found.name ? [found.name] : [],
      notes: found.notes,
    }
    if (found.skipped) return leftOut(row, 'skipped', found.skipped)
    return found.problem ? leftOut(row, 'invalid', found.problem) : row
  }

  return {
    async plan(rows) {
      const planned = rows.map(readOne)
      const open = planned.filter(({ state }) => state === 'new')
      const results = await planCourses(
        db,
        open.map(({ record }) => (record as CourseRecord).course),
        { by },
      )
      for (const [at, { state, changes, left_out, repeats, course_id }] of results.entries()) {
        const row = open[at] as PlannedRow
        const key = course_id ?? (row.name ?? '').toLowerCase()
        const before = repeats === undefined ? firstRows.get(key) : open[repeats]?.row
        firstRows.set(key, before ?? row.row)
        const notes = left_out.map(({ field, message }) => ({ heading: field.replace('_paise', ''), message }))
        if (before !== undefined) Object.assign(row, leftOut(row, 'skipped', `Same as row ${before}`))
        else if (state === 'invalid') Object.assign(row, leftOut(row, 'invalid', notes[0]?.message ?? ''))
        else Object.assign(row, COURSE_STATES[state](changes), { notes: [...row.notes, ...notes] })
        if (row.state === 'new') made += 1
      }
      return planned
    },
    sums: () => ({ accounts: 0, people: 0, enrolments: 0, courses: made }),
  }
}

const COURSE_STATES = {
  new: () => ({ state: 'new', reason: null }),
  changed: (changes: readonly string[]) => ({
    state: 'existing',
    reason: `Changes ${changes.map((field) => field.replace('_paise', '').replaceAll('_', ' ')).join(', ')}`,
  }),
  same: () => ({ state: 'same', reason: 'Is the same here' }),
} as const
