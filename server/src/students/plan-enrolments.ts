import { phoneKey } from 'contract/email-and-phone'
import type { LineState, PlannedLine } from 'contract/enrolments'
import type { Db } from '../context.ts'
import { findPresent } from '../enrolments/enrolments.queries.ts'
import { findNamedCourses, requireCourses } from './courses-by-hand.ts'
import { type PersonLine, readPeople } from './people-lines.ts'
import { findWhose, type Whose } from './whose.ts'

type Verdict = { state: LineState; reason: string | null }

/** What each line of a pasted list comes to, were it done now; nothing is changed. 404 for an unknown course. */
export async function planEnrolments(
  db: Db,
  {
    action,
    course_ids,
    text,
    now,
  }: { action: 'give' | 'take'; course_ids: readonly string[]; text: string; now: Date },
): Promise<PlannedLine[]> {
  await requireCourses(db, course_ids)
  const people = readPeople(text)
  const courseOf = await findNamedCourses(
    db,
    people.flatMap(({ courses }) => courses),
  )
  const wantedBy = (person: PersonLine) =>
    person.courses.length === 0
      ? course_ids.map((course_id) => ({ word: '', course_id }))
      : person.courses.map((word) => ({ word, course_id: courseOf(word)?.course_id }))
  const whose = await findWhose(db, people)
  const accounts = people.map((person) => (person.problem === null ? whose(person) : undefined))
  const ids = [...new Set(accounts.flatMap((one) => one?.account?.id ?? []))]
  const present = Map.groupBy(
    await findPresent(
      db,
      ids,
      [...new Set(people.flatMap((one) => wantedBy(one).flatMap(({ course_id }) => course_id ?? [])))],
      now,
    ),
    ({ user_id }) => user_id,
  )
  const seen = new Map<string, number>()
  return people.map((person, at) => {
    const { problem, courses: _, ...rest } = person
    const wanted = wantedBy(person)
    const unknown = wanted.find(({ course_id }) => course_id === undefined)
    const said = { ...rest, course_ids: wanted.flatMap(({ course_id }) => course_id ?? []) }
    const found = accounts[at]
    if (problem !== null || !found) return { ...said, state: 'invalid', reason: problem }
    if (unknown) return { ...said, state: 'invalid', reason: `There is no one course “${unknown.word}”` }
    if (wanted.length === 0)
      return { ...said, state: 'invalid', reason: 'The line names no course: choose one for all' }
    const before = firstSeen(seen, person, found)
    if (before !== undefined) return { ...said, state: 'duplicate', reason: `The same person as in line ${before}` }
    const all = found.account ? (present.get(found.account.id) ?? []) : []
    const has = all.filter(({ course_id }) => said.course_ids.includes(course_id))
    return { ...said, ...(action === 'give' ? giving(found, has.length, wanted.length) : taking(found, has)) }
  })
}

/** The line in which the person stood already; else it is noted. */
function firstSeen(seen: Map<string, number>, person: PersonLine, found: Whose): number | undefined {
  const { line, email, phone } = person
  // One person may stand in several lines, each with a course of its own.
  const about = person.courses.join(';').toLowerCase()
  const keys = found.account ? [`id ${found.account.id} ${about}`] : []
  if (email) keys.push(`email ${email} ${about}`)
  if (phone) keys.push(`phone ${phoneKey(phone)} ${about}`)
  const before = keys.map((key) => seen.get(key)).find((one) => one !== undefined)
  if (before === undefined) for (const key of keys) seen.set(key, line)
  return before
}

function giving(found: Whose, has: number, wanted: number): Verdict {
  if (!found.account) return found.problem === null ? verdict('new') : verdict('invalid', found.problem)
  if (has === wanted) return verdict('enrolled')
  return verdict('existing', has > 0 ? `Has ${has} of ${wanted} courses already` : null)
}

function taking(found: Whose, has: readonly { by_hand: boolean }[]): Verdict {
  if (!found.account) return verdict('nothing', 'There is no such account')
  if (has.length === 0) return verdict('nothing', 'Does not have the course')
  const paid = has.filter(({ by_hand }) => !by_hand).length
  if (paid === has.length) return verdict('paid', 'Bought it or was given it by a buyer')
  return verdict('given', paid > 0 ? `${paid} of ${has.length} courses were paid for and stay` : null)
}

const verdict = (state: LineState, reason: string | null = null): Verdict => ({ state, reason })
