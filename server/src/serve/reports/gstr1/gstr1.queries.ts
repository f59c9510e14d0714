import type { Db } from '../../../context.ts'
import type { RateRow } from '../../../sales/documents/line-tax.ts'

/** An invoice, bill of supply, credit or debit note as the return counts it, in integer paise; no amount is negative. */
export type ReturnedDocument = {
  document_id: string
  kind: 'invoice' | 'bill_of_supply' | 'credit_note' | 'debit_note'
  series: string
  number: number
  serial: string
  issued_at: string
  /** GSTIN of the buyer; null for consumers. */
  gstin: string | null
  /** The buyer is a unit or developer in a Special Economic Zone. */
  sez: boolean
  seller_state: string
  place_of_supply: string
  total_paise: number
  /** Sums by rate and code: one row, unless its lines differ. */
  rates: RateRow[]
  /** Quantities by code and rate, such as `4901 500`. */
  quantities: Record<string, number>
  /** For notes: the value of the document they are against. */
  against_paise: number | null
}

export type Span = { from: string; before: string }

/** The GSTINs under which the documents were issued, the first one first; none without any. */
export async function findReturningGstins(db: Db, { from, before }: Span): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { gstin: string }[] }>(
    `select facts->'seller'->>'gstin' as gstin from documents
     where issued_at >= :from and issued_at < :before and facts->'seller'->>'gstin' is not null
     group by 1 order by min(issued_at), 1`,
    { from, before },
  )
  return rows.map(({ gstin }) => gstin)
}

/** The documents of a supplier in the order of their numbers, at most `limit` after `last`. */
export async function findReturnedDocuments(
  db: Db,
  { from, before, gstin }: Span & { gstin: string },
  last: ReturnedDocument | undefined,
  limit: number,
): Promise<ReturnedDocument[]> {
  const { rows } = await db.raw<{ rows: ReturnedDocument[] }>(
    `select d.document_id, d.kind, d.series, d.number, d.serial, d.issued_at, nullif(f.buyer->>'gstin', '') as gstin,
       coalesce((f.buyer->>'sez')::boolean, false) as sez,
       f.seller->>'state_code' as seller_state, f.place_of_supply, coalesce(f.rates, jsonb_build_array(jsonb_build_object('sac', f.seller->>'sac') || d.facts)) as rates, f.total_paise,
       (a.facts->>'total_paise')::bigint as against_paise,
       (select coalesce(jsonb_object_agg(q.key, q.quantity), '{}') from (
         select concat(coalesce(l->>'sac', f.seller->>'sac'), ' ', coalesce(l->>'rate_basis_points', d.facts->>'rate_basis_points')) as key,
           sum((l->>'quantity')::int) as quantity from jsonb_array_elements(d.facts->'lines') l group by 1) q) as quantities
     from documents d
     cross join jsonb_to_record(d.facts) as f (buyer jsonb, seller jsonb, against jsonb, place_of_supply text,
       rates jsonb, total_paise bigint)
     left join documents a on a.serial = f.against->>'serial'
     where d.issued_at >= :from and d.issued_at < :before and f.seller->>'gstin' = :gstin
       and (d.series, d.number) > (coalesce(:lastSeries, ''), coalesce(:lastNumber::integer, 0))
     order by d.series, d.number
     limit :limit`,
    { from, before, gstin, lastSeries: last?.series ?? null, lastNumber: last?.number ?? null, limit },
  )
  return rows
}
