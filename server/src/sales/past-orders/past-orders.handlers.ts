import { toRupees } from 'contract/money'
import { MOVE_SOURCES } from 'contract/move-sources'
import { calls } from '../../context.ts'
import { type Columns, rupees, time } from '../../platform/files/columns.ts'
import { csvStream } from '../../shop/exports/csv.ts'
import { type PastOrderRow, type PastSum, readPastOrders, sumPastOrders } from './past-orders.queries.ts'
import { pastOrderFilterOf, pastOrderOf } from './past-orders.service.ts'

const PAGE = 50

const inRupees = <Row extends PastSum>({ amount_paise, refunded_paise, ...row }: Row) => ({
  ...row,
  amount: toRupees(amount_paise),
  refunded: toRupees(refunded_paise),
})

const pastOrderColumns: Columns<PastOrderRow> = {
  From: (row) => MOVE_SOURCES[row.source],
  'Order number': 'order_ref',
  Date: time('ordered_at'),
  Status: 'status',
  Name: 'name',
  Email: 'email',
  'User ID': 'user_id',
  Course: 'course',
  'Course ID': 'course_id',
  Amount: rupees('amount_paise'),
  Refunded: rupees('refunded_paise'),
  Currency: 'currency',
  'Promo code': 'coupon',
  'Moved in': time('moved_at'),
}

export const pastOrderHandlers = {
  list: calls.pastOrders.list.handler(({ input = {}, context }) => {
    const { limit = PAGE, offset = 0, ...asked } = input
    const filter = pastOrderFilterOf(asked)
    return context.ctx.read(async (db) => {
      const { sums, months, courses } = await sumPastOrders(db, filter)
      const orders = await readPastOrders(db, filter, { limit, offset })
      return {
        orders: orders.map(pastOrderOf),
        total: sums.reduce((total, sum) => total + sum.orders, 0),
        sums: sums.map(inRupees),
        months: months.map(inRupees),
        courses: courses.map(inRupees),
      }
    })
  }),

  file: calls.exports.pastOrders.handler(({ input, context }) =>
    csvStream(context, 'past-orders', pastOrderColumns, (db, after, limit) =>
      readPastOrders(db, pastOrderFilterOf(input), { limit, after }),
    ),
  ),
}
