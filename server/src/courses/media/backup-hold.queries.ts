import type { ClientBase } from 'pg'
import type { Db } from '../../context.ts'
import { advisoryLocks } from '../../platform/db/advisory-locks.ts'

/**
 * Holds every library file in place, in all instances, until the connection ends, so that a snapshot's files can be
 * copied after it. Waits for running removals; rejects after 30 s, as while another backup runs.
 */
export async function holdFiles(client: ClientBase): Promise<void> {
  await client.query(`set lock_timeout = '30s'`)
  await client.query('select pg_advisory_lock($1::bigint)', [advisoryLocks.backup])
  await client.query('reset lock_timeout')
}

/** Returns false during a backup. True blocks the next backup until the transaction ends. */
export async function mayRemoveFiles(trx: Db): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { free: boolean }[] }>(
    'select pg_try_advisory_xact_lock_shared(?::bigint) as free',
    [advisoryLocks.backup],
  )
  return rows[0]?.free ?? false
}
