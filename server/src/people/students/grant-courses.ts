import type { Person } from 'contract/enrolments'
import { dayStart } from 'contract/indian-time'
import type { Context, Db } from '../../context.ts'
import { findPresent } from '../../courses/enrolments/enrolments.queries.ts'
import { grantCourses, takeByHand } from '../../courses/enrolments/grants.queries.ts'
import { storeWaiting, takeWaiting } from '../../courses/enrolments/waiting.queries.ts'
import { invalidField } from '../../errors.ts'
import { noteChange, shortEmail } from '../../shop/activity/note-change.ts'
import { makeAccount } from '../../shop/auth/made-account.ts'
import { lockBuyers } from '../../shop/users/users.queries.ts'
import { requireCourses } from './courses-by-hand.ts'
import { type FoundPerson, findPerson } from './find-person.ts'

/** From so many people on, the database is to count its rows anew. */
const MANY = 20

type GrantRequest = { course_ids: readonly string[]; people: readonly Person[] }
type Taker = {
  id: number
  user_id: string
  email: string
  name: string
  /** Made now, known, or known with an address that nobody has proven. */
  state: 'new' | 'known' | 'unproven'
}
type Refused = { email: string | null; phone: string | null; reason: string }

/**
 * Grants courses in one transaction; creates missing accounts; existing access stays unchanged. An account with an unproven address gets
 * them once it is proven, for anybody can register with a stranger's. It creates no order, so it counts no sale. 404 for an unknown course.
 */
export async function giveCourses(
  ctx: Context,
  admin: { id: number },
  { course_ids, people, mail, until = null }: GrantRequest & { mail: boolean; until?: string | null | undefined },
) {
  return ctx.db.transaction(async (trx) => {
    const courses = await requireCourses(trx, course_ids)
    const whose = await lockPerson(trx, people)
    const refused: Refused[] = []
    const [done, now] = [{ given: 0, waiting: 0, accounts: 0, had: 0 }, ctx.now()]
    const given_until = until === null ? null : endOfDay(until, now)
    const wanted = courses.map(({ course_id }) => ({ course_id, access_period: null, given_until }))
    const input: { user_id: string; name: string }[] = []
    const takers: Taker[] = []
    for (const person of inOneOrder(people)) {
      const found = whose(person)
      if (found.account) {
        takers.push({ ...found.account, state: found.account.is_holders ? 'known' : 'unproven' })
        continue
      }
      const made = found.problem === null ? await makeFor(ctx, trx, person) : undefined
      if (made) takers.push({ ...made, email: '', name: person.name ?? '', state: 'new' })
      else refused.push({ email: person.email, phone: person.phone, reason: found.problem ?? GONE })
    }
    for (const { id, user_id, email, name, state } of byId(takers)) {
      const granted =
        state === 'unproven'
          ? await storeWaiting(trx, { userId: id, email, courses: wanted, adminId: admin.id, now })
          : await grantCourses(trx, {
              userId: id,
              courses: wanted,
              from: { given_by: admin.id },
              madeAt: now,
              now,
            })
      if (state === 'new') done.accounts += 1
      if (granted.length === 0) {
        done.had += 1
        continue
      }
      done[state === 'unproven' ? 'waiting' : 'given'] += 1
      input.push({ user_id, name })
      const payload = { user_id, course_ids: granted, account: state }
      // Without a mail the holder of a new or unproven account could never get in but by "Forgot password".
      if (mail) await ctx.queue.send(trx, 'enrolled-mail', payload)
    }
    const names = courses.map(({ name }) => name).join(', ')
    await noteChange(trx, {
      kind: 'user',
      ...whom(input),
      after: { courses: names, students: done.given + done.waiting, mail, ...(until && { until }) },
    })
    await analyzeAfter(ctx, trx, people)
    return { ...done, refused }
  })
}

/** Removes courses; those of an order or gift only with `paid`. Progress stays. 404 for an unknown course. */
export async function takeCourses(ctx: Context, requested: GrantRequest & { paid: boolean }) {
  const { people, paid } = requested
  return ctx.db.transaction(async (trx) => {
    const courses = await requireCourses(trx, requested.course_ids)
    const course_ids = courses.map(({ course_id }) => course_id)
    const whose = await lockPerson(trx, people)
    const [done, now] = [{ taken: 0, kept: 0, had_none: 0 }, ctx.now()]
    const from: Named[] = []
    const lines = people.map((person) => ({ email: person.email, ...(whose(person).account ?? nobody(person)) }))
    for (const { id, user_id, name, email } of byId(lines)) {
      const dropped = email === null ? 0 : await takeWaiting(trx, email, course_ids)
      const taken = id === 0 ? [] : await takeByHand(trx, { userId: id, courseIds: course_ids, paid, now })
      const left = id === 0 ? [] : await findPresent(trx, [id], course_ids, now)
      if (taken.length + dropped > 0) {
        done.taken += 1
        from.push({ user_id, name })
      }
      if (left.length > 0) done.kept += 1
      else if (taken.length + dropped === 0) done.had_none += 1
    }
    const names = courses.map(({ name }) => name).join(', ')
    await noteChange(trx, { kind: 'user', ...whom(from), before: { courses: names, students: done.taken, paid } })
    await analyzeAfter(ctx, trx, people)
    return done
  })
}

/** The last moment of a day in India, so that it is shown as that day. 422 for one that is over. */
export function endOfDay(day: string, now: Date): Date {
  const end = new Date(Date.parse(dayStart(day, 1)) - 1)
  if (end > now) return end
  const message = 'Choose a day that is not over'
  throw invalidField('until', message)
}

/**
 * Locks the account of each person until the transaction ends, in the common lock order. Reports an account as changed
 * when it went or moved since the look-up.
 */
async function lockPerson(trx: Db, people: readonly Person[]): Promise<(person: Person) => FoundPerson> {
  const before = await findPerson(trx, people)
  const ids = people.flatMap((person) => before(person).account?.id ?? [])
  await lockBuyers(trx, ids)
  const now = ids.length > 0 ? await findPerson(trx, people) : before
  return (person) => {
    const found = now(person)
    return found.account?.id === before(person).account?.id ? found : { account: undefined, problem: GONE }
  }
}

/** Every transaction locks students in the order of their ids. */
const byId = <T extends { id: number }>(accounts: readonly T[]) => accounts.toSorted((a, b) => a.id - b.id)

/** Sorts, so that two admins with one list of new people never deadlock. */
const inOneOrder = (people: readonly Person[]) =>
  people.toSorted((one, other) => ((one.email ?? one.phone ?? '') < (other.email ?? other.phone ?? '') ? -1 : 1))

async function analyzeAfter(ctx: Context, trx: Db, people: readonly Person[]): Promise<void> {
  if (people.length >= MANY) await ctx.queue.send(trx, 'analyze-tables', {}, { singletonKey: 'all' })
}

type Named = { user_id: string | null; name: string | null }

const whom = (students: readonly Named[]) =>
  students.length === 1
    ? { id: students[0]?.user_id ?? null, name: students[0]?.name ?? null }
    : { name: `${students.length} students` }

/** An address without an account. */
const nobody = ({ email }: Person) => ({ id: 0, user_id: null, name: shortEmail(email) })

const GONE = 'The account was changed at this moment. Please try again.'

async function makeFor(ctx: Context, trx: Db, { email, phone, name }: Person) {
  return email === null ? undefined : makeAccount(ctx, trx, { email, phone, name })
}
