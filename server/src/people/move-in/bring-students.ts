import type { Language } from 'contract/languages'
import type { Context, Db } from '../../context.ts'
import { grantMoved, type MovedCourse, storeMovedWaiting } from '../../courses/enrolments/moved.queries.ts'
import { bringProgress, type ProgressRow } from '../../courses/learning/moved-progress.ts'
import { type MadeAccount, makeAccounts } from '../../shop/auth/made-account.ts'
import { bringConsents, type MovedConsentRow } from '../../shop/consents/consents.queries.ts'
import { lockBuyers } from '../../shop/users/users.queries.ts'
import {
  type Decided,
  decideStudents,
  type Earlier,
  findAccounts,
  nothingEarlier,
  type StudentRecord,
  type StudentResult,
} from './decide-students.ts'
import { insertPeople } from './moves.queries.ts'

/** Thrown when an account appeared, moved or went during the transaction: the caller repeats it. */
export class AccountsChanged extends Error {}

/** Decides what each record does; changes nothing. A constant number of statements, whatever is there. */
export async function planStudents(
  db: Db,
  records: readonly StudentRecord[],
  { now, earlier }: { now: Date; earlier: Earlier },
): Promise<StudentResult[]> {
  const accounts = await findAccounts(db, records)
  const { decided } = await decideStudents(db, records, { now, earlier, accounts, lock: false })
  const unchanged = decided.filter(({ result, account }) => result.state === 'same' && account?.is_holders)
  const marked = await wouldMark(db, unchanged, now)
  for (const [at, { result }] of unchanged.entries())
    if ((marked[at] ?? 0) > 0) Object.assign(result, { state: 'existing', reason: 'Further progress' })
  const agreeing = await bringConsents(db, unchanged.flatMap(consentOf), { moveId: '', now, look: true })
  for (const { result } of unchanged)
    if (result.state === 'same' && result.user_id !== null && agreeing.has(result.user_id))
      Object.assign(result, { state: 'existing', reason: 'Consent to news' })
  return decided.map(({ result }) => result)
}

export type Bringing = {
  moveId: string
  /** `admins.id` of who moves them in. */
  adminId: number
  /** Each person gets the email about the courses at once. */
  mail: boolean
  now: Date
}

/**
 * Brings students in the caller's transaction: missing accounts are made, courses granted since the day of enrolment in
 * the shop before, progress marked as moved in. Access never becomes shorter, so again changes nothing. An unproven
 * address gets its courses once it is proven. A constant number of statements. Throws `AccountsChanged`.
 */
export async function bringStudents(
  ctx: Pick<Context, 'queue'>,
  trx: Db,
  records: readonly StudentRecord[],
  { moveId, adminId, mail, now }: Bringing,
): Promise<StudentResult[]> {
  const seen = await findAccounts(trx, records)
  const living = new Set(
    await lockBuyers(
      trx,
      seen.map(({ id }) => id),
    ),
  )
  const accounts = living.size > 0 ? await findAccounts(trx, records) : seen
  if (accounts.some(({ id }) => !living.has(id))) throw new AccountsChanged()
  const { decided, heads } = await decideStudents(trx, records, {
    now,
    accounts,
    earlier: nothingEarlier(),
    lock: true,
  })
  const made = await makeMissing(trx, decided, now)
  const by = { moveId, adminId, now }
  const opening = decided.filter(({ result, account }) => result.state !== 'invalid' && account?.is_holders !== false)
  const granted = opening.flatMap(({ granted, result }) =>
    granted.map((course) => ({ ...course, user_id: result.user_id ?? 0 })),
  )
  await grantMoved(trx, lastOfEach(granted), { ...by, heads })
  const waiting = decided.flatMap(({ account, granted, record }) =>
    account?.is_holders === false
      ? granted.map((course) => ({
          ...course,
          user_id: account.id,
          email: account.email,
          progress: progressOf(record),
        }))
      : [],
  )
  await storeMovedWaiting(trx, lastOfEach(waiting), by)
  const rows = opening.map((one) => ({ one, rows: progressRows(one) }))
  const brought = await bringProgress(
    trx,
    rows.flatMap(({ rows }) => rows),
    { now, moveId },
  )
  const unknown = brought.map(({ unknown }) => unknown)
  for (const { one, rows: own } of rows)
    for (const title of new Set(unknown.splice(0, own.length).flat()))
      one.result.notes.push({ heading: 'Lessons', message: `No lesson is called “${title}”` })
  const people = decided.filter(({ result }) => result.user_id !== null && result.state !== 'same')
  await insertPeople(
    trx,
    moveId,
    people.map(({ result, account }) => ({ user_id: result.user_id ?? 0, made: !account })),
  )
  await bringConsents(trx, opening.flatMap(consentOf), { moveId, now })
  if (mail) await mailThem(ctx, trx, people, made)
  return decided.map(({ result }) => result)
}

function consentOf({ result: { user_id }, record }: Decided): MovedConsentRow[] {
  if (user_id === null) return []
  const found = { news_email: record.news, news_message: record.news_message }
  return (['news_email', 'news_message'] as const).flatMap((purpose) =>
    found[purpose] ? [{ user_id, purpose, ...found[purpose] }] : [],
  )
}

/** Makes the accounts of new people, each once, with the first name and phone that a row of theirs has, and their first day. */
async function makeMissing(trx: Db, decided: readonly Decided[], now: Date): Promise<Map<string, MadeAccount>> {
  type Person = {
    email: string
    phone: string | null
    name: string | null
    language: Language | null
    joined_at: string
  }
  const people = new Map<string, Person>()
  const missing = decided.filter(({ result, account }) => result.state === 'new' && !account)
  for (const { record } of missing) {
    const email = record.email ?? ''
    const known = people.get(email)
    const { phone, name } = record
    const joined = [known?.joined_at, record.joined_at ?? record.enrolled_at].filter((at) => at != null)
    people.set(email, {
      email,
      phone: known?.phone ?? phone,
      name: known?.name ?? name,
      language: known?.language ?? record.language ?? null,
      // Without a date in the file it is the day of the move: whoever came with one is no new student.
      joined_at: joined.toSorted()[0] ?? now.toISOString(),
    })
  }
  const made = await makeAccounts(trx, [...people.values()], now)
  if (made.size < people.size) throw new AccountsChanged()
  for (const { result, record, account } of decided)
    if (!account && result.state !== 'invalid') result.user_id = made.get(record.email ?? '')?.id ?? null
  return made
}

/** The last one of a student and course has the latest end; the first one the day of enrolment. */
function lastOfEach<T extends MovedCourse>(courses: readonly T[]): T[] {
  const each = new Map<string, T>()
  for (const course of courses) {
    const key = `${course.user_id} ${course.course_id}`
    each.set(key, { ...course, enrolled_at: each.get(key)?.enrolled_at ?? course.enrolled_at })
  }
  return [...each.values()]
}

const progressOf = ({ progress, finished_at }: StudentRecord) =>
  progress ?? (finished_at === null ? null : { percent: 100 })

function progressRows({ opened, record, result }: Decided): ProgressRow[] {
  const progress = progressOf(record)
  if (!progress || result.user_id === null) return []
  const at = record.finished_at === null ? undefined : new Date(record.finished_at)
  return opened.map((course_id) => ({ user_id: result.user_id ?? 0, course_id, at, ...progress }))
}

/** Counts the lessons that each would mark. */
async function wouldMark(db: Db, decided: readonly Decided[], now: Date): Promise<number[]> {
  const rows = decided.map(progressRows)
  if (rows.every((own) => own.length === 0)) return []
  const counts = (await bringProgress(db, rows.flat(), { now, look: true })).map(({ marked }) => marked)
  return rows.map((own) => counts.splice(0, own.length).reduce((sum, one) => sum + one, 0))
}

async function mailThem(
  ctx: Pick<Context, 'queue'>,
  trx: Db,
  people: readonly Decided[],
  made: Map<string, MadeAccount>,
): Promise<void> {
  const payloads = new Map<string, { user_id: string; course_ids: string[]; account: string }>()
  for (const { account, record, result } of people) {
    const user_id = account?.user_id ?? made.get(record.email ?? '')?.user_id ?? ''
    const state = !account ? 'new' : account.is_holders ? 'known' : 'unproven'
    const course_ids = [...(payloads.get(user_id)?.course_ids ?? []), ...result.course_ids]
    if (course_ids.length > 0) payloads.set(user_id, { user_id, course_ids: [...new Set(course_ids)], account: state })
  }
  await ctx.queue.sendAll(trx, 'enrolled-mail', [...payloads.values()])
}
