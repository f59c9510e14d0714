import { dayStart, longDayText } from 'contract/indian-time'
import { endOfDay } from '../students/give-courses.ts'
import { planStudents } from './bring-students.ts'
import { nothingEarlier, type StudentRecord } from './decide-students.ts'
import { NEW_COURSE } from './match-courses.ts'
import type { PlannedRow, SheetRow } from './move-rows.queries.ts'
import { leftOut, type Planner, type Planning, repeated } from './planner.ts'
import { readStudent, type StudentRow } from './understand/read-student.ts'

const NO_COURSE = 'The row names no course: choose one for all'

/** Plans rows of students: skipped and repeated ones first, then what the others do to the accounts of the shop. */
export function studentPlanner(planning: Planning): Planner {
  const { db, plan, now, names, reading, coursesOf } = planning
  const until = plan.until ? endOfDay(plan.until, now).toISOString() : null
  const earlier = nothingEarlier()
  const isRepeated = repeated()
  const [accounts, people, makes] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const nameOf = (id: string) => (id.startsWith(NEW_COURSE) ? id.slice(NEW_COURSE.length) : (names.get(id) ?? id))

  function readOne(sheet: SheetRow): PlannedRow {
    const found = readStudent(sheet, reading, now)
    const courses = coursesOf(found.courses)
    const ends_at = found.access_ends && new Date(Date.parse(dayStart(found.access_ends, 1)) - 1).toISOString()
    const record: StudentRecord = {
      ...{ email: found.email, phone: found.phone, name: found.name, course_ids: courses.course_ids },
      ...{ enrolled_at: found.enrolled_on, ends_at: ends_at ?? until },
      ...{ progress: progressOf(found), finished_at: found.completed_on },
    }
    const row: PlannedRow = {
      ...{ row: sheet.row, state: 'new', reason: null, user_id: null, record },
      ...{ email: record.email, phone: record.phone, name: record.name },
      ...{ courses: courses.course_ids.map(nameOf), notes: [...found.notes, ...courses.notes] },
    }
    if (found.skipped) return leftOut(row, 'skipped', found.skipped)
    if (found.problem) return leftOut(row, 'invalid', found.problem)
    if (courses.skipped) return leftOut(row, 'skipped', courses.skipped)
    if (courses.invalid ?? courses.course_ids.length === 0) return leftOut(row, 'invalid', courses.invalid ?? NO_COURSE)
    if (ends_at && new Date(ends_at) <= now && plan.ended !== 'take')
      return leftOut(row, 'skipped', `Access ended on ${longDayText(ends_at)}`)
    const before = isRepeated(sheet.row, { ...record, name: null, email: record.email ?? record.phone })
    return before === undefined ? row : leftOut(row, 'skipped', `Same as row ${before}`)
  }

  function count({ state, user_id, record }: PlannedRow): void {
    const { email, course_ids } = record as StudentRecord
    if (!['new', 'existing', 'waiting'].includes(state)) return
    if (user_id === null) accounts.add(email ?? '')
    people.add(String(user_id ?? email))
    for (const id of course_ids) if (id.startsWith(NEW_COURSE)) makes.add(id)
  }

  return {
    async plan(rows) {
      const planned = rows.map(readOne)
      const open = planned.filter(({ state }) => state === 'new')
      const results = await planStudents(
        db,
        open.map(({ record }) => record as StudentRecord),
        { now, earlier },
      )
      for (const [at, { notes, state, reason, user_id }] of results.entries()) {
        const row = open[at] as PlannedRow
        Object.assign(row, { state, reason, user_id, notes: [...row.notes, ...notes] })
        count(row)
      }
      return planned
    },
    sums: () => ({
      ...{ accounts: accounts.size, people: people.size, enrolments: earlier.ends.size, courses: makes.size },
    }),
  }
}

function progressOf({ lessons_done, progress }: StudentRow): StudentRecord['progress'] {
  if (lessons_done) return { lessons: lessons_done.map(String) }
  return progress === null ? null : { percent: progress }
}
