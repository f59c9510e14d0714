import type { Language } from 'contract/languages'
import type { Db } from '../../context.ts'
import { ACCOUNTS } from '../users/accounts.sql.ts'
import type { Contact, ContactKind } from '../users/contacts.queries.ts'

/** Stores a value to prove, replacing an unproven one; its link is created with the email. Another link to the same value ends no earlier than the one before. */
export async function requestContact(
  trx: Db,
  requested: Contact & { id: number; session_id: string | null; now: Date; until: Date },
): Promise<void> {
  const { id, kind, value, session_id, now, until } = requested
  await trx('contact_changes')
    .insert({ user_id: id, kind, value, token_hash: null, session_id, created_at: now, expires_at: until })
    .onConflict(['user_id', 'kind'])
    .merge({
      value,
      session_id,
      created_at: now,
      token_hash: trx.raw('case when contact_changes.value = excluded.value then contact_changes.token_hash end'),
      expires_at: trx.raw(
        'case when contact_changes.value = excluded.value then greatest(contact_changes.expires_at, excluded.expires_at) else excluded.expires_at end',
      ),
    })
}

/** Finds unproven values that differ from the account's. */
export async function findPending(db: Db, id: number, now: Date): Promise<Contact[]> {
  const { rows } = await db.raw<{ rows: Contact[] }>(
    `select c.kind, c.value
    from contact_changes c
    join ${ACCOUNTS} u on u.id = c.user_id
    where c.user_id = :id and c.expires_at > :now
      and c.value is distinct from case c.kind when 'email' then u.email else u.phone end
    order by c.kind`,
    { id, now },
  )
  return rows
}

/** Drops pending changes of one kind or both; returns false when none existed. */
export async function dropPending(db: Db, id: number, kind?: ContactKind): Promise<boolean> {
  const gone = await db('contact_changes')
    .where({ user_id: id, ...(kind ? { kind } : {}) })
    .delete()
  return gone > 0
}

export type RequestedContact = {
  id: number
  kind: ContactKind
  value: string
  email: string
  language: Language
}

/** Finds the pending change of an account by `user_id`. */
export async function findRequested(
  trx: Db,
  userId: string,
  kind: ContactKind,
  now: Date,
): Promise<RequestedContact | undefined> {
  return trx('contact_changes as c')
    .join(trx.raw(`${ACCOUNTS} as u`), 'u.id', 'c.user_id')
    .where({ 'u.user_id': userId, 'c.kind': kind })
    .where('c.expires_at', '>', now)
    .whereNull('u.deleted_at')
    .first('u.id', 'c.kind', 'c.value', 'u.email', 'u.language')
}

/** Stores the link's token, which ends no earlier than an equal one before it. */
export async function storeToken(
  trx: Db,
  { id, kind }: Pick<RequestedContact, 'id' | 'kind'>,
  { token_hash, expires_at }: { token_hash: string | null; expires_at: Date },
): Promise<void> {
  const later = trx.raw('greatest(expires_at, ?::timestamptz)', [expires_at])
  await trx('contact_changes').where({ user_id: id, kind }).update({ token_hash, expires_at: later })
}

export type Linked = {
  kind: ContactKind
  value: string
  id: number
  user_id: string
  name: string
  email: string
  created_at: string
}

/** Finds the change behind a link, without using the link. */
export async function findLinked(db: Db, tokenHash: string, now: Date): Promise<Linked | undefined> {
  return db('contact_changes as c')
    .join(db.raw(`${ACCOUNTS} as u`), 'u.id', 'c.user_id')
    .where({ 'c.token_hash': tokenHash })
    .where('c.expires_at', '>', now)
    .whereNull('u.deleted_at')
    .first('c.kind', 'c.value', 'u.id', 'u.user_id', 'u.name', 'u.email', 'u.created_at')
}

/** Uses up the link; one of several simultaneous uses gets the change. */
export async function takeProof(
  trx: Db,
  tokenHash: string,
  now: Date,
): Promise<{ user_id: number; kind: ContactKind; value: string; session_id: string | null } | undefined> {
  const [taken] = await trx('contact_changes')
    .where({ token_hash: tokenHash })
    .where('expires_at', '>', now)
    .delete()
    .returning(['user_id', 'kind', 'value', 'session_id'])
  return taken
}

export async function deleteEndedContactChanges(db: Db, before: Date): Promise<void> {
  await db('contact_changes').where('expires_at', '<', before.toISOString()).delete()
}
