import type { Db } from '../../context.ts'

/** Takes the next number of a series. Others wait for this transaction to end, so no number is lost or repeated. */
export async function takeNumber(trx: Db, series: string): Promise<number> {
  const { rows } = await trx.raw<{ rows: { last_number: number }[] }>(
    `insert into document_series (series, last_number) values (:series, 1)
     on conflict (series) do update set last_number = document_series.last_number + 1
     returning last_number`,
    { series },
  )
  return rows[0]?.last_number ?? 1
}

/** Continues a series after a number; returns false where it is already further. */
export async function raiseLastNumber(trx: Db, series: string, last: number): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `insert into document_series (series, last_number) values (:series, :last)
     on conflict (series) do update set last_number = excluded.last_number
       where document_series.last_number <= excluded.last_number
     returning last_number`,
    { series, last },
  )
  return rows.length > 0
}

export function findSeries(db: Db): Promise<{ series: string; last_number: number }[]> {
  return db('document_series').select('series', 'last_number')
}

/** Counts documents of every kind that were issued since. */
export async function countIssuedSince(db: Db, since: string): Promise<number> {
  const row = await db('documents').where('issued_at', '>=', since).count({ total: '*' }).first()
  return Number(row?.total ?? 0)
}

/** When the last document was issued, if any. */
export const findLastIssuedAt = async (db: Db): Promise<string | undefined> =>
  (await db('documents').orderBy('issued_at', 'desc').first('issued_at'))?.issued_at

/** The last number of a series; 0 before its first. */
export async function findLastNumber(db: Db, series: string): Promise<number> {
  const row: { last_number: number } | undefined = await db('document_series').where({ series }).first('last_number')
  return row?.last_number ?? 0
}
