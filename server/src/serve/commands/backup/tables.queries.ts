import type { ClientBase } from 'pg'
import { listOwnTables } from '../../../platform/db/migrations.ts'
import type { SequenceEntry } from './archive-format.ts'

export type Table = { schema: string; name: string }

/** Tables to back up in pg-boss's schema: the jobs, which are the outbox, and their queues. */
const JOB_TABLES = ['queue', 'job']

/** `"schema"."name"`, both quoted. */
export const quoted = ({ schema, name }: Table) => `${quote(schema)}.${quote(name)}`
export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * Lists a backup's tables in the order in which they can be filled: the shop's, its jobs, and the sandbox gateway's
 * ledger if any. Leaves out foreign tables of the same database.
 */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const own = [...(await listOwnTables()), 'migrations']
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and (n.nspname = 'sandbox' or (n.nspname = 'pgboss' and c.relname = any($1)) or (n.nspname = 'public' and c.relname = any($2)))
     order by n.nspname <> 'public', n.nspname, array_position($1, c.relname::text), c.relname`,
    [JOB_TABLES, own],
  )
  return rows
}

/** Lists the tables of the public schema that no step of this version makes: a later version's, or foreign ones. */
export async function listUnknownTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select 'public' as schema, relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> all($1) and relname ~ '^[a-z0-9_]+$' and pg_get_userbyid(relowner) = current_user
     order by relname`,
    [[...(await listOwnTables()), 'migrations']],
  )
  return rows
}

export type Column = { name: string; type: string; key: number | null; text: boolean }

/** The columns that hold something of their own, with their place in the primary key. */
export async function listColumns(client: ClientBase, table: Table): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       array_position(i.indkey::int[], a.attnum::int) as key, a.attcollation <> 0 as text
     from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by a.attnum`,
    [quoted(table)],
  )
  return rows
}

/** Rows in the order of the key, letters by their code: equal tables make equal bytes in every database. */
export function copyOut(table: Table, columns: readonly Column[]): string {
  const names = columns.map(({ name }) => quote(name)).join(', ')
  const keys = columns.filter(({ key }) => key !== null).toSorted((a, b) => Number(a.key) - Number(b.key))
  const order = (keys.length > 0 ? keys : columns).map(
    ({ name, text }) => `${quote(name)}${text ? ' collate "C"' : ''}`,
  )
  return `copy (select ${names} from ${quoted(table)} order by ${order.join(', ')}) to stdout`
}

export function copyIn(table: Table, columns: readonly string[]): string {
  return `copy ${quoted(table)} (${columns.map(quote).join(', ')}) from stdin`
}

/** The counters of identity columns. They run ahead of the snapshot, never behind it. */
export async function readSequences(client: ClientBase, tables: readonly Table[]): Promise<SequenceEntry[]> {
  const { rows } = await client.query<Table & { column: string; sequence: string }>(
    `select n.nspname as schema, c.relname as name, a.attname as column, s.sequence
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     cross join lateral (select pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as sequence) s
     where n.nspname in ('public', 'sandbox') and c.relkind in ('r', 'p') and s.sequence is not null
     order by 1, 2, 3`,
  )
  const stored = new Set(tables.map(quoted))
  const found: SequenceEntry[] = []
  for (const row of rows.filter((one) => stored.has(quoted(one)))) {
    const state = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${row.sequence}`,
    )
    const [{ value, called } = { value: '1', called: false }] = state.rows
    found.push({ schema: row.schema, table: row.name, column: row.column, value, called })
  }
  return found
}

export async function setSequence(client: ClientBase, sequence: SequenceEntry): Promise<void> {
  const { schema, table, column, value, called } = sequence
  await client.query('select setval(pg_get_serial_sequence($1, $2), $3::bigint, $4)', [
    quoted({ schema, name: table }),
    column,
    value,
    called,
  ])
}

/** Takes the foreign keys of a schema away and answers the statements that bring them back, and prove every row. */
export async function dropForeignKeys(client: ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = $1::regnamespace and conparentid = 0 order by 1, 2`,
    [schema],
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`)
}

/** Returns true when a restore would remove a shop's data. */
export async function holdsShop(client: ClientBase): Promise<boolean> {
  for (const name of ['users', 'courses', 'orders', 'media']) {
    const table = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
      `public.${name}`,
    ])
    if (!table.rows[0]?.there) continue
    const { rows } = await client.query<{ filled: boolean }>(`select exists (select from public.${name}) as filled`)
    if (rows[0]?.filled) return true
  }
  return false
}

/** Counts connections of running instances to this database. */
export async function countInstances(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name like 'skillhaat%'`,
  )
  return rows[0]?.count ?? 0
}
