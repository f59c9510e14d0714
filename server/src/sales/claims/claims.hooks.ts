import { withoutUnproven } from 'contract/claims/claim-texts'
import type { Context } from '../../context.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { findProven, findRules } from './claims.queries.ts'
import { checkProofs, countUnproven, findClaims, proveDemo } from './claims.service.ts'

type ClaimHooks = Hooks<Pick<Context, 'db' | 'now'>>

/** Leaves claims without a proof out of what visitors read. */
export const textsShown: ClaimHooks['textsShown'] = async (db) => {
  const proven = await findProven(db)
  return proven && ((place, value) => withoutUnproven(place, value, (words) => proven.has(words), findClaims))
}

export const todoLines: ClaimHooks['todoLines'] = async ({ db }) => {
  const [count, { shown_until: until }] = await Promise.all([countUnproven(db), findRules(db)])
  return count > 0 ? [{ kind: 'claim_proofs', count, until }] : []
}

export const dayEnded: ClaimHooks['dayEnded'] = checkProofs

export const demoWritten: ClaimHooks['demoWritten'] = (trx, now) => proveDemo(trx, now)
