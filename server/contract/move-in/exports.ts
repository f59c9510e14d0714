import { z } from 'zod'
import { csv, exportCall, ofFinance, q } from '../exports.ts'
import { Day } from '../fields.ts'

export const exports = {
  /** Orders of the shop before, which are in no other file. */
  pastOrders: exportCall('past_orders.csv', 'Orders of the shop before as CSV', { ...ofFinance, scope: 'orders:read' })
    .input(z.object({ q, from: Day.optional(), to: Day.optional() }))
    .output(csv),
}
