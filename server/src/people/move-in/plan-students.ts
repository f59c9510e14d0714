import { phoneKey } from 'contract/email-and-phone'
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
import { plainWords } from './reader/platforms.ts'
import { readStudent, type StudentRow } from './reader/read-student.ts'

/** The person of the first row with an email. */
type FirstRow = { row: number; name: string | null; phone: string | null }

const NO_COURSE = 'The row names no course: choose one for all'

/** Plans rows of students: skipped and repeated ones first, then what the others do to the accounts of the shop. */
export function studentPlanner(planning: Planning): Planner {
  const { db, plan, now, names, reading, coursesOf } = planning
  const until = plan.until ? endOfDay(plan.until, now).toISOString() : null
  const earlier = nothingEarlier()
  const isRepeated = repeated()
  const firstOf = new Map<string, FirstRow>()
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
      news_message: found.news_message && movedNews(found.news_message, planning.plan),
      language: found.language,
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
    const needsNone = reading.platform?.people === true && found.courses.length === 0
    if (courses.invalid ?? (courses.course_ids.length === 0 && !needsNone))
      return leftOut(row, 'invalid', courses.invalid ?? NO_COURSE)
    if (ends_at && new Date(ends_at) <= now && plan.ended !== 'take')
      return leftOut(row, 'skipped', `Access ended on ${longDayText(ends_at)}`)
    const before = isRepeated(sheet.row, { ...record, name: null, email: record.email ?? record.phone })
    if (before !== undefined) return leftOut(row, 'skipped', `Same as row ${before}`)
    const others = joinedWith(firstOf, row)
    if (others.length === 0) return row
    if (plan.same_email === 'skip') return leftOut(row, 'skipped', others.map(({ message }) => message).join('. '))
    return { ...row, notes: [...row.notes, ...others] }
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

/** What a row says otherwise of the person whose email an earlier row has: two people with one address would become one. */
function joinedWith(firstOf: Map<string, FirstRow>, { row, email, name, phone }: PlannedRow): PlannedRow['notes'] {
  if (email === null) return []
  const first = firstOf.get(email)
  if (!first) {
    firstOf.set(email, { row, name, phone })
    return []
  }
  const isSamePhone = !phone || !first.phone || phoneKey(phone) === phoneKey(first.phone)
  const isSameName = !name || !first.name || plainWords(name) === plainWords(first.name)
  const note = (heading: string, here: string | null, there: string | null) => ({
    heading,
    message: `“${here}” is left out: row ${first.row} has the same email with “${there}”`,
  })
  const found = [
    ...(isSameName ? [] : [note('Name', name, first.name)]),
    ...(isSamePhone ? [] : [note('Phone', phone, first.phone)]),
  ]
  firstOf.set(email, { ...first, name: first.name ?? name, phone: first.phone ?? phone })
  return found
}

/** The file's own word, and else the owner's. */
function newsOf({ news }: StudentRow, plan: MovePlan): MovedNews | null {
  const { news: word } = plan
  if (news) return movedNews(news, plan)
  return word ? { agreed: true, source: word.source, agreed_on: word.agreed_on, text: word.text } : null
}

const movedNews = (
  { agreed, heading, agreed_on }: NonNullable<StudentRow['news']>,
  { source }: MovePlan,
): MovedNews => ({ agreed, source: `${MOVE_SOURCES[source ?? 'other']}: ${heading}`, agreed_on, text: null })

function progressOf({ lessons_done, progress }: StudentRow): StudentRecord['progress'] {
  if (lessons_done) return { lessons: lessons_done.map(String) }
  return progress === null ? null : { percent: progress }
}
