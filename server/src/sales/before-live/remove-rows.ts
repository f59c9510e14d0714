import type { Db } from '../../context.ts'

export type Link = { child: string; column: string; parent: string; key: string }

/** Lists columns that name a row of another table: foreign keys that do not empty themselves, and unchecked ids of courses and orders. */
export async function findLinks(trx: Db): Promise<Link[]> {
  const { rows } = await trx.raw<{ rows: Link[] }>(
    `select f.conrelid::regclass::text as child, a.attname as "column", f.confrelid::regclass::text as parent, k.attname as key
    from pg_constraint f
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    join pg_attribute k on k.attrelid = f.confrelid and k.attnum = f.confkey[1]
    where f.contype = 'f' and f.connamespace = 'public'::regnamespace and f.confdeltype <> 'n'
      and f.conrelid <> f.confrelid and cardinality(f.conkey) = 1
    union
    select c.oid::regclass::text, a.attname, p.parent, a.attname
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnotnull
    join (values ('course_id', 'courses'), ('order_id', 'orders')) p (key, parent) on p.key = a.attname
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in (p.parent, 'past_orders')`,
  )
  return rows
}

/** Deletes rows and, before them, all that names them. A gift code that one of these people redeemed is free again. */
export async function removeRows(
  trx: Db,
  links: readonly Link[],
  table: string,
  where: string,
  values: { orders?: string[] } = {},
): Promise<void> {
  for (const { child, column, key } of links.filter(({ parent }) => parent === table)) {
    const of = `${column} in (select ${key} from ${table} where ${where})`
    if (column === 'redeemed_by')
      await trx.raw(`update ${child} set redeemed_by = null, redeemed_at = null where ${of}`, values)
    else await removeRows(trx, links, child, of, values)
  }
  await trx.raw(`delete from ${table} where ${where}`, values)
}

/** Removes payouts of these orders, and their payments from the ledger of the sandbox, which would differ from the shop’s. */
export async function removePayouts(trx: Db, orders: string[]): Promise<void> {
  const ids: string[] = await trx('order_payments').whereIn('order_id', orders).pluck('payment_id')
  await trx('settlement_items').whereIn('entity_id', ids).orWhereIn('payment_id', ids).delete()
  const { rows } = await trx.raw<{ rows: { there: boolean }[] }>(
    `select to_regclass('sandbox.disputes') is not null as there`,
  )
  if (!rows[0]?.there) return
  for (const table of ['sandbox.disputes', 'sandbox.refunds', 'sandbox.payments'])
    await trx(table).whereIn('payment_id', ids).delete()
}

/** Lifts or restores the rule that an issued document never changes. */
export async function guardDocuments(trx: Db, does: 'disable' | 'enable'): Promise<void> {
  for (const table of ['documents', 'document_files'])
    await trx.raw(`alter table ${table} ${does} trigger ${table}_never_change`)
}
