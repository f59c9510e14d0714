import { dayStart, longDayText } from 'contract/indian-time'
import type { MovePlan } from 'contract/move-in/plan'
import { MOVE_SOURCES } from 'contract/move-sources'
import { endOfDay } from '../students/grant-courses.ts'
import { planStudents } from './bring-students.ts'
import { type MovedNews, nothingEarlier, type StudentRecord } from './decide-students.ts'
import { findWithoutLessons } from './empty-courses.queries.ts'
import { NEW_COURSE } from './match-courses.ts'
import type { PlannedRow, SheetRow } from './move-rows.queries.ts'
import { leftOut, type Planner, type Planning, repeated } from './planner.ts'
import { readStudent, type StudentRow } from './reader/read-student.ts'

const NO_COURSE = 'The row names no course: choose one for all'

/** Plans rows of students: skipped and repeated ones first, then what the others do to the accounts of the shop. */
export function studentPlanner(planning: Planning): Planner {
  const { db, plan, now, names, reading, coursesOf } = planning
  const until = plan.until ? endOfDay(plan.until, now).toISOString() : null
  const earlier = nothingEarlier()
  const isRepeated = repeated()
  const [accounts, people, makes] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const agreeing = new Set<string>()
  const studentsOf = new Map<string, Set<string>>()
  const nameOf = (id: string) => (id.startsWith(NEW_COURSE) ? id.slice(NEW_COURSE.length) : (names.get(id) ?? id))

  function readOne(sheet: SheetRow): PlannedRow {
    const found = readStudent(sheet, reading, now)
    const courses = coursesOf(found.courses)
    const ends_at = found.access_ends && new Date(Date.parse(dayStart(found.access_ends, 1)) - 1).toISOString()
    const record: StudentRecord = {
      email: found.email,
      phone: found.phone,
      name: found.name,
      course_ids: courses.course_ids,
      enrolled_at: found.enrolled_on,
      ends_at: ends_at ?? until,
      progress: progressOf(found),
      finished_at: found.completed_on,
      news: newsOf(found, planning.plan),
    }
    const row: PlannedRow = {
      row: sheet.row,
      state: 'new',
      reason: null,
      user_id: null,
      record,
      email: record.email,
      phone: record.phone,
      name: record.name,
      courses: courses.course_ids.map(nameOf),
      notes: [...found.notes, ...courses.notes],
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
    const { email, course_ids, news } = record as StudentRecord
    if (!['new', 'existing', 'waiting'].includes(state)) return
    if (user_id === null) accounts.add(email ?? '')
    people.add(String(user_id ?? email))
    if (news?.agreed && state !== 'waiting') agreeing.add(String(user_id ?? email))
    for (const id of course_ids) {
      if (id.startsWith(NEW_COURSE)) makes.add(id)
      const students = studentsOf.get(id) ?? new Set()
      studentsOf.set(id, students.add(String(user_id ?? email)))
    }
  }

  async function emptyCourses() {
    const ids = await findWithoutLessons(db, [...studentsOf.keys()])
    return [...studentsOf]
      .filter(([id]) => ids.has(id) || id.startsWith(NEW_COURSE))
      .map(([id, { size }]) => ({ course_id: id.startsWith(NEW_COURSE) ? null : id, name: nameOf(id), people: size }))
      .toSorted((one, other) => other.people - one.people)
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
    sums: async () => ({
      accounts: accounts.size,
      people: people.size,
      enrolments: earlier.ends.size,
      courses: makes.size,
      news: agreeing.size,
      empty_courses: await emptyCourses(),
    }),
  }
}

/** The file's own word, and else the owner's. */
function newsOf({ news }: StudentRow, { source, news: word }: MovePlan): MovedNews | null {
  if (!news) return word ? { agreed: true, source: word.source, agreed_on: word.agreed_on, text: word.text } : null
  const from = MOVE_SOURCES[source ?? 'other']
  return { agreed: news.agreed, source: `${from}: ${news.heading}`, agreed_on: news.agreed_on, text: null }
}

function progressOf({ lessons_done, progress }: StudentRow): StudentRecord['progress'] {
  if (lessons_done) return { lessons: lessons_done.map(String) }
  return progress === null ? null : { percent: progress }
}
