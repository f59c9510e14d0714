import type { Request } from 'express'
import type { Knex } from 'knex'
import type { SandboxAccount } from './events.ts'
import { Refusal, unknownId } from './refusal.ts'

export type SandboxParts = {
  db: Knex
  account: SandboxAccount
  now: () => Date
  /** Called when an event may have been queued. */
  wake: () => void
}

/**
 * Returns a query parameter that occurs once, without a NUL; undefined otherwise. Parses the address itself, because
 * the mounting program has no query parser.
 */
export function queryText(req: Request, name: string): string | undefined {
  const [value, ...further] = new URL(req.originalUrl, 'http://sandbox.invalid').searchParams.getAll(name)
  return value === undefined || further.length > 0 || value.includes('\0') ? undefined : value
}

export function idOf(req: Request): string {
  const { id } = req.params
  // An invalid id counts as unknown; a NUL would fail in the database.
  if (typeof id !== 'string' || !/^[A-Za-z0-9_]{1,64}$/.test(id)) throw unknownId()
  return id
}

export function paging(req: Request, most = 100): { count: number; skip: number } {
  const whole = (name: string, otherwise: number, most: number) => {
    const input = Number(queryText(req, name) ?? otherwise)
    if (Number.isInteger(input) && input >= 0 && input <= most) return input
    throw new Refusal(`The ${name} must be a whole number from 0 to ${most}.`, { field: name })
  }
  return { count: whole('count', 10, most), skip: whole('skip', 0, 1_000_000) }
}

export function collection(items: object[]) {
  return { entity: 'collection', count: items.length, items }
}
