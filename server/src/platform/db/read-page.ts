import { MOST_COUNTED } from 'contract/limits'
import type { Knex } from 'knex'

type Window = { limit?: number | undefined; offset?: number | undefined }

/**
 * Reads one window of the rows that `found` finds, and their total. `read` gets them cut to the window, and orders and selects: keys
 * alone, whose rows and neighbours are then looked up, so that those before the window are read from an index. A table that `found`
 * joins without need costs that, even where PostgreSQL leaves the join out.
 * The total of more than `MOST_COUNTED` rows is exact at the end of the list alone; before it, it is one more than was counted or seen.
 */
export async function readPage<Row>(
  db: Knex,
  found: Knex.QueryBuilder,
  { limit, offset = 0 }: Window,
  read: (window: Knex.QueryBuilder) => PromiseLike<Row[]>,
): Promise<{ rows: Row[]; total: number }> {
  const window = found.clone().offset(offset)
  if (limit !== undefined) window.limit(limit + 1)
  const [seen, counted] = await Promise.all([read(window), countMost(db, found).first()])
  const total = Number(counted?.total ?? 0)
  const rows = seen.slice(0, limit)
  const isCounted = total <= MOST_COUNTED || rows.length === 0
  return { rows, total: isCounted ? total : Math.max(total, offset + rows.length + Number(seen.length > rows.length)) }
}

/** Builds the query that counts rows as `total`, up to one more than `MOST_COUNTED`. */
export function countMost(db: Knex, found: Knex.QueryBuilder): Knex.QueryBuilder {
  const few = found
    .clone()
    .select(db.raw('1'))
    .limit(MOST_COUNTED + 1)
  return db.count({ total: '*' }).from(few.as('few'))
}
