import type { Promocode } from 'contract/promocodes'
import type { Db } from '../../context.ts'
import { named, type PromocodeRow, shown, terms, toPromocode, withScope } from './promocodes.queries.ts'

const columns = ['id', 'start_date', 'starts_at', 'expires_at', 'created_at', ...shown, ...terms]

/** Deletes the code with this id, else the one of this spelling, and answers it; undefined when there is neither. */
export async function deletePromocode(trx: Db, idOrCode: string, now: Date): Promise<Promocode | undefined> {
  const found: PromocodeRow | undefined = await withScope(trx, named(trx('promocodes'), idOrCode))
    .forUpdate('promocodes')
    .first()
  if (!found) return undefined
  const [row] = await trx('promocodes').where({ id: found.id }).del().returning(columns)
  await trx('deleted_promocodes').insert({ ...row, deleted_at: now })
  return toPromocode(found)
}

/** Puts the code that was deleted last under this id or spelling back as it was; `exists` when it is in use again. */
export async function undeletePromocode(trx: Db, idOrCode: string): Promise<Promocode | 'exists' | undefined> {
  const row = await named(trx('deleted_promocodes'), idOrCode).orderBy('deleted_at', 'desc').forUpdate().first(columns)
  if (!row) return undefined
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `insert into promocodes (${columns.join(', ')})
    overriding system value
    values (${columns.map((column) => `:${column}`).join(', ')})
    on conflict do nothing
    returning id`,
    row,
  )
  if (rows.length === 0) return 'exists'
  await trx('deleted_promocodes').where({ id: row.id }).del()
  return toPromocode(await withScope(trx, trx('promocodes').where({ id: row.id })).first())
}

/** Deletes for good what was deleted before this instant. */
export async function forgetDeletedPromocodes(db: Db, before: Date): Promise<void> {
  await db('deleted_promocodes').where('deleted_at', '<', before.toISOString()).delete()
}
