import { createHash } from 'node:crypto'
import { dayStart, indianDay } from 'contract/indian-time'
import { rupeesOrNull } from 'contract/money'
import type { PastOrder } from 'contract/move-in/past-orders'
import type { Db } from '../../context.ts'
import { type BroughtOrder, type PastOrderFilter, type PastOrderRow, writePastOrders } from './past-orders.queries.ts'

const plain = (text: string | null) => (text ?? '').normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Names a row in its source: by its number and course, else by person, course, day and amount. */
function fingerprintOf({
  source,
  ref,
  key = ref,
  course,
  email,
  name,
  ordered_at,
  amount_paise,
  currency,
}: BroughtOrder): string {
  const person = plain(email) || plain(name)
  const without = [person, plain(course), ordered_at ? indianDay(ordered_at) : '', amount_paise, currency]
  const named = key === null ? without : [plain(key), plain(course)]
  return createHash('sha256')
    .update(JSON.stringify([source, ...named]))
    .digest('hex')
}

/**
 * Stores orders of the shop before as history; returns per row whether it is new, changed (a refund since), or the same.
 * The same rows again change nothing. One statement, however many rows.
 */
export async function bringPastOrders(
  trx: Db,
  rows: readonly BroughtOrder[],
  { now, moveId }: { now: Date; moveId: string },
): Promise<('new' | 'changed' | 'same')[]> {
  const named = rows.map((row) => ({ ...row, fingerprint: fingerprintOf(row) }))
  const once = new Map<string, (typeof named)[number]>()
  // A refund in a row of its own says more than the sale.
  for (const row of named) if (!once.has(row.fingerprint) || row.status !== 'paid') once.set(row.fingerprint, row)
  // Sorted, so that two transactions with the same orders never deadlock.
  const sorted = [...once.values()].toSorted((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1))
  const written = new Map<string, 'new' | 'changed'>(await writePastOrders(trx, sorted, { now, moveId }))
  return named.map(({ fingerprint }) => {
    const result = written.get(fingerprint) ?? 'same'
    // A second row of the same order is a repetition.
    written.delete(fingerprint)
    return result
  })
}

type ListQuery = Omit<PastOrderFilter, 'from' | 'before'> & { from?: string | undefined; to?: string | undefined }

export const pastOrderFilterOf = ({ q, user_id, from, to }: ListQuery): PastOrderFilter => ({
  q,
  user_id,
  from: from && dayStart(from),
  before: to && dayStart(to, 1),
})

export function pastOrderOf(row: PastOrderRow): PastOrder {
  const { past_order_id: _, ordered_at, amount_paise, refunded_paise, ...shown } = row
  return {
    ...shown,
    ordered_on: ordered_at,
    amount: rupeesOrNull(amount_paise),
    refunded: rupeesOrNull(refunded_paise),
  }
}
