import { type Consent, type ConsentHow, ConsentPurpose } from 'contract/consents'
import type { Db } from '../../context.ts'
import { factStored } from '../moments/moments.ts'
import { storePresentNotice } from '../notices/notices.queries.ts'
import { isProtectedPerson } from './protected.sql.ts'

/** Lists a student's present consents (`users.id`) in the contract's order. */
export async function listConsents(db: Db, userId: number): Promise<Consent[]> {
  const latest: Consent[] = await db('consents')
    .distinctOn('purpose')
    .where({ user_id: userId })
    .orderBy(['purpose', { column: 'id', order: 'desc' }])
    .select('purpose', 'agreed', 'changed_at')
  return ConsentPurpose.options.map(
    (purpose) => latest.find((row) => row.purpose === purpose) ?? { purpose, agreed: false, changed_at: null },
  )
}

/** Returns true for a person under 18 (`users.id`), whom nobody advertises to. */
export async function isProtected(db: Db, userId: number, now: Date | string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { is: boolean }[] }>(
    `select ${isProtectedPerson('cast(:userId as bigint)')} as is`,
    { userId, now },
  )
  return rows[0]?.is === true
}

/**
 * Stores a step of a consent with the version of the notice that a grant is under. A person under 18 grants none: nothing is stored. Every
 * sender of news or ads reads these rows, so that none of them meets a child.
 */
export async function insertConsent(
  db: Db,
  userId: number,
  { purpose, agreed, changed_at: at, how }: Consent & { changed_at: string; how: ConsentHow },
): Promise<void> {
  if (agreed && (await isProtected(db, userId, at))) return
  const notice_version = agreed ? await storePresentNotice(db, at) : null
  const [{ id }] = await db('consents')
    .insert({ user_id: userId, purpose, agreed, changed_at: at, how, notice_version })
    .returning('id')
  await factStored(db, {
    event: 'consent.changed',
    subject: String(id),
    userId,
    detail: { purpose, agreed },
    at,
  })
}

/** Withdraws all consents of a former holder; one that came with a move is about the mailbox, and stays. */
export async function takeBackConsents(trx: Db, userId: number, now: Date): Promise<void> {
  const { rows } = await trx.raw<{ rows: { purpose: string }[] }>(
    `select purpose from (
       select distinct on (purpose) purpose, move_id from consents where user_id = :userId order by purpose, id desc
     ) latest where move_id is not null`,
    { userId },
  )
  const moved = new Set(rows.map(({ purpose }) => purpose))
  await withdraw(trx, userId, { now, how: 'new holder of the account', but: moved })
}

/** Withdraws every consent of a student, except of some purposes, and forgets the browser for ads. */
export async function withdraw(
  trx: Db,
  userId: number,
  { now, how, but = new Set() }: { now: Date; how: ConsentHow; but?: ReadonlySet<string> },
): Promise<void> {
  for (const { purpose, agreed } of await listConsents(trx, userId)) {
    if (!agreed || but.has(purpose)) continue
    await insertConsent(trx, userId, { purpose, agreed: false, changed_at: now.toISOString(), how })
    if (purpose === 'ads') await trx('ad_agents').where({ user_id: userId }).delete()
  }
}

/** Stores the browser of a student while they agree to reports of sales, as Meta asks for it. */
export async function saveAdAgent(
  db: Db,
  userId: number,
  seen: { agreed: boolean; agent: string; address: string; now: Date },
): Promise<void> {
  if (!seen.agreed) return void (await db('ad_agents').where({ user_id: userId }).delete())
  const columns = { agent: seen.agent, address: seen.address, agreed_at: seen.now }
  await db('ad_agents')
    .insert({ user_id: userId, ...columns })
    .onConflict('user_id')
    .merge(columns)
}

/** Returns the browser in which a student agreed to reports of sales. */
export async function findAdAgent(db: Db, userId: number): Promise<{ agent: string; address: string } | undefined> {
  return db('ad_agents').where({ user_id: userId }).first('agent', 'address')
}

/** A consent to news that a move brings, or its refusal; `user_id` is `users.id`. */
export type MovedConsentRow = {
  user_id: number
  purpose: 'news_email' | 'news_message'
  agreed: boolean
  source: string
  agreed_on: string | null
  text: string | null
}

/**
 * Brings consents to news. A decision that somebody made here stays, and a refusal of a file ends only what a file began. Several of one
 * person and purpose: a refusal wins. `look` writes nothing. Returns whose consents it stores. The caller has locked the students.
 */
export async function bringConsents(
  trx: Db,
  consents: readonly MovedConsentRow[],
  { moveId, now, look = false }: { moveId: string; now: Date; look?: boolean },
): Promise<Set<number>> {
  if (consents.length === 0) return new Set()
  const wanted = `select distinct on (w.user_id, w.purpose) w.user_id, w.purpose, w.agreed, w.source, w.agreed_on, w.agreed_text
    from unnest(cast(:users as bigint[]), cast(:purposes as text[]), cast(:agreed as boolean[]), cast(:sources as text[]), cast(:days as date[]), cast(:texts as text[]))
      as w (user_id, purpose, agreed, source, agreed_on, agreed_text)
    left join lateral (select c.agreed, c.move_id from consents c
      where c.user_id = w.user_id and c.purpose = w.purpose order by c.id desc limit 1) present on true
    where (present.agreed is null or present.agreed and not w.agreed and present.move_id is not null)
      and not (w.agreed and ${isProtectedPerson('w.user_id')})
    order by w.user_id, w.purpose, w.agreed`
  const bindings = {
    users: consents.map(({ user_id }) => user_id),
    purposes: consents.map(({ purpose }) => purpose),
    agreed: consents.map(({ agreed }) => agreed),
    sources: consents.map(({ source }) => source),
    days: consents.map(({ agreed_on }) => agreed_on),
    texts: consents.map(({ text }) => text),
  }
  const { rows } = await trx.raw<{ rows: { user_id: number }[] }>(
    look
      ? wanted
      : `insert into consents (user_id, purpose, agreed, changed_at, source, agreed_on, agreed_text, move_id)
         select user_id, purpose, agreed, :now, source, agreed_on, agreed_text, :moveId from (${wanted}) w
         returning user_id`,
    look ? { ...bindings, now } : { ...bindings, moveId, now },
  )
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Takes back the consents of a move from some students (`users.id`), or from all but some. Their decisions since stay. */
export async function takeBackMovedConsents(
  trx: Db,
  moveId: string,
  { of, but = [] }: { of?: readonly number[]; but?: readonly number[] },
): Promise<void> {
  const moved = trx('consents').where({ move_id: moveId }).whereRaw('user_id <> all(:but)', { but })
  await (of ? moved.whereRaw('user_id = any(:of)', { of }) : moved).delete()
}
