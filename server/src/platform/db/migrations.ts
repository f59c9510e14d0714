import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Knex } from 'knex'
import type { ClientBase, QueryConfig } from 'pg'
import { VERSION } from '../../config.ts'
import { advisoryLocks } from './advisory-locks.ts'
import { foldedSteps } from './folded-steps.ts'

/**
 * A schema step: plain SQL, several statements allowed, one transaction. Checks have names, and every lookup has an
 * index (`indexes.test.ts`). Rows of a student reference `users on delete cascade`, rows of a course `courses`;
 * the `feature.ts` of their owners or `courses/empty-bin.test.ts` justify every other row that stays.
 */
export interface Migration {
  up: string
  down: string
}

type Log = (message: string) => void

const folder = new URL('../../../../migrations/', import.meta.url)
const fileName = /^(\d{14}_\w+)\.ts$/

/** The first step: the schema of version 0.7.0. Its shops, and backups of then, have the record of the steps that it folds. */
const BASELINE = '20261126182202_baseline'

const TOO_OLD =
  'This database is of a version before 0.7.0. Nothing was changed. Start version 0.7.1 on it once, then this one. ' +
  'A backup of then is restored with 0.7.1, too.'

/**
 * Returns the steps of this program that a record of steps stands for, oldest first: those that the baseline folds are the baseline. Throws for a
 * record with some of them, which is of a version before 0.7.0.
 */
export function stepsOf(record: readonly string[]): string[] {
  const folded = new Set(foldedSteps)
  const found = record.filter((name) => folded.has(name)).length
  if (found === 0) return [...record]
  if (found < folded.size) throw new Error(TOO_OLD)
  return [BASELINE, ...record.filter((name) => name !== BASELINE && !folded.has(name))]
}

/** Beyond a request's timeouts: a step may rewrite a big table. */
const stepTimeoutMs = 60 * 60 * 1000

/**
 * Applies missing steps and returns their names; rejects, changing nothing, a database with foreign steps that lacks
 * ours. Costs two queries without steps. Several instances may call it at once, and a kill is safe: each step and its
 * record are one transaction, under a lock that ends with it.
 */
export async function migrate(db: Knex, log: Log = () => {}): Promise<string[]> {
  const pending = await pendingMigrations(db)
  const foreign = (await foreignMigrations(db)).at(0)
  if (foreign && pending.length > 0) throw new Error(`${FOREIGN_DATABASE} (${foreign})`)
  // A rollback runs the previous version on the later schema: a release only adds to it.
  if (foreign) log(`the schema is of a later version, by a step that this one does not know: ${foreign}`)
  if (pending.length === 0) return []
  if (!(await db.schema.hasTable('migrations'))) await refuseUnfit(db)
  await createRecord(db)
  return applySteps(db, pending, log)
}

/** Throws for an empty database that the shop cannot use, with the statement that helps. */
async function refuseUnfit(db: Knex): Promise<void> {
  const [{ name, role, encoding, allowed }] = await one(
    `select current_database() as name, current_user as role, pg_encoding_to_char(encoding) as encoding,
       coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'create'), false) as allowed
     from pg_database where datname = current_database()`,
  )
  // A locale that folds only ASCII would find nobody by a name in other letters: chr(937) is a capital omega.
  const folds = encoding === 'UTF8' && (await one('select lower(chr(937)) <> chr(937) as folds'))[0].folds
  if (!folds)
    throw new Error(
      `The database "${name}" has the encoding ${encoding} and a locale that the shop cannot use: it needs UTF8 and an ICU or UTF-8 locale. While it is empty: drop database "${name}"; create database "${name}" owner "${role}" template template0 encoding 'UTF8' locale 'C.UTF-8';`,
    )
  if (!allowed)
    throw new Error(
      `The role "${role}" may not create tables in the schema public of "${name}". As its superuser: alter database "${name}" owner to "${role}"; or: grant create on schema public to "${role}";`,
    )

  async function one(sql: string) {
    return (await db.raw(sql)).rows
  }
}

/** Creates the table of applied steps if absent. */
export async function createRecord(db: Knex): Promise<void> {
  await transactionUnderLock(db, async (connection) => {
    await connection.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
  })
}

/** Finds when the first step was applied, which is the age of the shop on this database. */
export async function firstStepAt(db: Knex): Promise<string | undefined> {
  const row = await db('migrations').min({ at: 'applied_at' }).first()
  return row?.at ?? undefined
}

/** Applies these steps in this order, except applied ones; the record table must exist. */
export async function applySteps(db: Knex, names: readonly string[], log: Log = () => {}): Promise<string[]> {
  const applied: string[] = []
  for (const name of names) if (await applyStep(db, name, log)) applied.push(name)
  if (applied.length > 0) await noteVersion(db, applied)
  const steps = applied.length === 1 ? 'one step' : `${applied.length} steps`
  if (applied.length > 0) log(`migrated: ${steps}, up to ${applied.at(-1)}`)
  return applied
}

/** Notes which version brought the steps, for a restore by a version that does not know them; old schemas have no place for it. */
async function noteVersion(db: Knex, applied: readonly string[]): Promise<void> {
  if (await db.schema.hasColumn('migrations', 'version'))
    await db('migrations').whereIn('name', applied).update({ version: VERSION })
}

/** A request gives up after 2.8 s. Those that queue behind a step which waits for a table must not. */
const TABLE_WAIT_MS = 1_000
const PAUSE_MS = 1_000
/** About four minutes in all. */
const TRIES = 120

/** Applies a step unless it is recorded. While a long query holds its table, it steps aside and tries again. */
async function applyStep(db: Knex, name: string, log: Log): Promise<boolean> {
  const { up } = await load(name)
  for (let tries = 1; ; tries++) {
    try {
      return await transactionUnderLock(db, async (connection) => {
        const record = 'insert into migrations (name) values ($1) on conflict do nothing'
        if ((await connection.query(record, [name])).rowCount === 0) return false
        if (!db.isTransaction) await connection.query(`set local lock_timeout = ${TABLE_WAIT_MS}`)
        await runSql(connection, name, up)
        // A version before it, which knows the folded steps, can run on this schema.
        if (name === BASELINE)
          await connection.query('insert into migrations (name) select unnest($1::text[])', [foldedSteps])
        return true
      })
    } catch (error) {
      const { code } = Object((error as Error).cause) as { code?: string }
      if (db.isTransaction || code !== '55P03' || tries === TRIES) throw error
      if (tries === 1) log(`${name} waits for a table that a long query or a backup uses`)
      await sleep(PAUSE_MS)
    }
  }
}

/** Runs `work` under the migration lock: for set-up outside our migrations. */
export async function underMigrationLock(db: Knex, work: () => Promise<void>): Promise<void> {
  await transactionUnderLock(db, work)
}

/** Rolls back the newest `steps` steps, newest first, and returns their names. For development: it drops data. */
export async function rollback(db: Knex, steps: number, log: Log = () => {}): Promise<string[]> {
  const record: string[] = await db('migrations').orderBy('name').pluck('name')
  const names = stepsOf(record).toReversed().slice(0, steps)
  for (const name of names) {
    const { down } = await load(name)
    await transactionUnderLock(db, async (connection) => {
      await runSql(connection, name, down)
      const recorded = name === BASELINE ? [name, ...foldedSteps] : [name]
      await connection.query('delete from migrations where name = any($1)', [recorded])
      log(`rolled back ${name}`)
    })
  }
  return names
}

/** Lists steps (file names without extension) that the database lacks, oldest first. */
export async function pendingMigrations(db: Knex): Promise<string[]> {
  const [known, applied] = await Promise.all([listMigrations(), appliedMigrations(db)])
  return known.filter((name) => !applied.has(name))
}

const FOREIGN_DATABASE =
  'This database was made by another version of the shop, with steps that this one does not know. Nothing was changed. ' +
  'Run the version that made it, or start this one with an empty DATA_DIR (or another DATABASE_URL).'

/**
 * Lists steps that only the database knows, oldest first: from a later version, or from another program.
 */
async function foreignMigrations(db: Knex): Promise<string[]> {
  const [known, applied] = await Promise.all([listMigrations(), appliedMigrations(db)])
  return [...applied].filter((name) => !known.includes(name)).sort()
}

async function appliedMigrations(db: Knex): Promise<Set<string>> {
  try {
    return new Set(stepsOf(await db('migrations').pluck('name')))
  } catch (error) {
    if ((error as { code?: string }).code === '42P01') return new Set()
    throw error
  }
}

/** Lists all steps of this program, oldest first. */
export async function listMigrations(): Promise<string[]> {
  const files = await readdir(folder)
  return files.flatMap((file) => fileName.exec(file)?.[1] ?? []).sort()
}

/** Lists the tables that the steps create, to spare foreign tables in the same database. */
export async function listOwnTables(): Promise<string[]> {
  const steps = await Promise.all((await listMigrations()).map(load))
  return steps.flatMap(({ up }) =>
    [...up.matchAll(/^\s*create table (?:if not exists )?(\w+)/gim)].map(([, name]) => name ?? ''),
  )
}

async function load(name: string): Promise<Migration> {
  const step: Partial<Migration> = await import(new URL(`${name}.ts`, folder).href)
  if (typeof step.up !== 'string' || typeof step.down !== 'string') {
    throw new Error(`${fileURLToPath(folder)}${name}.ts must export the strings up and down`)
  }
  return { up: step.up, down: step.down }
}

// Bypasses knex, which would take a question mark in the SQL for a placeholder.
async function transactionUnderLock<T>(db: Knex, work: (connection: ClientBase) => Promise<T>): Promise<T> {
  return db.transaction(async (trx) => {
    const connection: ClientBase = await trx.client.acquireConnection()
    await connection.query('set local statement_timeout = 0')
    await connection.query(patiently(`select pg_advisory_xact_lock(${advisoryLocks.migrations})`))
    return work(connection)
  })
}

async function runSql(connection: ClientBase, name: string, sql: string): Promise<void> {
  try {
    await connection.query(patiently(sql))
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

function patiently(text: string): QueryConfig {
  const query: QueryConfig & { query_timeout: number } = { text, query_timeout: stepTimeoutMs }
  return query
}
