import { z } from 'zod'
import { toFiles } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { csv } from '../exports.ts'
import { Day } from '../fields.ts'

const q = z.string({ error: 'Must be text' }).trim().max(200, { error: 'Must be at most 200 characters' }).optional()

export const exports = {
  /** Orders of the shop before, which are in no other file. */
  pastOrders: defineCall({
    method: 'GET',
    path: '/admin/export/past_orders.csv',
    access: 'admin',
    roles: ['finance'],
    confirm: 'caller',
    summary: 'Orders of the shop before as CSV',
    cost: 'export',
    limits: [toFiles],
  })
    .input(z.object({ q, from: Day.optional(), to: Day.optional() }))
    .output(csv),
}
