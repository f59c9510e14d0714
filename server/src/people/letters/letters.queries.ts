import { randomBytes } from 'node:crypto'
import type { Letter, LetterBody, LetterResults, StopReason } from 'contract/letters'
import { toRupees } from 'contract/money'
import type { Db } from '../../context.ts'
import { bound, WAS_PAID } from '../../sales/orders/status.ts'
import { freezeAudience } from './audience.queries.ts'
import { coursesOf } from './write-parts.ts'

const MINUTE_MS = 60_000
/** A letter that is later than this waits for its owner: a restored backup sends nothing by itself. */
const LATE_MS = 60 * MINUTE_MS
export type StoredLetter = Pick<
  Letter,
  'letter_id' | 'name' | 'subject' | 'blocks' | 'segment' | 'channel' | 'template' | 'notice'
> & {
  sequence_id: string | null
  move_id: string | null
  status: Letter['status']
  send_at: string | null
  begun_at: string | null
  stopped: StopReason | null
  problem: string | null
  changed_at: string
}

const COLUMNS = [
  'letter_id',
  'sequence_id',
  'move_id',
  'name',
  'subject',
  'blocks',
  'segment',
  'channel',
  'template',
  'notice',
  'status',
  'send_at',
  'begun_at',
  'stopped',
  'problem',
  'changed_at',
]

/** News, unless it says otherwise. */
type Written = Omit<LetterBody, 'notice'> & { notice?: boolean }

const json = ({ name, subject, blocks, segment, channel, template, notice = false }: Written) => ({
  name,
  subject,
  channel,
  notice,
  blocks: JSON.stringify(blocks),
  segment: JSON.stringify(segment),
  template: template ? JSON.stringify(template) : null,
})

type NewLetter = {
  letter: Written
  madeBy: number
  now: Date
  step?: { sequence_id: string; step: number; active: boolean }
  /** The move whose people get it. */
  moveId?: string
}

/** Stores a draft, or a step of a sequence, which is sent as long as it is active. */
export async function insertLetter(trx: Db, { letter, madeBy, now, step, moveId }: NewLetter): Promise<string> {
  const letter_id = `ltr_${randomBytes(9).toString('base64url').replace(/[-_]/g, 'x')}`
  const ofStep = step && { sequence_id: step.sequence_id, step: step.step, begun_at: now }
  const status = step ? (step.active ? 'sending' : 'stopped') : 'draft'
  const at = { made_by: madeBy, made_at: now, changed_at: now, touched_at: now, watched_from: now }
  await trx('letters').insert({ letter_id, ...json(letter), ...ofStep, move_id: moveId, status, ...at })
  return letter_id
}

export const findLetter = (db: Db, letterId: string): Promise<StoredLetter | undefined> =>
  db('letters')
    .where({ letter_id: letterId })
    .first(...COLUMNS)

export const findLetterOfMove = (db: Db, moveId: string): Promise<StoredLetter | undefined> =>
  db('letters')
    .where({ move_id: moveId })
    .first(...COLUMNS)

export const lockLetter = (trx: Db, letterId: string): Promise<StoredLetter | undefined> =>
  trx('letters')
    .where({ letter_id: letterId })
    .forUpdate()
    .first(...COLUMNS)

/** Lists letters, newest first, and counts all of them. */
export async function listLetters(db: Db, { limit, offset }: { limit: number; offset: number }) {
  const all = db('letters').whereNull('sequence_id').whereNull('move_id')
  const order = [
    { column: 'made_at', order: 'desc' },
    { column: 'letter_id', order: 'desc' },
  ]
  const [stored, counted] = await Promise.all([
    all.clone().orderBy(order).limit(limit).offset(offset).select<StoredLetter[]>(COLUMNS),
    all.clone().count(),
  ])
  return { stored, total: Number(counted[0]?.count) }
}

export async function updateLetter(trx: Db, letterId: string, letter: LetterBody, now: Date): Promise<void> {
  await trx('letters')
    .where({ letter_id: letterId })
    .update({ ...json(letter), changed_at: now })
}

export async function deleteLetter(trx: Db, letterId: string): Promise<void> {
  await trx('letters').where({ letter_id: letterId }).delete()
}

/** Returns true for a letter that the list of letters has. */
export const isListed = ({ sequence_id, move_id }: StoredLetter): boolean => sequence_id === null && move_id === null

type Change = {
  status: Letter['status']
  send_at?: Date | null
  stopped?: StopReason | null
  problem?: string | null
  touched_at?: Date
  watched_from?: Date
  begun_at?: Date
}

export async function setLetter(trx: Db, letterId: string, change: Change): Promise<void> {
  await trx('letters').where({ letter_id: letterId }).update(change)
}

/** Begins a scheduled letter: writes the list of its readers. Does nothing for one that has begun, or stopped meanwhile. */
export async function beginLetter(trx: Db, letterId: string, now: Date): Promise<void> {
  const letter = await lockLetter(trx, letterId)
  if (letter?.status !== 'scheduled') return
  const { segment, channel, blocks, notice } = letter
  if (!letter.begun_at) await freezeAudience(trx, letterId, { segment, channel, notice, shown: coursesOf(blocks) }, now)
  await trx('letters')
    .where({ letter_id: letterId })
    .update({ status: 'sending', begun_at: letter.begun_at ?? now, touched_at: now })
}

/** Lists scheduled letters whose time is now. */
export const findDue = (db: Db, now: Date): Promise<string[]> =>
  db('letters').where({ status: 'scheduled' }).where('send_at', '<=', now).pluck('letter_id')

/**
 * Stops letters that are more than an hour late: scheduled ones, and those that nobody touched while they were sending. Notes of the others
 * that somebody is at them. Returns the stopped ones.
 */
export async function stopLate(db: Db, now: Date): Promise<string[]> {
  const late = new Date(now.getTime() - LATE_MS)
  const stopped: { letter_id: string }[] = await db('letters')
    .whereNull('sequence_id')
    .where((either) =>
      either
        .where((one) => one.where({ status: 'scheduled' }).where('send_at', '<', late))
        .orWhere((one) => one.where({ status: 'sending' }).where('touched_at', '<', late)),
    )
    .update({ status: 'stopped', stopped: 'late', problem: 'It is more than an hour late' })
    .returning('letter_id')
  await db('letters')
    .where({ status: 'sending' })
    .where('touched_at', '<', new Date(now.getTime() - MINUTE_MS))
    .update({ touched_at: now })
  return stopped.map(({ letter_id }) => letter_id)
}

/** Stops a letter that is sending; false when it is not. */
export async function stopSending(
  db: Db,
  letterId: string,
  { stopped, problem, now }: { stopped: StopReason; problem: string | null; now: Date },
): Promise<boolean> {
  const count = await db('letters')
    .where({ letter_id: letterId })
    .whereIn('status', ['scheduled', 'sending'])
    .update({ status: 'stopped', stopped, problem, changed_at: now })
  return count > 0
}

/** Ends letters that wait for nobody, and returns their ids. */
export async function endSentLetters(db: Db, now: Date): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { letter_id: string }[] }>(
    `update letters l set status = 'sent', ended_at = :now
     where l.status = 'sending' and l.sequence_id is null and not exists (
       select from letter_recipients r where r.letter_id = l.letter_id and r.state in ('waiting', 'leased'))
     returning l.letter_id`,
    { now },
  )
  return rows.map(({ letter_id }) => letter_id)
}

type Risk = {
  tried: number
  bounced: number
  complained: number
  /** Readers whose receiver blames the sender or the text, and how many receivers did within the last hour. */
  blocked: number
  blockers: number
  /** Words of the last one. */
  blocked_says: string | null
}

/** Days that count of a step that a sequence sends for years. */
const RISK_DAYS = 7

/** Names the receiver of a reader: a provider with its many domains, else the domain. */
const RECEIVER = `case r.receiver when 'other' then split_part(r.address, '@', 2) else r.receiver end`

/** Counts what receivers made of a letter since its owner last let it go, of the last days. */
export async function findRisk(db: Db, letterId: string, now: Date): Promise<Risk> {
  const { rows } = await db.raw<{ rows: Risk[] }>(
    `select count(*) filter (where r.handing_at >= l.since and r.state in ('handed_over', 'refused') or r.blocked_at >= l.since)::int as tried,
       count(*) filter (where r.handing_at >= l.since and r.reason = 'bad_address' or r.bounced_at >= l.since)::int as bounced,
       count(*) filter (where r.complained_at >= l.since)::int as complained,
       count(*) filter (where r.blocked_at >= l.since)::int as blocked,
       count(distinct ${RECEIVER}) filter (where r.blocked_at >= greatest(l.since, cast(:now as timestamptz) - interval '1 hour'))::int as blockers,
       (array_agg(r.error order by r.blocked_at desc) filter (where r.blocked_at >= l.since))[1] as blocked_says
     from (select letter_id, greatest(watched_from, cast(:now as timestamptz) - interval '${RISK_DAYS} days') as since
       from letters where letter_id = :letterId) l
     left join letter_recipients r using (letter_id)`,
    { letterId, now },
  )
  return rows[0] ?? { tried: 0, bounced: 0, complained: 0, blocked: 0, blockers: 0, blocked_says: null }
}

/** Results of a letter that nobody gets. */
export const NO_RESULTS: LetterResults = {
  recipients: 0,
  waiting: 0,
  sent: 0,
  failed: 0,
  unknown: 0,
  skipped: 0,
  bounced: 0,
  complained: 0,
  clicked: 0,
  unsubscribed: 0,
  orders: 0,
  revenue: 0,
}

type Counts = Omit<LetterResults, 'revenue'> & { letter_id: string; revenue_paise: string | number }

/** Clicks within two seconds on all links of a letter: a scanner, not a reader. */
const SCANNED = `links > 1 and took < interval '2 seconds' and links = (
  select count(*) from jsonb_array_elements(l.blocks) b where jsonb_exists_any(b, array['course', 'button']))`

/**
 * Counts what became of letters, by their ids. Orders are those that readers paid within 7 days after their letter. A step that changes what is
 * counted empties `letters.results`, and notes for them what else it counts (`stale_letters`).
 */
export async function findResults(db: Db, letterIds: readonly string[]): Promise<Map<string, LetterResults>> {
  const states = {
    waiting: `'waiting', 'leased'`,
    sent: `'handed_over'`,
    failed: `'refused'`,
    unknown: `'unknown'`,
    skipped: `'skipped'`,
  }
  const counted = Object.entries(states).map(
    ([name, list]) => `count(*) filter (where r.state in (${list}))::int as ${name}`,
  )
  const { rows } = await db.raw<{ rows: Counts[] }>(
    `with counted as (
       select letter_id, count(*)::int as recipients, ${counted.join(', ')}, count(r.complained_at)::int as complained,
         count(*) filter (where r.bounced_at is not null or r.blocked_at is not null or r.reason = 'bad_address')::int as bounced,
         count(r.unsubscribed_at)::int as unsubscribed
       from letter_recipients r where letter_id = any(:ids) group by letter_id
     ), clickers as (
       select r.letter_id, r.recipient_id, count(*) as links, max(c.clicked_at) - min(c.clicked_at) as took
       from letter_clicks c join letter_recipients r using (recipient_id)
       where r.letter_id = any(:ids) group by r.letter_id, r.recipient_id
     ), clicks as (
       select letter_id, count(*)::int as clicked from clickers join letters l using (letter_id) where not (${SCANNED}) group by letter_id
     ), bought as (
       select distinct r.letter_id, o.order_id, coalesce(o.captured_paise, o.total_paise) - coalesce((
         select sum(f.amount_paise) from refunds f
         where f.order_id = o.order_id and f.payment_id = o.payment_id and f.status = 'processed'), 0) as paise
       from letter_recipients r
       join orders o on o.user_id = r.user_id and o.status = any(:wasPaid)
         and o.paid_at >= r.sent_at and o.paid_at < r.sent_at + interval '7 days'
       where r.letter_id = any(:ids) and r.sent_at is not null
     ), sales as (
       select letter_id, count(*)::int as orders, sum(paise) as revenue_paise from bought group by letter_id
     )
     select counted.*, coalesce(clicked, 0) as clicked, coalesce(orders, 0) as orders, coalesce(revenue_paise, 0) as revenue_paise
     from counted left join clicks using (letter_id) left join sales using (letter_id)`,
    { ids: [...letterIds], wasPaid: bound(WAS_PAID) },
  )
  return new Map(
    rows.map(({ letter_id, revenue_paise, ...counts }) => [
      letter_id,
      { ...counts, revenue: toRupees(Number(revenue_paise)) },
    ]),
  )
}

/**
 * Reads the results of letters of the list, as they are stored; those that changed since, or are not stored yet, are counted first. A change
 * that is committed meanwhile has its own note and is seen by the next reader. `db` is the pool.
 */
export async function readResults(db: Db, letterIds: readonly string[]): Promise<Map<string, LetterResults>> {
  const ids = [...letterIds]
  for (const letterId of await findUncounted(db, ids)) {
    await db.transaction(async (trx) => {
      // One after the other, so that results counted earlier never take the place of later ones.
      await trx('letters').where({ letter_id: letterId }).forNoKeyUpdate().first('letter_id')
      if ((await findUncounted(trx, [letterId])).length === 0) return
      // The notes go first: what the next statement counts is at least as new as these.
      await trx('stale_letters').where({ letter_id: letterId }).delete()
      const results = (await findResults(trx, [letterId])).get(letterId) ?? NO_RESULTS
      await trx('letters')
        .where({ letter_id: letterId })
        .update({ results: JSON.stringify(results) })
    })
  }
  const stored: { letter_id: string; results: LetterResults }[] = await db('letters')
    .whereIn('letter_id', ids)
    .whereNotNull('results')
    .select('letter_id', 'results')
  return new Map(stored.map(({ letter_id, results }) => [letter_id, results]))
}

/** Finds the letters of the list that somebody gets, and whose results are not stored or have changed since. */
const findUncounted = (db: Db, letterIds: readonly string[]): Promise<string[]> =>
  db('letters as l')
    .whereIn('letter_id', [...letterIds])
    .whereNotNull('begun_at')
    .where({ sequence_id: null, move_id: null })
    .whereRaw('(results is null or exists (select from stale_letters s where s.letter_id = l.letter_id))')
    .orderBy('letter_id')
    .pluck('letter_id')

export async function savePace(
  trx: Db,
  pace: {
    per_hour?: number | undefined
    per_hour_receiver?: number | undefined
    bounce_domain?: string | undefined
    bounce_secret_hash?: string
  },
): Promise<void> {
  if (Object.keys(pace).length > 0) await trx('letter_settings').update(pace)
}
