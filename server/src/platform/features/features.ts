import { DAY_MS } from 'contract/indian-time'
import type { Knex } from 'knex'
import type { Invariant } from '../invariants/invariant.ts'
import type { ArchivePart, Feature } from './define-feature.ts'
import { importAll } from './import-all.ts'

const modules = (await importAll('../../**/feature.ts', import.meta.dirname)) as { default: Feature }[]

const tables = modules.flatMap((module) => Object.entries(module.default.tables))

/** Every table that a feature declares, by name. */
export const declaredTables = new Map(tables)

/** What always holds, from every feature. */
export const allInvariants: readonly Invariant[] = modules.flatMap(({ default: { invariants } }) =>
  Object.values(invariants ?? {}),
)

/** Tables of features that can be deleted. */
export const optionalTables = modules.flatMap(({ default: { optional, tables } }) =>
  optional ? Object.keys(tables) : [],
)

/** Tables of which something stays when a student is erased, in the order of erasing; `users` is last: the others are found by it. */
export const personTables = tables
  .flatMap(([table, { person }]) => (person ? [{ table, ...person }] : []))
  .toSorted((a, b) => Number(a.table === 'users') - Number(b.table === 'users'))

const tablesWithEmails = personTables.flatMap(({ table, erased, typedAlone }) =>
  erased.includes('email') && !typedAlone ? [table] : [],
)

/** Returns true for an address of which the shop holds something, with or without an account. */
export async function holdsEmail(db: Knex, email: string): Promise<boolean> {
  const each = tablesWithEmails.map((table) => `exists (select from ${table} where email = :email)`)
  const { rows } = await db.raw<{ rows: { held: boolean }[] }>(`select ${each.join(' or ')} as held`, { email })
  return rows[0]?.held ?? false
}

/** Deletes rows that are older than their `feature.ts` says. */
export async function deleteExpired(db: Knex, now: Date): Promise<void> {
  for (const [table, { expires }] of tables) {
    if (!expires || 'without' in expires) continue
    await db(table)
      .where(expires.column, '<', new Date(now.getTime() - expires.days * DAY_MS))
      .delete()
  }
}

/** The parts of "Download my data" with their tables, the account first. */
export const ownDataParts = tables
  .toSorted(([a], [b]) => Number(b === 'users') - Number(a === 'users'))
  .flatMap(([table, { ownData }]) =>
    ownData && 'title' in ownData ? [{ ...ownData, tables: [table, ...(ownData.with ?? [])] }] : [],
  )

/** The tables of an archive. */
export const archiveParts: readonly ArchivePart[] = tables.flatMap(([, { archive }]) =>
  'file' in archive ? [archive] : [],
)

/** Statements of `settings.json` by table. */
export const archivedSettings = Object.fromEntries(
  tables.flatMap(([table, { archive }]) => ('settings' in archive ? [[table, archive.settings]] : [])),
)

/** Reasons why tables stay behind. */
export const notArchived = [
  ...new Set(tables.flatMap(([, { archive }]) => ('without' in archive ? [archive.without] : []))),
]
