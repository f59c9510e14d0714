import type { Manifest } from './backup/archive-format.ts'

/** What is in a backup, for a person: the tables that somebody would ask about first, and the library. */
export function backupSummary({ tables, media }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const of = (name: string) => tables.find((table) => table.schema === 'public' && table.name === name)?.rows ?? 0
  const parts = ['users', 'courses', 'orders', 'enrolments'].map((name) => `${of(name)} ${name}`)
  return `${parts.join(', ')}; ${rows} rows in ${tables.length} tables, ${media.files} files of ${(media.bytes / 1e6).toFixed(1)} MB`
}

/** An error for a person at a terminal: a `Refusal` says it all, and a database that is away is named as that. */
export function errorMessage(error: unknown): string {
  // Of a name with several addresses, each of which failed, the error has no words of its own.
  const first = error instanceof AggregateError ? error.errors[0] : error
  const { code = '', message = String(first) } = first as { code?: string; message?: string }
  return UNREACHABLE.has(code) ? `The database cannot be reached: ${message}.` : message
}

const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])
