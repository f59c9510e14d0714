import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/**
 * Lists columns that reference another table without an index: deleting a referenced row would scan all of this table.
 * A partial index counts when it omits only nulls.
 */
const pointersWithoutIndex = async () => {
  const { rows } = await database.db.raw(`
    select source.relname || '.' || (
             select string_agg(attname, ', ' order by attnum) from pg_attribute
             where attrelid = conrelid and attnum = any (conkey)
           ) as name
    from pg_constraint join pg_class source on source.oid = conrelid
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index
      where indrelid = conrelid
        and (select array_agg(column_no) from unnest(indkey::int2[]) with ordinality as of_index (column_no, place)
             where place <= cardinality(conkey)) @> conkey
        and (indpred is null or pg_get_expr(indpred, indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')
    )
    order by 1`)
  return rows.map(({ name }: { name: string }) => name)
}

test('an index covers every reference to another table', async () => {
  expect(await pointersWithoutIndex()).toEqual([])
})
