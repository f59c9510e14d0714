import { phoneKey } from 'contract/email-and-phone'
import { indianDay } from 'contract/indian-time'
import { emailKey } from 'contract/typed-keys'
import type { Context, Db } from '../../context.ts'
import { makeAccounts } from '../../shop/auth/made-account.ts'
import { bringConsents } from '../../shop/consents/consents.queries.ts'
import { findByContacts } from '../../shop/users/by-contact.queries.ts'
import { creditMovedCoins } from '../../shop/users/coins.queries.ts'
import { AccountsChanged, bringStudents } from '../move-in/bring-students.ts'
import type { MovedNews, StudentRecord } from '../move-in/decide-students.ts'
import { findMadeBy, insertMove, insertPeople, type StoredRead, updateMove } from '../move-in/moves.queries.ts'
import type { Known } from './bring-courses.ts'
import { coinsOf } from './coins-of.ts'
import type { Bringing } from './move-archive.queries.ts'
import { inBatches, type OpenArchive, type Row } from './unpack.ts'

const TRIES = 5

/** Access that was there at the move, ended or not. */
export const TAKEN = ['active', 'ended']

/**
 * Brings the students, and who has which course since when, as a move of the wizard: the letter, and taking it back, are
 * there. A course that is not here gives nobody access. Returns the move, and the coins of accounts that it made.
 */
export async function bringPeople(
  ctx: Context,
  archive: OpenArchive,
  known: Known,
  { adminId, fileName, signal, moveOf }: Bringing,
): Promise<{ moveId: string; coins: number }> {
  const phones = new Map<string, string>()
  const joined = new Map<string, string>()
  const news = await readNews(archive)
  let people = 0
  for await (const { email = '', phone = '', joined: since } of archive.rows('students.csv')) {
    people += 1
    if (phone) phones.set(email, phone)
    if (since) joined.set(email, new Date(since).toISOString())
  }
  const now = ctx.now()
  const read: StoredRead = {
    file_name: fileName,
    kind_guess: 'students',
    source_guess: 'skillhaat',
    rows: people,
    encoding: null,
    encoding_sure: true,
    delimiter: null,
    sheets: [],
    sheet: null,
    head_row: 1,
    columns: [],
    courses: [],
    statuses: [],
    remembered: false,
    problem: null,
  }
  const about = { source: 'skillhaat', file_name: fileName, pasted: false, rows: people, made_by: adminId } as const
  const stored = { ...about, read, bytes: Buffer.alloc(0), headings_key: 'archive', made_at: now }
  const moveId = await moveOf((trx) => insertMove(trx, stored))
  /** Repeats work in a transaction while accounts change beside it. */
  const patiently = async (work: (trx: Db) => Promise<unknown>) => {
    signal.throwIfAborted()
    for (let tries = 1; ; tries++) {
      try {
        await ctx.db.transaction(work)
        return
      } catch (error) {
        if (!(error instanceof AccountsChanged) || tries === TRIES) throw error
      }
    }
  }
  const enrol = (records: StudentRecord[]) =>
    patiently((trx) => bringStudents(ctx, trx, records, { moveId, adminId, mail: false, now }))
  const person = ({ email = '', name = '' }: Row) => ({
    email: emailKey(email),
    name: name || null,
    phone: phones.get(email) ?? null,
    joined_at: joined.get(email) ?? null,
    news: news.get(email) ?? null,
  })
  await inBatches(archive.rows('enrolments.csv'), enrol, (row): StudentRecord | undefined => {
    const course_id = known.courses.get(row.course_id ?? '')
    if (!course_id || !TAKEN.includes(row.state ?? '')) return undefined
    const [enrolled_at, ends_at] = [row.enrolled_on, row.access_ends].map((at) =>
      at ? new Date(at).toISOString() : null,
    )
    const access = { course_ids: [course_id], enrolled_at: enrolled_at ?? null, ends_at: ends_at ?? null }
    return { ...person(row), ...access, progress: null, finished_at: null }
  })
  const register = (some: Person[]) => patiently((trx) => makeMissing(trx, some, { moveId, now }))
  await inBatches(archive.rows('students.csv'), register, person)
  let coins = 0
  const credit = (rows: Row[]) =>
    patiently(async (trx) => {
      coins += await creditCoins(trx, rows, { moveId, now })
    })
  await inBatches(archive.rows('students.csv'), credit, (row) => (coinsOf(row) > 0 ? row : undefined))
  await updateMove(ctx.db, moveId, {
    status: 'done',
    kind: 'students',
    done: people,
    started_at: now,
    finished_at: ctx.now(),
  })
  return { moveId, coins }
}

/** Reads what each address last decided about news by email. */
async function readNews(archive: OpenArchive): Promise<Map<string, MovedNews>> {
  const news = new Map<string, MovedNews>()
  for await (const { email = '', purpose, agreed, changed_at, source, agreed_text } of archive.rows('consents.csv')) {
    if (purpose !== 'news_email') continue
    news.set(email, {
      agreed: agreed === 'yes',
      source: source || 'Another SkillHaat',
      agreed_on: changed_at ? indianDay(new Date(changed_at)) : null,
      text: agreed_text || null,
    })
  }
  return news
}

/** Credits the coins of accounts that the move made, once each. */
async function creditCoins(trx: Db, rows: readonly Row[], { moveId, now }: { moveId: string; now: Date }) {
  const emails = rows.map(({ email = '' }) => emailKey(email))
  const found = await findByContacts(trx, emails, [])
  const ids = new Map(found.map(({ email, id }) => [email, id]))
  const made = new Set(await findMadeBy(trx, moveId, [...ids.values()]))
  const credits = rows.flatMap((row) => {
    const userId = ids.get(emailKey(row.email ?? ''))
    return userId !== undefined && made.has(userId) ? [{ userId, coins: coinsOf(row) }] : []
  })
  return creditMovedCoins(trx, credits, now)
}

type Person = {
  email: string
  phone: string | null
  name: string | null
  joined_at: string | null
  news: MovedNews | null
}

/** Makes accounts of students without a course; a phone that another account has is left out. */
async function makeMissing(trx: Db, people: readonly Person[], { moveId, now }: { moveId: string; now: Date }) {
  const found = await findByContacts(
    trx,
    people.map(({ email }) => email),
    people.flatMap(({ phone }) => phone ?? []),
  )
  const [emails, phones] = [new Set(found.map(({ email }) => email)), new Set(found.map(({ phone_key }) => phone_key))]
  const missing = people.filter(({ email }) => !emails.has(email))
  const made = await makeAccounts(
    trx,
    missing.map((one) => (one.phone !== null && phones.has(phoneKey(one.phone)) ? { ...one, phone: null } : one)),
    now,
  )
  if (made.size < missing.length) throw new AccountsChanged()
  await insertPeople(
    trx,
    moveId,
    [...made.values()].map(({ id }) => ({ user_id: id, made: true })),
  )
  const consents = missing.flatMap(({ email, news }) => {
    const account = made.get(email)
    return news && account ? [{ user_id: account.id, ...news }] : []
  })
  await bringConsents(trx, consents, { moveId, now })
}
