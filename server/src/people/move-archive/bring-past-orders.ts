import { toPaise } from 'contract/money'
import { MoveSource } from 'contract/move-sources'
import type { Context } from '../../context.ts'
import type { BroughtOrder } from '../../sales/past-orders/past-orders.queries.ts'
import { bringPastOrders } from '../../sales/past-orders/past-orders.service.ts'
import type { Known } from './bring-courses.ts'
import type { Bringing } from './move-archive.queries.ts'
import { inBatches, type OpenArchive } from './unpack.ts'

type Sale = Pick<BroughtOrder, 'ordered_at' | 'email' | 'name' | 'coupon'> & {
  total: number
  refunded: number
  /** The number that the other shop wrote on it; archives of before 0.8 have ids alone. */
  ref: string | null
}

/** Brings paid orders, course by course, and the orders that the other shop had from before it. Returns how many are new. */
export async function bringOrders(
  ctx: Pick<Context, 'db' | 'now'>,
  archive: OpenArchive,
  known: Known,
  { signal, moveId }: Pick<Bringing, 'signal'> & { moveId: string },
): Promise<number> {
  const now = ctx.now()
  let brought = 0
  const bring = async (rows: BroughtOrder[]) => {
    signal.throwIfAborted()
    const results = await ctx.db.transaction((trx) => bringPastOrders(trx, rows, { now, moveId }))
    brought += results.filter((result) => result === 'new').length
  }
  const sales = new Map<string, Sale>()
  for await (const row of archive.rows('orders.csv')) {
    const at = row.paid_at || row.received_on
    if (!at) continue
    sales.set(row.order_id ?? '', {
      ordered_at: new Date(at),
      email: row.email || null,
      name: row.name || null,
      coupon: row.promocode || null,
      total: paise(row.total),
      refunded: paise(row.refunded),
      ref: row.order_no || row.order_id || null,
    })
  }
  await inBatches(archive.rows('order-lines.csv'), bring, (row): BroughtOrder | undefined => {
    const sale = sales.get(row.order_id ?? '')
    if (!sale) return undefined
    const { total, refunded, ...said } = sale
    const amount_paise = paise(row.total)
    const back = total === 0 ? 0 : Math.floor((refunded * amount_paise) / total)
    return {
      ...said,
      source: 'skillhaat',
      key: row.order_id ?? null,
      currency: 'INR',
      course: row.course ?? '',
      course_id: known.courses.get(row.course_id ?? '') ?? null,
      amount_paise,
      refunded_paise: back || null,
      status: back === 0 ? 'paid' : refunded < total ? 'partially_refunded' : 'refunded',
    }
  })
  await inBatches(archive.rows('past-orders.csv'), bring, (row): BroughtOrder | undefined => {
    const { data: source } = MoveSource.safeParse(row.source)
    const { status, currency = '' } = row
    if (!source || !/^[A-Z]{3}$/.test(currency)) return undefined
    if (status !== 'paid' && status !== 'refunded' && status !== 'partially_refunded') return undefined
    return {
      source,
      status,
      currency,
      ref: row.order_ref || null,
      ordered_at: row.ordered_at ? new Date(row.ordered_at) : null,
      email: row.email || null,
      name: row.name || null,
      coupon: row.coupon || null,
      course: row.course ?? '',
      course_id: known.courses.get(row.course_id ?? '') ?? null,
      amount_paise: row.amount ? paise(row.amount) : null,
      refunded_paise: row.refunded ? paise(row.refunded) : null,
    }
  })
  return brought
}

/** Reads a sum in rupees; 0 for what is none. */
const paise = (rupees: string | undefined) => toPaise(Math.max(0, Number(rupees) || 0))
