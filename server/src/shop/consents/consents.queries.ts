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

/** Stores the browser of a student while they agree to reports of sales, as Meta asks for it. */
export async function saveAdAgent(
  db: Db,
  userId: number,
  seen: { agreed: boolean; agent: string; address: string; now: Date },
): Promise<void> {
  if (!seen.agreed) return void (await db('ad_agents').where({ user_id: userId }).delete())
  const columns = { agent: seen.agent, address: seen.address, agreed_at: seen.now }
  await db('ad_agents')
    .insert({ user_id: userId, ...columns })
    .onConflict('user_id')
    .merge(columns)
}

/** Returns the browser in which a student agreed to reports of sales. */
export async function findAdAgent(db: Db, userId: number): Promise<{ agent: string; address: string } | undefined> {
  return db('ad_agents').where({ user_id: userId }).first('agent', 'address')
}
