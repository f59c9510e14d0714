import { toRupees } from 'contract/money'
import { calls } from '../../context.ts'
import { type PastSum, readPastOrders, sumPastOrders } from './past-orders.queries.ts'
import { pastOrderFilterOf, pastOrderOf } from './past-orders.service.ts'

const PAGE = 50

const inRupees = <Row extends PastSum>({ amount_paise, refunded_paise, ...row }: Row) => ({
  ...row,
  amount: toRupees(amount_paise),
  refunded: toRupees(refunded_paise),
})

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
}
