import { AsyncLocalStorage } from 'node:async_hooks'
import type { ActivityKind } from 'contract/activity'
import type { CallContext, Db } from '../../context.ts'

/** What a write changed: `before` and `after` hold the fields that differ, and nothing else. */
export type Change = {
  kind: ActivityKind
  id?: string | null
  name?: string | null
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

type Acting = {
  admin: Pick<NonNullable<CallContext['admin']>, 'id' | 'email' | 'role'>
  /** Where the call stands in the contract. */
  call: string
  now: Date
  noted: boolean
}

const acting = new AsyncLocalStorage<Acting>()

/**
 * Runs a write of an admin so that it cannot lack its entry: what the work notes by `noteChange` stands in its own
 * transaction, and when it noted nothing, `otherwise` is noted after it. Work that throws leaves no entry.
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
 * Notes what the admin's call that is running changed; `db` is the transaction of the change. Outside of an admin's call
 * it does nothing, so that a service need not know who called it.
 */
export async function noteChange(db: Db, change: Change): Promise<void> {
  const present = acting.getStore()
  if (!present) return
  await insert(db, present, change)
  present.noted = true
}

/** Notes what became of an admin's work after the call that began it, by `call` of the contract. */
export async function noteChangeOf(db: Db, who: Pick<Acting, 'admin' | 'call' | 'now'>, change: Change): Promise<void> {
  await insert(db, who, change)
}

/** The call repeats an earlier one, whose entry stands already. */
export function noteRepeat(): void {
  const present = acting.getStore()
  if (present) present.noted = true
}

/** The fields in which two states differ, as `before` and `after` of a change. */
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

/** `a…@example.com`: enough to recognise an address, too little to write to it. */
export const shortEmail = (email: string | null) =>
  email && `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`

/** The last 4 digits. */
export const shortPhone = (phone: string | null) => phone && `…${phone.slice(-4)}`

async function insert(
  db: Db,
  { admin, call, now }: Pick<Acting, 'admin' | 'call' | 'now'>,
  change: Change,
): Promise<void> {
  await db('activity').insert({
    created_at: now,
    admin_id: admin.id,
    admin_email: admin.email,
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

/** Undefined fields go, an object without any is none. */
function fieldsText(fields: Record<string, unknown> | null | undefined): string | null {
  const kept = Object.entries(fields ?? {}).filter(([, value]) => value !== undefined)
  if (kept.length === 0) return null
  return JSON.stringify(Object.fromEntries(kept.map(([field, value]) => [field, shown(field, value)])))
}

/** What of a value an entry holds: no secret, no long text, no long list. */
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

/** Cut between characters, as PostgreSQL refuses half of one. */
function cut(text: string): string {
  const whole = text.toWellFormed()
  return whole.length <= MAX_TEXT
    ? whole
    : `${whole
        .slice(0, MAX_TEXT)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`
}
