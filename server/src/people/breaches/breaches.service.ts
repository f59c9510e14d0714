import { isDeepStrictEqual } from 'node:util'
import {
  type Breach,
  type BreachClock,
  type BreachInput,
  CLOCK_HOURS,
  type OneBreach,
  type Receiver,
} from 'contract/breaches/breaches'
import type { Context, Db } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { changedFields, noteChange } from '../../shop/activity/note-change.ts'
import { mailShop } from '../../shop/settings/mail-shop.ts'
import { breachLetter } from './breach-emails.ts'
import { missingFor, momentWords, writeTexts } from './breach-texts.ts'
import {
  type BreachRow,
  type Counts,
  countPeople,
  countTouched,
  enlist,
  findBreach,
  findBreaches,
  findListed,
  findReports,
  insertBreach,
  insertReport,
  lockBreach,
  newBreachId,
  type ReportRow,
  replaceListed,
  updateBreach,
} from './breaches.queries.ts'

const HOUR_MS = 3_600_000
/** The clock of a browser may run ahead by so much. */
const AHEAD_MS = 5 * 60_000

const noBreach = () => plainError('not_found', 'Breach not found')

/** The two clocks of a breach; `reports` are those of this breach. */
export function clocksOf(
  { known_at, facts }: Pick<BreachRow, 'known_at' | 'facts'>,
  reports: readonly ReportRow[],
  now: Date,
): BreachClock[] {
  return (['cert_in', 'board'] as const).map((to) => {
    const hours = CLOCK_HOURS[to]
    const ends = new Date(Date.parse(known_at) + hours * HOUR_MS)
    const own = reports.filter(({ sent_to }) => sent_to === to)
    const running = facts.false_alarm === '' && !own.some(({ is_full }) => is_full || to === 'cert_in')
    return {
      to,
      hours,
      ends_at: ends.toISOString(),
      ends: momentWords(ends),
      running,
      late: running && now > ends,
      reports: own.map(({ sent_at, words, is_full, noted_by }) => ({
        at: sent_at,
        text: words,
        full: is_full,
        by: noted_by,
      })),
    }
  })
}

const NOBODY: Counts = { waiting: 0, sent: 0, came_back: 0, by_phone: 0 }

type Read = Pick<Context, 'db' | 'now'>

/** Shows rows one after the other: each may count a segment. */
async function present({ db, now }: Read, rows: readonly BreachRow[]): Promise<Breach[]> {
  const ids = rows.map(({ breach_id }) => breach_id)
  const [reports, counts] = [await findReports(db, ids), await countPeople(db, ids)]
  const shown: Breach[] = []
  for (const row of rows) {
    const { breach_id, facts, people, known_at, begun_at, created_by, created_at } = row
    const clocks = clocksOf(
      row,
      reports.filter((report) => report.breach_id === breach_id),
      now(),
    )
    const touched = row.touched ?? (await countTouched(db, breach_id, people, now()))
    const { waiting, ...fates } = counts.get(breach_id) ?? NOBODY
    const emailed = begun_at === null ? 0 : waiting
    const isOpen = facts.false_alarm === '' && (begun_at === null || emailed > 0)
    shown.push({
      ...facts,
      known_at,
      breach_id,
      people: people.kind === 'emails' ? { kind: 'emails', emails: await findListed(db, breach_id) } : people,
      open: isOpen || clocks.some(({ running }) => running),
      clocks,
      notice: { begun_at, touched, waiting: emailed, ...fates },
      created_by,
      created_at,
    })
  }
  return shown
}

export async function listBreaches(ctx: Read): Promise<Breach[]> {
  const rows = await present(ctx, await findBreaches(ctx.db))
  return rows.toSorted((one, other) => Number(other.open) - Number(one.open))
}

/** 404. */
export async function readBreach(ctx: Context, breachId: string): Promise<OneBreach> {
  const row = await findBreach(ctx.db, breachId)
  if (!row) throw noBreach()
  const [breach] = await present(ctx, [row])
  if (!breach) throw noBreach()
  const shop = await mailShop(ctx, 'en')
  const letter = breachLetter({ name: null, facts: breach, ...shop }).text
  return { ...breach, texts: writeTexts(breach, breach.notice, shop, letter) }
}

const target = (breachId: string, title: string) => ({ kind: 'other' as const, id: breachId, name: title })
/** The activity shows sizes, never addresses or the words about a breach. */
const noted = ({ known_at, people, facts }: Pick<BreachRow, 'known_at' | 'people' | 'facts'>) => ({
  known_at,
  people: people.kind,
  false_alarm: facts.false_alarm !== '',
})

function requirePast(at: string, path: string, now: Date): void {
  if (Date.parse(at) <= now.getTime() + AHEAD_MS) return
  const message = 'This moment has not come yet'
  throw plainError('invalid', message, { errors: [{ path, message }] })
}

function rowOf({ people, known_at, ...facts }: BreachInput) {
  return { known_at, facts, people: people.kind === 'emails' ? { kind: 'emails' as const } : people }
}

const storeListed = async (trx: Db, breachId: string, { people }: BreachInput) =>
  replaceListed(trx, breachId, people.kind === 'emails' ? people.emails : [])

/** Stores a breach, and emails the owners in the same transaction. */
export async function addBreach(ctx: Context, admin: { email: string }, input: BreachInput): Promise<OneBreach> {
  const now = ctx.now()
  requirePast(input.known_at, 'known_at', now)
  const breach_id = newBreachId()
  const row = rowOf(input)
  await ctx.db.transaction(async (trx) => {
    await insertBreach(trx, {
      ...row,
      breach_id,
      begun_at: null,
      touched: null,
      warned: ['first'],
      created_by: admin.email,
      created_at: now.toISOString(),
    })
    await storeListed(trx, breach_id, input)
    await ctx.queue.send(trx, 'breach-alarm-mail', { breach_id, first: true })
    await noteChange(trx, { ...target(breach_id, input.title), after: noted(row) })
  })
  return readBreach(ctx, breach_id)
}

/** 404; 409 `conflict` for other people once their emails began. */
export async function changeBreach(ctx: Context, breachId: string, input: BreachInput): Promise<OneBreach> {
  requirePast(input.known_at, 'known_at', ctx.now())
  await ctx.db.transaction(async (trx) => {
    const before = await lockBreach(trx, breachId)
    if (!before) throw noBreach()
    const after = rowOf(input)
    if (before.begun_at === null) await storeListed(trx, breachId, input)
    else if (!(await isSame(trx, before, input)))
      throw plainError('conflict', 'The emails have begun: the people of this breach stay as they are')
    await updateBreach(trx, breachId, after)
    await noteChange(trx, { ...target(breachId, input.title), ...changedFields(noted(before), noted(after)) })
  })
  return readBreach(ctx, breachId)
}

async function isSame(trx: Db, { breach_id, people }: BreachRow, input: BreachInput): Promise<boolean> {
  if (input.people.kind !== 'emails') return isDeepStrictEqual(people, input.people)
  if (people.kind !== 'emails') return false
  const listed = new Set(await findListed(trx, breach_id))
  return new Set(input.people.emails).size === listed.size && input.people.emails.every((email) => listed.has(email))
}

type Sent = { to: Receiver; full: boolean; at: string; text: string }

/** 404; 409 `conflict` for a false alarm. */
export async function noteSent(
  ctx: Context,
  admin: { email: string },
  breachId: string,
  { to, full, at, text }: Sent,
): Promise<OneBreach> {
  const now = ctx.now()
  requirePast(at, 'at', now)
  await ctx.db.transaction(async (trx) => {
    const row = await lockBreach(trx, breachId)
    if (!row) throw noBreach()
    refuseFalse(row)
    await insertReport(trx, {
      breach_id: breachId,
      sent_to: to,
      is_full: full,
      words: text,
      sent_at: at,
      noted_by: admin.email,
      noted_at: now.toISOString(),
    })
    await noteChange(trx, { ...target(breachId, row.facts.title), after: { to, full, at } })
  })
  return readBreach(ctx, breachId)
}

function refuseFalse({ facts }: BreachRow): void {
  if (facts.false_alarm !== '') throw plainError('conflict', 'This breach was a false alarm')
}

/** Enlists the people and begins their emails. Errors as the contract's entry lists them. */
export async function emailPeople(ctx: Context, breachId: string): Promise<OneBreach> {
  const shop = await mailShop(ctx, 'en')
  await ctx.db.transaction(async (trx) => {
    const row = await lockBreach(trx, breachId)
    if (!row) throw noBreach()
    refuseFalse(row)
    const missing = missingFor('people', { ...row.facts, known_at: row.known_at }, shop)
    if (missing.length > 0) throw plainError('invalid', `Fill in first: ${missing.join(', ')}`)
    const now = ctx.now()
    const touched = await enlist(trx, breachId, row.people, now)
    if (touched === 0) throw plainError('invalid', 'Nobody is touched: choose other people')
    await updateBreach(trx, breachId, { touched, begun_at: row.begun_at ?? now.toISOString() })
    await ctx.queue.send(trx, 'breach-people', { breach_id: breachId }, { singletonKey: breachId })
    await noteChange(trx, { ...target(breachId, row.facts.title), after: { people: touched } })
  })
  return readBreach(ctx, breachId)
}

/** Finds open breaches with their running clocks. */
export async function findRunning({ db, now }: Read): Promise<{ row: BreachRow; clocks: BreachClock[] }[]> {
  const rows = await findBreaches(db)
  const reports = await findReports(
    db,
    rows.map(({ breach_id }) => breach_id),
  )
  return rows.flatMap((row) => {
    const own = reports.filter(({ breach_id }) => breach_id === row.breach_id)
    const clocks = clocksOf(row, own, now()).filter(({ running }) => running)
    return clocks.length > 0 ? [{ row, clocks }] : []
  })
}
