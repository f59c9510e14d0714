import type { Consent, ConsentHow, ConsentPurpose } from 'contract/consents'
import type { Context } from '../../context.ts'
import { sessionExpired } from '../../errors.ts'
import { lockBuyer } from '../users/users.queries.ts'
import { insertConsent, isProtected, listConsents, saveAdAgent } from './consents.queries.ts'

/** Grants or withdraws a consent, one step at a time for each student; an unchanged one keeps its date. A person under 18 grants none. */
export function changeConsent(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: number,
  purpose: ConsentPurpose,
  agreed: boolean,
  how: ConsentHow,
  browser: { agent: string; address: string } = { agent: '', address: '' },
): Promise<Consent> {
  return db.transaction(async (trx) => {
    if (!(await lockBuyer(trx, userId))) throw sessionExpired()
    const present = (await listConsents(trx, userId)).find((consent) => consent.purpose === purpose)
    if (present && (present.agreed === agreed || (agreed && (await isProtected(trx, userId, now()))))) return present
    const consent = { purpose, agreed, changed_at: now().toISOString() }
    await insertConsent(trx, userId, { ...consent, how })
    if (purpose === 'ads') await saveAdAgent(trx, userId, { agreed, ...browser, now: now() })
    return consent
  })
}
