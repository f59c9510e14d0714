import type { Language } from 'contract/languages'
import type { Nominee, RequestKind } from 'contract/privacy/requests'
import type { Db } from '../../context.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'

type Status = 'open' | 'hidden' | 'done' | 'refused' | 'taken_back' | 'ended'

export type RequestRow = {
  request_id: string
  year: number
  number: number
  kind: RequestKind
  status: Status
  /** `users.id` of whom it is about. */
  user_id: number | null
  email: string | null
  name: string | null
  language: Language
  nominee_of: string | null
  note: string | null
  new_name: string | null
  answer: string | null
  answered_by: string | null
  answered_at: string | null
  created_at: string
  due_on: string
  erase_at: string | null
}

/** `2026-011` */
export const requestNo = ({ year, number }: Pick<RequestRow, 'year' | 'number'>) =>
  `${year}-${String(number).padStart(3, '0')}`

/** Numbers are gapless for each year: requests are stored one at a time. */
export async function lockNumbers(trx: Db): Promise<void> {
  await trx.raw(`select pg_advisory_xact_lock(hashtext('privacy requests'))`)
}

type NewRequest = Pick<
  RequestRow,
  'kind' | 'status' | 'user_id' | 'email' | 'name' | 'language' | 'nominee_of' | 'note' | 'new_name'
> & { year: number; created_at: Date; due_on: string; erase_at: Date | null }

export async function insertRequest(trx: Db, request: NewRequest): Promise<RequestRow> {
  const last = await trx('privacy_requests').where({ year: request.year }).max({ number: 'number' }).first()
  const [row] = await trx('privacy_requests')
    .insert({ ...request, number: (last?.number ?? 0) + 1 })
    .returning('*')
  return shown(row)
}

/** Ids are text for us. */
const shown = <Row extends RequestRow>(row: Row): Row => ({ ...row, request_id: String(row.request_id) })

/** Finds an equal request that is open. */
export async function findEqual(
  trx: Db,
  { kind, email, nominee_of, note, new_name }: Pick<RequestRow, 'kind' | 'email' | 'nominee_of' | 'note' | 'new_name'>,
): Promise<RequestRow | undefined> {
  const row = await trx('privacy_requests')
    .where({ kind, email, nominee_of, note, new_name })
    .whereIn('status', ['open', 'hidden'])
    .first('*')
  return row && shown(row)
}

export async function lockRequest(trx: Db, requestId: string): Promise<RequestRow | undefined> {
  const row = await trx('privacy_requests').where({ request_id: requestId }).forUpdate().first('*')
  return row && shown(row)
}

export async function updateRequest(
  trx: Db,
  requestId: string,
  change: Partial<Omit<RequestRow, 'answered_at' | 'erase_at'>> & {
    answered_at?: Date
    erase_at?: Date | null
    back_hash?: string | null
    file_hash?: string | null
    file_ends_at?: Date | null
  },
): Promise<void> {
  await trx('privacy_requests').where({ request_id: requestId }).update(change)
}

/** Finds and locks the hidden account of a link that takes its erasure back. */
export async function lockByBackHash(trx: Db, hash: string): Promise<RequestRow | undefined> {
  const row = await trx('privacy_requests').where({ back_hash: hash, status: 'hidden' }).forUpdate().first('*')
  return row && shown(row)
}

/** Finds whose file a link opens (`users.id`). */
export async function findByFileHash(
  db: Db,
  hash: string,
  now: Date,
): Promise<{ id: number; user_id: string } | undefined> {
  return db('privacy_requests as r')
    .join(db.raw(`${ACCOUNTS} as u`), 'u.id', 'r.user_id')
    .where({ 'r.file_hash': hash })
    .where('r.file_ends_at', '>', now)
    .whereNull('u.deleted_at')
    .first('u.id', 'u.user_id')
}

export async function listOwn(db: Db, userId: number): Promise<RequestRow[]> {
  const rows = await db('privacy_requests')
    .where({ user_id: userId, nominee_of: null })
    .orderBy('request_id', 'desc')
    .limit(100)
  return rows.map((row: RequestRow) => shown(row))
}

/** Hidden accounts whose time is over. */
export async function findDue(db: Db, now: Date): Promise<string[]> {
  const rows = await db('privacy_requests')
    .where({ status: 'hidden' })
    .where('erase_at', '<=', now)
    .orderBy('erase_at')
    .limit(200)
    .pluck('request_id')
  return rows.map(String)
}

export async function findNominee(db: Db, userId: number): Promise<Nominee | null> {
  return (await db('privacy_nominees').where({ user_id: userId }).first('name', 'email', 'relation')) ?? null
}

export async function setNominee(trx: Db, userId: number, nominee: Nominee, now: Date): Promise<void> {
  const columns = { ...nominee, named_at: now }
  await trx('privacy_nominees')
    .insert({ user_id: userId, ...columns })
    .onConflict('user_id')
    .merge(columns)
}

export async function deleteNominee(db: Db, userId: number): Promise<void> {
  await db('privacy_nominees').where({ user_id: userId }).delete()
}

/** Removes a person (`users.id`) whom others named. */
export async function forgetNominee(trx: Db, userId: number): Promise<void> {
  await trx.raw(`delete from privacy_nominees where email = (select u.email from ${ACCOUNTS} u where u.id = :userId)`, {
    userId,
  })
}

/** Finds a living person who named this address. */
export async function findNamer(
  db: Db,
  nominee: string,
  of?: string,
): Promise<{ id: number; name: string; nominee_name: string } | undefined> {
  const query = db('privacy_nominees as n')
    .join(db.raw(`${ACCOUNTS} as u`), 'u.id', 'n.user_id')
    .where('n.email', nominee)
    .whereNull('u.deleted_at')
  return (of === undefined ? query : query.where('u.email', of)).first('u.id', 'u.name', 'n.name as nominee_name')
}

export type DeskRow = RequestRow & {
  about_id: string | null
  about_name: string | null
  named: boolean
  relation: string | null
}

type Filter = { show?: 'open' | 'ended' | undefined; kind?: RequestKind | undefined }

export function filtered(db: Db, { show, kind }: Filter) {
  const query = db('privacy_requests as r')
  if (kind) query.where('r.kind', kind)
  const open = ['open', 'hidden']
  if (show === 'open') query.whereIn('r.status', open)
  if (show === 'ended') query.whereNotIn('r.status', open)
  return query
}

export async function countRequests(db: Db, filter: Filter): Promise<number> {
  const row = await filtered(db, filter).count({ total: '*' }).first()
  return Number(row?.total ?? 0)
}

export async function listRequests(
  db: Db,
  {
    limit,
    offset,
    id,
    before,
    ...filter
  }: Filter & { limit: number; offset: number; id?: string; before?: string | null },
): Promise<DeskRow[]> {
  const query = filtered(db, filter)
    .leftJoin(db.raw(`${ACCOUNTS} as u`), 'u.id', 'r.user_id')
    .leftJoin('privacy_nominees as n', (join) => join.on('n.user_id', 'r.user_id').andOn('n.email', 'r.email'))
    .limit(limit)
    .offset(offset)
    .select('r.*', 'u.user_id as about_id', 'u.name as about_name', 'n.relation')
    .select(db.raw('n.user_id is not null as named'))
  if (id) query.where('r.request_id', id)
  if (before) query.where('r.request_id', '<', before)
  // The register goes on where its last batch ended.
  if (before !== undefined) query.orderBy('r.request_id', 'desc')
  else query.orderByRaw(`case when r.status = 'open' then r.due_on end nulls last, r.request_id desc`)
  return (await query).map((row: DeskRow) => shown(row))
}

/** Counts open requests, those due by `soon`, and answers of a year with their average time. */
export async function countDesk(
  db: Db,
  { soon, year }: { soon: string; year: number },
): Promise<{ open: number; due: number; answered_this_year: number; days: number | null }> {
  const { rows } = await db.raw(
    `select count(*) filter (where status in ('open', 'hidden'))::int as open,
       count(*) filter (where status = 'open' and due_on <= :soon)::int as due,
       count(*) filter (where answered_at is not null and year = :year)::int as answered_this_year,
       round(avg(extract(epoch from answered_at - created_at) / 86400) filter (where answered_at is not null and year = :year))::int as days
     from privacy_requests`,
    { soon, year },
  )
  return rows[0]
}

/** Counts open requests due by `soon`, and finds the first of them. */
export async function findUrgent(
  db: Db,
  soon: string,
): Promise<{ count: number; first: string | null; since: string | null }> {
  return db('privacy_requests')
    .where({ status: 'open' })
    .where('due_on', '<=', soon)
    .first(db.raw('count(*)::int as count'), db.raw('min(due_on)::text as first'), db.raw('min(created_at) as since'))
}

export async function newestRequest(db: Db): Promise<string | null> {
  const row = await db('privacy_requests').max({ newest: 'created_at' }).first()
  return row?.newest ?? null
}
