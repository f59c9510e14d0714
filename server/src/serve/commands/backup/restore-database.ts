import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Knex } from 'knex'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { foldedSteps } from '../../../platform/db/folded-steps.ts'
import {
  applySteps,
  createRecord,
  listMigrations,
  listOwnTables,
  migrate,
  rollback,
  stepsOf,
} from '../../../platform/db/migrations.ts'
import { type Manifest, Refusal, type TableEntry, tableOfEntry } from './archive-format.ts'
import type { BackupFile } from './backup-file.ts'
import { hashTable, prepareSession, unchanged } from './dump-database.ts'
import { bringPapers, isPapers } from './papers-apart.ts'
import { readEntries } from './read-archive.ts'
import { openPapers } from './restore-media.ts'
import { copyIn, dropForeignKeys, listColumns, listTables, quote, quoted, setSequence } from './tables.queries.ts'

/**
 * Replaces the database by a checked backup's, within the transaction `trx`: the schema at the backup's time, its rows,
 * compared by hash, then later migrations. The schema of the jobs must exist.
 */
export async function restoreDatabase(
  trx: Knex.Transaction,
  file: BackupFile,
  whole: Manifest,
  keys: readonly Buffer[],
): Promise<void> {
  const manifest = await withoutForeignTables(whole)
  const client: ClientBase = await trx.client.acquireConnection()
  await prepareSession(client)
  await client.query(`set local lock_timeout = '10s'`)
  await wipe(trx, client)
  await createRecord(trx)
  await applySteps(trx, stepsOf(manifest.migrations))
  if (manifest.tables.some(({ schema }) => schema === 'sandbox')) {
    const { ensureSchema } = await import('../../../../../tools/sandbox-gateway/schema.ts')
    await ensureSchema(trx)
  }
  await checkTables(client, manifest)

  const foreignKeys: string[] = []
  for (const schema of new Set(manifest.tables.map((table) => table.schema))) {
    if (schema !== 'pgboss') foreignKeys.push(...(await dropForeignKeys(client, schema)))
  }
  const ours = manifest.tables.filter(({ schema }) => schema === 'public')
  // Some steps write rows of their own.
  await client.query(`truncate ${ours.map(quoted).join(', ')}`)
  // The backup already has all that a trigger would write.
  for (const table of ours) await client.query(`alter table ${quoted(table)} disable trigger user`)
  await load(client, file, manifest, keys)
  for (const table of ours) await client.query(`alter table ${quoted(table)} enable trigger user`)
  for (const sequence of manifest.sequences) await setSequence(client, sequence)
  for (const statement of foreignKeys) await client.query(statement)
  for (const table of ours) await compare(client, table)
  await migrate(trx)
}

/** Empties our own tables and takes the schema back, step by step; whatever else lies in the database stays. */
async function wipe(trx: Knex.Transaction, client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname = any($1)`,
    [await listOwnTables()],
  )
  if (rows.length > 0) await client.query(`truncate ${rows.map(({ name }) => `public.${quote(name)}`).join(', ')}`)
  const record = await client.query<{ there: boolean }>(`select to_regclass('public.migrations') is not null as there`)
  if (record.rows[0]?.there) {
    const applied: string[] = await trx('migrations').pluck('name')
    await rollback(trx, applied.length)
  }
  await client.query('drop schema if exists sandbox cascade')
  await client.query('delete from pgboss.job')
}

/** A version that did not know every table may have added some of another program to the backup. */
async function withoutForeignTables(manifest: Manifest): Promise<Manifest> {
  const own = new Set(await listOwnTables())
  const foreign = new Set(manifest.unknown_tables?.filter((name) => !own.has(name)))
  return {
    ...manifest,
    tables: manifest.tables.filter(({ schema, name }) => schema !== 'public' || !foreign.has(name)),
  }
}

/** A table or column that this version does not make would be lost without a word. */
async function checkTables(client: ClientBase, manifest: Manifest): Promise<void> {
  const there = new Map<string, string[]>()
  for (const table of await listTables(client)) {
    there.set(
      quoted(table),
      (await listColumns(client, table)).map(({ name }) => name),
    )
  }
  for (const table of manifest.tables) {
    const columns = there.get(quoted(table))
    const lost = columns ? table.columns.filter((column) => !columns.includes(column)) : table.columns
    if (lost.length > 0 && table.schema === 'public') {
      throw new Refusal(`The backup has ${table.name} (${lost.join(', ')}), for which this version has no place.`)
    }
  }
}

/** Steps that this program does not know: a backup that has some is of a later version. */
export async function unknownSteps(names: readonly string[]): Promise<string[]> {
  const known = new Set([...(await listMigrations()), ...foldedSteps])
  return names.filter((name) => !known.has(name))
}

type Loading = { table: TableEntry; stream: PassThrough; done: Promise<void> }

async function load(client: ClientBase, file: BackupFile, manifest: Manifest, keys: readonly Buffer[]): Promise<void> {
  const readPaper = manifest.papers && (await openPapers(file, manifest, keys))
  const tables = new Map(manifest.tables.map((table) => [`${table.schema}.${table.name}`, table]))
  const foreign = new Set(manifest.unknown_tables?.map((name) => `public.${name}`))
  let current: Loading | undefined
  const end = async () => {
    current?.stream.end()
    await current?.done
    current = undefined
  }
  await readEntries(
    file,
    (name) => {
      const table = tableOfEntry(name)
      return table ? tables.has(table) || !foreign.has(table) : 'stop'
    },
    async (name, content) => {
      const table = tables.get(tableOfEntry(name) ?? '')
      if (!table) throw new Refusal(`The backup does not say what ${name} is.`)
      if (current?.table !== table) {
        await end()
        const stream = new PassThrough()
        current = { table, stream, done: loadTable(client, table, stream, readPaper) }
        current.done.catch(() => {})
      }
      const { stream, done } = current
      for await (const chunk of content) {
        if (stream.destroyed) await done
        if (!stream.write(chunk)) await once(stream, 'drain')
      }
    },
  )
  await end()
}

async function loadTable(
  client: ClientBase,
  table: TableEntry,
  source: PassThrough,
  readPaper: ((sha256: string) => Promise<Buffer>) | undefined,
): Promise<void> {
  const hash = createHash('sha256')
  const staged = table.schema === 'public' ? undefined : await stage(client, table)
  const rows = client.query(copyFrom(copyIn(staged ?? table, table.columns)))
  await pipeline(
    source,
    createGunzip(),
    readPaper && isPapers(table) ? bringPapers(table.columns, readPaper) : unchanged,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    rows,
  )
  if (hash.digest('hex') !== table.sha256 || rows.rowCount !== table.rows) {
    throw new Refusal(`${table.schema}.${table.name} of the backup is not what its manifest says.`)
  }
  if (staged) await unstage(client, table, staged.name)
}

/** Stages a foreign schema's table as texts, for it may differ from the backup's. */
async function stage(client: ClientBase, table: TableEntry): Promise<{ schema: string; name: string }> {
  const name = `restored_${table.name}`
  await client.query(
    `create temporary table ${name} (${table.columns.map((column) => `${quote(column)} text`).join(', ')}) on commit drop`,
  )
  return { schema: 'pg_temp', name }
}

/** Inserts the row values that have a column. An existing queue keeps its settings; a job needs its queue. */
async function unstage(client: ClientBase, table: TableEntry, staged: string): Promise<void> {
  const columns = (await listColumns(client, table)).filter(({ name }) => table.columns.includes(name))
  const names = columns.map(({ name }) => quote(name)).join(', ')
  const values = columns.map(({ name, type }) => `r.${quote(name)}::${type}`).join(', ')
  const isJob = quoted(table) === quoted({ schema: 'pgboss', name: 'job' })
  await client.query(
    `insert into ${quoted(table)} (${names}) overriding system value select ${values} from pg_temp.${staged} r
     ${isJob ? 'where exists (select from pgboss.queue q where q.name = r.name)' : ''} on conflict do nothing`,
  )
  await client.query(`drop table pg_temp.${staged}`)
}

/** Compares the restored rows with the backup's. */
async function compare(client: ClientBase, table: TableEntry): Promise<void> {
  const { rows, sha256 } = await hashTable(client, table)
  if (rows === table.rows && sha256 === table.sha256) return
  throw new Refusal(`${table.name} reads otherwise than in the backup (${rows} rows of ${table.rows}).`)
}
