import { type Consent, ConsentPurpose } from 'contract/consents'
import type { Db } from '../../context.ts'

/** Lists a student's present consents (`users.id`) in the contract's order. */
export async function listConsents(db: Db, userId: number): Promise<Consent[]> {
  const latest: Consent[] = await db('consents')
    .distinctOn('purpose')
    .where({ user_id: userId })
    .orderBy(['purpose', { column: 'id', order: 'desc' }])
    .select('purpose', 'agreed', 'changed_at')
  return ConsentPurpose.options.map(
    (purpose) => latest.find((row) => row.purpose === purpose) ?? { purpose, agreed: false, changed_at: null },
  )
}

export async function insertConsent(db: Db, userId: number, consent: Consent): Promise<void> {
  await db('consents').insert({ user_id: userId, ...consent })
}

/** Withdraws all consents of a former holder. */
export async function takeBackConsents(trx: Db, userId: number, now: Date): Promise<void> {
  for (const { purpose, agreed } of await listConsents(trx, userId))
    if (agreed) await insertConsent(trx, userId, { purpose, agreed: false, changed_at: now.toISOString() })
}
