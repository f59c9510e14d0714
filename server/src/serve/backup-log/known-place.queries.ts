import type { Db } from '../../context.ts'

/** The cluster that runs the database: a restore to a point in time and a failover begin another timeline. `lsn`: how far its log is. */
export type Cluster = { system_identifier: string; timeline: number; lsn: string }

/** Reads what the database runs in; undefined where its provider does not say. Never in a transaction, which a refusal would end. */
export async function readCluster(db: Db): Promise<Cluster | undefined> {
  try {
    const { rows } = await db.raw<{ rows: Cluster[] }>(
      `select system_identifier::text, ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline,
         pg_current_wal_insert_lsn()::text as lsn from pg_control_system()`,
    )
    return rows[0]
  } catch (error) {
    // No right to the function, or none of that name.
    if (['42501', '42883', '0A000', '55000'].includes(String((error as { code?: string }).code))) return undefined
    throw error
  }
}

/** Where the shop last ran; null for what was never seen. */
export type KnownPlace = { system_identifier: string | null; timeline: number | null }

/** Finds where the shop last ran, and holds it until the transaction ends. */
export const findKnown = (trx: Db): Promise<KnownPlace | undefined> =>
  trx('known_place').forUpdate().first('system_identifier', 'timeline')

export async function saveKnown(trx: Db, known: Partial<KnownPlace>): Promise<void> {
  await trx('known_place').insert(known).onConflict('single').merge(Object.keys(known))
}
