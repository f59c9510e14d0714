import type { Knex } from 'knex'
import { sessionSettings } from './knex.ts'
import { underMigrationLock } from './migrations.ts'

/**
 * A pooler in transaction mode (PgBouncer) hands a session on after each transaction and takes no options when a connection
 * begins. So what the shop's sessions need is set for its role in its database, by the direct address, and then looked at
 * through the pooler. Throws a sentence that says what to do when it is not so.
 */
export async function setUpPooledSessions(direct: Knex, pooled: Knex): Promise<void> {
  // Two instances that start at once would stumble over each other's row.
  await underMigrationLock(direct, async () => {
    const { rows } = await direct.raw<{ rows: { database: string }[] }>('select current_database() as database')
    for (const [name, value] of Object.entries(sessionSettings)) {
      const bindings = [String(rows[0]?.database), name, value]
      await direct.raw(direct.raw('alter role current_user in database ?? set ?? = ?', bindings).toQuery())
    }
  })
  // Only now, so that the pooler opens its first session with them.
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
