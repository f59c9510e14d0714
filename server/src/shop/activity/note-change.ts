import { AsyncLocalStorage } from 'node:async_hooks'
import type { ActivityKind } from 'contract/activity'
import type { CallContext, Db } from '../../context.ts'

/** Holds the fields that differ between two states, and no others. */
export type Change = {
  kind: ActivityKind
  id?: string | null
  name?: string | null
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

type Acting = {
  admin: Pick<NonNullable<CallContext['admin']>, 'id' | 'email' | 'role' | 'key'>
  /** Names the call in the contract, such as `courses.update`. */
  call: string
  now: Date
  noted: boolean
}

const acting = new AsyncLocalStorage<Acting>()

/**
 * Runs a write of an admin together with its activity entry. Work that calls `noteChange` writes the entry in its own
 * transaction; otherwise `otherwise` is written after it. Work that throws leaves no entry.
 */
export async function actAs<T>(
  db: Db,
  who: Omit<Acting, 'noted'>,
  otherwise: Change,
  work: () => Promise<T>,
): Promise<T> {
  const present: Acting = { ...who, noted: false }
  const result = await acting.run(present, work)
  if (!present.noted) await insert(db, present, otherwise)
  return result
}

/**
 * Notes a change made by the running admin call; `db` is the transaction of the change. Does nothing outside an admin
 * call.
 */
export async function noteChange(db: Db, change: Change): Promise<void> {
  const present = acting.getStore()
  if (!present) return
  await insert(db, present, change)
  present.noted = true
}

/** Notes a result that an admin's work had after its call ended; `call` is the contract's name. */
export async function noteChangeOf(db: Db, who: Pick<Acting, 'admin' | 'call' | 'now'>, change: Change): Promise<void> {
  await insert(db, who, change)
}

/** Names the admin whose call is running; undefined outside one. */
export const actingAdmin = () => acting.getStore()?.admin

/** Marks the call as a repeat, whose entry exists already. */
export function noteRepeat(): void {
  const present = acting.getStore()
  if (present) present.noted = true
}

/** Returns the differing fields of two states, as `before` and `after` of a change. */
export function changedFields<T extends object>(
  before: T,
  after: Partial<T>,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const was = before as Record<string, unknown>
  const changed = Object.entries(after).filter(([field, value]) => JSON.stringify(was[field]) !== JSON.stringify(value))
  return {
    before: Object.fromEntries(changed.map(([field]) => [field, was[field]])),
    after: Object.fromEntries(changed),
  }
}

/** Shortens to `a…@example.com`: recognisable, but not enough to write to. */
export const shortEmail = (email: string | null) =>
  email && `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`

export const shortPhone = (phone: string | null) => phone && `…${phone.slice(-4)}`

async function insert(
  db: Db,
  { admin, call, now }: Pick<Acting, 'admin' | 'call' | 'now'>,
  change: Change,
): Promise<void> {
  await db('activity').insert({
    created_at: now,
    admin_id: admin.id,
    admin_email: admin.key ? `${admin.key.name} (API key of ${admin.email})` : admin.email,
    admin_role: admin.role,
    call,
    kind: change.kind,
    target_id: change.id?.slice(0, 200) ?? null,
    target_name: change.name?.slice(0, 200) ?? null,
    before: fieldsText(change.before),
    after: fieldsText(change.after),
  })
}

const MAX_TEXT = 300
const MAX_ENTRIES = 10
const SECRET = /secret|password|token|hash|sealed/i

/** Drops undefined fields; an empty object becomes null. */
function fieldsText(fields: Record<string, unknown> | null | undefined): string | null {
  const stored = Object.entries(fields ?? {}).filter(([, value]) => value !== undefined)
  if (stored.length === 0) return null
  return JSON.stringify(Object.fromEntries(stored.map(([field, value]) => [field, shown(field, value)])))
}

/** Reduces a value to its form in an entry: no secret, no long text, no long list. */
function shown(field: string, value: unknown): unknown {
  if (SECRET.test(field) && typeof value === 'string' && !value.startsWith('•')) return '••••'
  if (typeof value === 'string') return cut(value)
  if (Array.isArray(value)) {
    const entries = value.map((entry) => shown(field, entry))
    const long = entries.length > MAX_ENTRIES || JSON.stringify(entries).length > MAX_ENTRIES * MAX_TEXT
    return long ? `${value.length} entries` : entries
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, shown(name, entry)]))
}

/** Cuts between characters: PostgreSQL refuses half of a surrogate pair. */
function cut(text: string): string {
  const whole = text.toWellFormed()
  return whole.length <= MAX_TEXT
    ? whole
    : `${whole
        .slice(0, MAX_TEXT)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`
}
