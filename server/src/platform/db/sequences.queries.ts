import type { Knex } from 'knex'

/** A sequence that gives numbers which its table has already, as after logical replication, which brings rows alone. */
export type Lagging = { sequence: string; taken: number }

type Owned = { sequence: string; table: string; column: string; is_text: boolean }

/** Lists such sequences; the greatest number of a table is read by its index, that of a text among its newest rows. */
export async function findLagging(db: Knex): Promise<Lagging[]> {
  const { rows: owned } = await db.raw<{ rows: Owned[] }>(
    `select s.oid::regclass::text as sequence, t.oid::regclass::text as table, quote_ident(a.attname) as column, a.atttypid = 'text'::regtype as is_text
     from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
     join pg_class t on t.oid = d.refobjid and t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
     join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
     where d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i') order by 1`,
  )
  const taken = ({ table, column, is_text }: Owned) =>
    is_text
      ? `(select max(substring(newest.${column} from '\\d+$')::bigint) from (select ${column} from ${table} order by created_at desc limit 100) newest)`
      : `(select max(${column}) from ${table})`
  const each = owned.map(
    (one) =>
      `select '${one.sequence}' as sequence, ${taken(one)}::bigint as taken, (select case when is_called then last_value else last_value - 1 end from ${one.sequence}) as given`,
  )
  if (each.length === 0) return []
  // No value is bound: the pattern of the text is no placeholder.
  const { rows } = await db.raw<{ rows: Lagging[] }>(
    `select sequence, taken from (${each.join(' union all ')}) of where taken > given order by sequence`.replaceAll(
      '?',
      '\\?',
    ),
  )
  return rows
}

/** The statement that moves a sequence past what its table has. */
export const moveStatement = ({ sequence, taken }: Lagging) => `select setval('${sequence}', ${taken})`
