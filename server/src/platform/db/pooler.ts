import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import pg from 'pg'
import { sessionSettings } from './knex.ts'
import { underMigrationLock } from './migrations.ts'

/** A pooler replaces a session once it is free. */
const RENEWED_WITHIN_MS = 5_000
const LOOK_EVERY_MS = 100

/**
 * Sets the sessions' settings on the role over the direct address, then checks them through the pooler at `url`. A
 * pooler in transaction mode (PgBouncer) passes a session on after each transaction and accepts no connection options.
 * Has it renew sessions of before. Throws an error with advice when the check fails.
 */
export async function setUpPooledSessions(direct: Knex, pooled: Knex, url: string): Promise<void> {
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
  const refusal = await renewSessions(url)
  for (const deadline = Date.now() + RENEWED_WITHIN_MS; !refusal && Date.now() < deadline; await sleep(LOOK_EVERY_MS)) {
    if (await isSetUp(pooled)) return
  }
  const { hostname, port, username } = new URL(url)
  const command = `psql -h ${hostname} -p ${port || 5432} -U ${username} pgbouncer -c RECONNECT`
  throw new Error(
    `The pooler hands out sessions without the shop's time zone and time limits: those it opened before, or of another role than DATABASE_DIRECT_URL names. Let it open new ones (${command}), and start again.${refusal ? ` The shop may not do so itself: ${refusal}; admin_users in pgbouncer.ini lists who may.` : ''}`,
  )
}

/** Has PgBouncer replace its sessions; returns its refusal. */
async function renewSessions(url: string): Promise<string | undefined> {
  const console = new URL(url)
  console.pathname = '/pgbouncer'
  const client = new pg.Client({ connectionString: console.href, connectionTimeoutMillis: RENEWED_WITHIN_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('reconnect')
    return undefined
  } catch (error) {
    return (error as Error).message
  } finally {
    await client.end().catch(() => {})
  }
}

async function isSetUp(pooled: Knex): Promise<boolean> {
  const { rows } = await pooled.raw<{ rows: { name: string; setting: string }[] }>(
    'select name, setting from pg_settings where name = any(:names)',
    { names: Object.keys(sessionSettings) },
  )
  return rows.length > 0 && rows.every(({ name, setting }) => setting === sessionSettings[name])
}
