import type { Knex } from 'knex'
import { sessionSettings } from './knex.ts'
import { underMigrationLock } from './migrations.ts'

/**
 * Sets the sessions' settings on the role over the direct address, then checks them through the pooler. A pooler in
 * transaction mode (PgBouncer) passes a session on after each transaction and accepts no connection options. Throws an
 * error with advice when the check fails.
 */
export async function setUpPooledSessions(direct: Knex, pooled: Knex): Promise<void> {
  // Two instances that start at once would conflict over the role's row.
  await underMigrationLock(direct, async () => {
    const { rows } = await direct.raw<{ rows: { database: string }[] }>('select current_database() as database')
    for (const [name, value] of Object.entries(sessionSettings)) {
      const bindings = [String(rows[0]?.database), name, value]
      await direct.raw(direct.raw('alter role current_user in database ?? set ?? = ?', bindings).toQuery())
    }
  })
  // After the change, so that the pooler opens its first session with it.
  if (await isSetUp(pooled)) return
  throw new Error(
    "The pooler hands out sessions without the shop's time zone and time limits: those it opened before, or of another role than DATABASE_DIRECT_URL names. Let it open new ones (RECONNECT in PgBouncer's console), and start again.",
  )
}

async function isSetUp(pooled: Knex): Promise<boolean> {
  const { rows } = await pooled.raw<{ rows: { name: string; setting: string }[] }>(
    'select name, setting from pg_settings where name = any(:names)',
    { names: Object.keys(sessionSettings) },
  )
  return rows.length > 0 && rows.every(({ name, setting }) => setting === sessionSettings[name])
}
