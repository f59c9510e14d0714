import type { Db } from '../../context.ts'
import { findRoundResult, noteRound } from './jobs.queries.ts'

/** An invariant that the last check found broken, with the ids of its first rows. */
export type Broken = { sentence: string; since: string; ids: readonly string[] }

const ROUND = 'check-invariants'

/** Lists what the last nightly check found. */
export async function findBroken(db: Db): Promise<Broken[]> {
  const result = await findRoundResult(db, ROUND)
  return result ? JSON.parse(result) : []
}

export const saveBroken = (trx: Db, broken: readonly Broken[], now: Date): Promise<void> =>
  noteRound(trx, ROUND, now.toISOString(), JSON.stringify(broken))
