import { phoneKey } from 'contract/email-and-phone'
import type { LineState, PlannedLine } from 'contract/enrolments'
import type { Db } from '../../context.ts'
import { findPresent } from '../../courses/enrolments/enrolments.queries.ts'
import { findWaiting } from '../../courses/enrolments/waiting.queries.ts'
import { findNamedCourses, requireCourses } from './courses-by-hand.ts'
import { type FoundPerson, findPerson } from './find-person.ts'
import { type PersonLine, readPeople } from './people-lines.ts'

type Verdict = { state: LineState; reason: string | null }

/** Previews what each pasted line would take away; changes nothing. 404 for an unknown course. */
export async function planEnrolments(
  db: Db,
  { course_ids, text, now }: { course_ids: readonly string[]; text: string; now: Date },
): Promise<PlannedLine[]> {
  const chosen = await requireCourses(db, course_ids)
  const people = readPeople(text)
  const courseOf = await findNamedCourses(
    db,
    people.flatMap(({ courses }) => courses),
  )
  const wantedBy = (person: PersonLine) =>
    person.courses.length === 0
      ? chosen.map(({ course_id }) => ({ reason: '', course_id }))
      : person.courses.map((word) => {
          const [one, ...others] = courseOf(word)
          const reason = `${one ? 'Several courses are' : 'No course is'} called “${word}”`
          return { reason, course_id: others.length === 0 ? one?.course_id : undefined }
        })
  const whose = await findPerson(db, people)
  const accounts = people.map((person) => (person.problem === null ? whose(person) : undefined))
  const ids = accounts.flatMap((one) => one?.account?.id ?? [])
  const emails = people.flatMap((person, at) => accounts[at]?.account?.email ?? person.email ?? [])
  const requested = [...new Set(people.flatMap((one) => wantedBy(one).flatMap(({ course_id }) => course_id ?? [])))]
  const present = Map.groupBy(await findPresent(db, [...new Set(ids)], requested, now), ({ user_id }) => user_id)
  const waiting = Map.groupBy(await findWaiting(db, [...new Set(emails)], requested), ({ email }) => email)
  const seen = new Map<string, number>()
  return people.map((person, at) => {
    const { problem, courses: _, ...rest } = person
    const wanted = wantedBy(person)
    const unknown = wanted.find(({ course_id }) => course_id === undefined)
    const shown = { ...rest, course_ids: wanted.flatMap(({ course_id }) => course_id ?? []) }
    const found = accounts[at]
    if (problem !== null || !found) return { ...shown, state: 'invalid', reason: problem }
    if (unknown) return { ...shown, state: 'invalid', reason: unknown.reason }
    if (wanted.length === 0)
      return { ...shown, state: 'invalid', reason: 'The line names no course: choose one for all' }
    const before = firstSeen(seen, person, found)
    if (before !== undefined) return { ...shown, state: 'duplicate', reason: `The same person as in line ${before}` }
    const isRequested = ({ course_id }: { course_id: string }) => shown.course_ids.includes(course_id)
    const has = (present.get(found.account?.id ?? 0) ?? []).filter(isRequested)
    const waits = (waiting.get(found.account?.email ?? person.email ?? '') ?? [])
      .filter(isRequested)
      .filter(({ course_id }) => !has.some((one) => one.course_id === course_id))
    return { ...shown, ...taking({ found, has, waits: waits.length }) }
  })
}

/** The line in which the person stood already; else it is noted. */
function firstSeen(seen: Map<string, number>, person: PersonLine, found: FoundPerson): number | undefined {
  const { line, email, phone } = person
  // One person may stand in several lines, each with a course of its own.
  const about = person.courses.join(';').toLowerCase()
  const keys = found.account ? [`id ${found.account.id} ${about}`] : []
  if (email) keys.push(`email ${email} ${about}`)
  // A family shares a phone.
  if (phone && !email) keys.push(`phone ${phoneKey(phone)} ${about}`)
  const before = keys.map((key) => seen.get(key)).find((one) => one !== undefined)
  if (before === undefined) for (const key of keys) seen.set(key, line)
  return before
}

type Line = {
  found: FoundPerson
  has: readonly { by_hand: boolean }[]
  /** Courses that wait for the address to be proven. */
  waits: number
}

function taking({ found, has, waits }: Line): Verdict {
  if (waits > 0 && has.length === 0) return verdict('given', 'Waiting for email confirmation')
  if (!found.account) return verdict('nothing', 'There is no such account')
  if (has.length === 0) return verdict('nothing', 'Does not have the course')
  const paid = has.filter(({ by_hand }) => !by_hand).length
  if (paid === has.length && waits === 0) return verdict('paid', 'Bought it or got it from a buyer')
  return verdict('given', paid > 0 ? `${paid} of ${has.length} courses were paid for and stay` : null)
}

const verdict = (state: LineState, reason: string | null = null): Verdict => ({ state, reason })
