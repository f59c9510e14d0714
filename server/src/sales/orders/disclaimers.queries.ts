import type { Disclaimer } from 'contract/orders/fields'
import type { Db } from '../../context.ts'
import { hash } from '../../platform/db/idempotency.ts'

type ShownDisclaimer = { name: string; legal_disclaimer: string | null }

/** Writes what the sales pages of these courses disclaim; several texts each under the name of its course. Null without any. */
export function disclaimerOf(courses: readonly ShownDisclaimer[]): string | null {
  const notified = courses.filter(({ legal_disclaimer }) => legal_disclaimer)
  const texts = [...new Set(notified.map(({ legal_disclaimer }) => legal_disclaimer))]
  if (texts.length <= 1) return texts[0] ?? null
  return notified.map(({ name, legal_disclaimer }) => `${name}\n${legal_disclaimer}`).join('\n\n')
}

/** Finds or stores the text `:disclaimer` with its hash, null for none, as `disclaimed`: for the statement that makes an order. */
export const DISCLAIMED = `known as (
    select disclaimer_id from disclaimers where hash = :disclaimerHash
  ), made as (
    insert into disclaimers (hash, text, created_at) select :disclaimerHash, :disclaimer, :now
    where cast(:disclaimer as text) is not null and not exists (select from known)
    on conflict (hash) do update set text = excluded.text
    returning disclaimer_id
  ), disclaimed as (
    select disclaimer_id from known union all select disclaimer_id from made
  )`

/** Values that `DISCLAIMED` needs. */
export const disclaimedValues = (disclaimer: string | null) => ({
  disclaimer,
  disclaimerHash: disclaimer === null ? null : hash(disclaimer),
})

/** Finds the texts that these orders name, by their ids. */
export async function findDisclaimers(
  db: Db,
  orders: readonly { disclaimer_id: number | null }[],
): Promise<Map<number | null, Disclaimer>> {
  const ids = [...new Set(orders.flatMap(({ disclaimer_id }) => disclaimer_id ?? []))]
  if (ids.length === 0) return new Map()
  const rows: Disclaimer[] = await db('disclaimers')
    .whereIn('disclaimer_id', ids)
    .select({ version: 'disclaimer_id' }, 'text')
  return new Map(rows.map(({ version, text }) => [version, { version, text }]))
}
