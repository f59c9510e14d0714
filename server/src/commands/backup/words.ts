import type { Manifest } from './archive-format.ts'

/** What is in a backup, for a person: the tables that somebody would ask about first, and the library. */
export function inWords({ tables, media }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const of = (name: string) => tables.find((table) => table.schema === 'public' && table.name === name)?.rows ?? 0
  const parts = ['users', 'courses', 'orders', 'enrolments'].map((name) => `${of(name)} ${name}`)
  return `${parts.join(', ')}; ${rows} rows in ${tables.length} tables, ${media.files} files of ${(media.bytes / 1e6).toFixed(1)} MB`
}
