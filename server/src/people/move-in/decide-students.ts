import { phoneKey } from 'contract/email-and-phone'
import type { Language } from 'contract/languages'
import type { MoveLine, MoveState } from 'contract/move-in/plan'
import type { Db } from '../../context.ts'
import {
  findManyWaiting,
  findMovedHeads,
  type MovedCourse,
  type MovedHead,
  movedChange,
} from '../../courses/enrolments/moved.queries.ts'
import { findKnownHolders } from '../../sales/orders/known-holders.queries.ts'
import { type Contacted, findByContacts } from '../../shop/users/by-contact.queries.ts'

/** Progress as the file has it. */
export type Progress = { percent: number } | { done: number; total: number } | { lessons: string[] }

/** A consent to news, or its refusal, with where it comes from. */
export type MovedNews = { agreed: boolean; source: string; agreed_on: string | null; text: string | null }

/** A person with courses, as one row names them. Times are ISO 8601. */
export type StudentRecord = {
  email: string | null
  phone: string | null
  name: string | null
  course_ids: string[]
  enrolled_at: string | null
  ends_at: string | null
  progress: Progress | null
  finished_at: string | null
  /** Day of joining the shop before, where it is not that of a course. */
  joined_at?: string | null
  /** Absent in rows that were planned before they were read. */
  news?: MovedNews | null
  news_message?: MovedNews | null
  /** Of a new account. */
  language?: Language | null
}

/** Result of a record. */
export type StudentResult = {
  state: MoveState
  reason: string | null
  notes: MoveLine['notes']
  /** `users.id`; null for an account that is not made yet. */
  user_id: number | null
  /** The courses that it grants or lets wait. */
  course_ids: string[]
}

export type Decided = {
  result: StudentResult
  record: StudentRecord
  account: Account | undefined
  granted: Omit<MovedCourse, 'user_id'>[]
  /** Courses whose progress is brought: the granted ones, and those that the student has. */
  opened: string[]
}

export type Account = Contacted & { is_holders: boolean }

/** Gifts of earlier records of a move: access by person and course. */
export type Earlier = { ends: Map<string, string | null> }

export const nothingEarlier = (): Earlier => ({ ends: new Map() })

const NO_EMAIL = 'A new account needs an email address'
const ONCE_PROVEN = 'Email not confirmed. Access starts once it is confirmed, within a year'
const REMOVED = 'Access was removed by hand, and stays removed'
const HAS_ALL = 'Has the courses already'
const IS_HERE = 'Is a student already'
const SAME_ABOVE = 'An earlier row gives the same'

/** Finds the accounts of many records. */
export async function findAccounts(db: Db, records: readonly StudentRecord[]): Promise<Account[]> {
  const emails = new Set(records.flatMap(({ email }) => email ?? []))
  const phones = new Set(records.flatMap(({ phone }) => phone ?? []))
  const found = await findByContacts(db, [...emails], [...phones])
  const holders = new Set(
    await findKnownHolders(
      db,
      found.map(({ id }) => id),
    ),
  )
  return found.map((account) => ({ ...account, is_holders: holders.has(account.id) }))
}

/** Decides what each record does, in order: a later record sees what the earlier ones grant. Three statements. */
export async function decideStudents(
  db: Db,
  records: readonly StudentRecord[],
  { now, accounts, earlier, lock }: { now: Date; accounts: readonly Account[]; earlier: Earlier; lock: boolean },
): Promise<{ decided: Decided[]; heads: MovedHead[] }> {
  const accountOf = matchAccounts(accounts)
  const wanted = records.map((record) => ({ record, account: accountOf(record) }))
  const pairs = wanted.flatMap(({ record, account }) =>
    (account?.is_holders ? record.course_ids : []).map((course_id) => ({ user_id: account?.id ?? 0, course_id })),
  )
  const waits = wanted.flatMap(({ record, account }) =>
    (account && !account.is_holders ? record.course_ids : []).map((course_id) => ({
      user_id: account?.id ?? 0,
      email: account?.email ?? '',
      course_id,
    })),
  )
  const heads = await findMovedHeads(db, distinct([...pairs, ...waits]), { lock })
  const waiting = await findManyWaiting(db, distinct(waits))
  const access = new Map(heads.map((head) => [`${head.user_id} ${head.course_id}`, head]))
  const accessOf = (key: string) => {
    const ends_at = earlier.ends.get(key)
    return ends_at === undefined ? access.get(key) : { ends_at, removed: false }
  }
  const until = new Map(waiting.map((one) => [`${one.email} ${one.course_id}`, one.given_until]))
  const decided = records.map((record) => {
    const account = accountOf(record)
    const result: StudentResult = {
      state: 'new',
      reason: null,
      notes: [],
      user_id: account?.id ?? null,
      course_ids: [],
    }
    const one: Decided = { result, record, account, granted: [], opened: [] }
    if (record.email === null && !account) return refuse(one, NO_EMAIL)
    const person = account ? account.id : (record.email ?? '')
    for (const course_id of record.course_ids) {
      const course = { course_id, enrolled_at: record.enrolled_at, ends_at: record.ends_at }
      const key = `${person} ${course_id}`
      const change = movedChange(accessOf(key), course, now)
      const isStranger = account && !account.is_holders
      if (change === 'removed') continue
      if (isStranger && !isWaitingAgain(account.email, course, change, until)) continue
      if (change !== 'same') {
        one.granted.push(course)
        earlier.ends.set(key, course.ends_at)
      }
      one.opened.push(course_id)
    }
    return conclude(one)
  })
  return { decided, heads }
}

/** Says whether the course is stored, or lengthened, for the prover of the address. */
function isWaitingAgain(
  email: string,
  { course_id, ends_at }: { course_id: string; ends_at: string | null },
  change: string,
  until: Map<string, string | null>,
): boolean {
  if (change === 'same') return false
  const key = `${email} ${course_id}`
  const before = until.get(key)
  const isLater = before !== undefined && before !== null && ends_at !== null && new Date(ends_at) > new Date(before)
  if (before !== undefined && !isLater) return false
  until.set(key, ends_at)
  return true
}

function conclude(one: Decided): Decided {
  const { account, granted, opened, record, result } = one
  result.course_ids = granted.map(({ course_id }) => course_id)
  if (!account) {
    const isNothing =
      granted.length === 0 && record.course_ids.length > 0 && !record.progress && !record.finished_at && !record.news
    if (isNothing) Object.assign(result, { state: 'same', reason: SAME_ABOVE })
    return one
  }
  const previous = record.course_ids.length - granted.length
  const removed = account.is_holders && opened.length < record.course_ids.length
  result.state = granted.length === 0 ? 'same' : account.is_holders ? 'existing' : 'waiting'
  const reasons = [
    // Nothing proves a phone: whoever gives by it sees whose account it is.
    ...(record.email === null ? [`Account of ${account.name}, ${account.email}`] : []),
    ...(removed ? [REMOVED] : []),
    ...(granted.length > 0 && previous > 0 ? [`Has ${previous} of ${record.course_ids.length} courses already`] : []),
    ...(granted.length === 0 && !removed
      ? [account.is_holders ? (record.course_ids.length > 0 ? HAS_ALL : IS_HERE) : ONCE_PROVEN]
      : []),
    ...(result.state === 'waiting' ? [ONCE_PROVEN] : []),
  ]
  result.reason = reasons.join('. ') || null
  return one
}

function refuse(one: Decided, reason: string): Decided {
  Object.assign(one.result, { state: 'invalid', reason })
  return one
}

/** Matches by email; a phone says whose it is only where there is no email. */
function matchAccounts(accounts: readonly Account[]) {
  const byEmail = new Map(accounts.map((account) => [account.email, account]))
  const byPhone = new Map(accounts.flatMap((account) => (account.phone_key ? [[account.phone_key, account]] : [])))
  return ({ email, phone }: StudentRecord) => {
    if (email !== null) return byEmail.get(email)
    return phone === null ? undefined : byPhone.get(phoneKey(phone))
  }
}

const distinct = <T extends { user_id: number; course_id: string }>(pairs: readonly T[]): T[] => [
  ...new Map(pairs.map((pair) => [`${pair.user_id} ${pair.course_id}`, pair])).values(),
]
