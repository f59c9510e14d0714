import { performance } from 'node:perf_hooks'
import type { Knex } from 'knex'
import { patiently } from '../db/knex.ts'
import type { Invariant } from './invariant.ts'

/** Rows that are read of a broken invariant. */
const MOST_ROWS = 10

/** SQLSTATE of a statement that its timeout ended. */
const TIMED_OUT = '57014'

export type BrokenRow = { id: string; what: string }

export type Checked = {
  invariant: Invariant
  /** The first rows that break it; none when it holds. Undefined when the statement did not finish. */
  rows: BrokenRow[] | undefined
  seconds: number
}

/** Returns the statement of an invariant with at most `most` rows, its values as `$1`: the time. */
export const boundedSql = ({ sql }: Invariant, most: number) =>
  `select cast(id as text) as id, cast(what as text) as what from (${sql.replaceAll(/(?<!:):now\b/g, 'cast($1 as timestamptz)')}) broken where cast($1 as timestamptz) is not null limit ${most}`

/**
 * Checks invariants one after the other in one transaction that only reads and locks nothing; `checked` gets each when it is done. A statement
 * ends after `seconds`, 20 by default, and leaves the others to run.
 */
export async function checkInvariants(
  db: Knex,
  invariants: readonly Invariant[],
  { now, seconds, checked = () => {} }: { now: Date; seconds?: number; checked?: (one: Checked) => void },
): Promise<Checked[]> {
  return patiently(db, async (trx) => {
    await trx.raw('set transaction read only')
    if (seconds !== undefined) await trx.raw(`set local statement_timeout = ${Math.round(seconds * 1_000)}`)
    // Small plans of many tables: compiling them costs more than it saves.
    await trx.raw('set local jit = off')
    const all: Checked[] = []
    for (const one of invariants) {
      const begun = performance.now()
      const rows = await brokenRows(trx, one, now)
      const found = { invariant: one, rows, seconds: (performance.now() - begun) / 1_000 }
      checked(found)
      all.push(found)
    }
    return all
  })
}

async function brokenRows(trx: Knex.Transaction, one: Invariant, now: Date): Promise<BrokenRow[] | undefined> {
  try {
    const { rows } = await trx.transaction((inner) =>
      inner.raw<{ rows: BrokenRow[] }>(boundedSql(one, MOST_ROWS)).options({ values: [now] }),
    )
    return rows
  } catch (error) {
    if ((error as { code?: string }).code === TIMED_OUT) return undefined
    throw error
  }
}
