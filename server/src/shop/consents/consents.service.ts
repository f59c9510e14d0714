import type { Consent, ConsentPurpose } from 'contract/consents'
import type { Context } from '../../context.ts'
import { sessionExpired } from '../../errors.ts'
import { lockBuyer } from '../users/users.queries.ts'
import { insertConsent, listConsents, saveAdAgent } from './consents.queries.ts'

/** Grants or withdraws a consent, one step at a time for each student; an unchanged one keeps its date. */
export function changeConsent(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: number,
  purpose: ConsentPurpose,
  agreed: boolean,
  browser: { agent: string; address: string } = { agent: '', address: '' },
): Promise<Consent> {
  return db.transaction(async (trx) => {
    if (!(await lockBuyer(trx, userId))) throw sessionExpired()
    const present = (await listConsents(trx, userId)).find((consent) => consent.purpose === purpose)
    if (present?.agreed === agreed) return present
    const consent = { purpose, agreed, changed_at: now().toISOString() }
    await insertConsent(trx, userId, consent)
    if (purpose === 'ads') await saveAdAgent(trx, userId, { agreed, ...browser, now: now() })
    return consent
  })
}
