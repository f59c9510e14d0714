import { indianTime } from 'contract/indian-time'
import { rupeesOrNull } from 'contract/money'
import { MOVE_SOURCES } from 'contract/move-sources'
import { calls } from '../../../context.ts'
import { type PastOrderRow, readPastOrders } from '../../../sales/past-orders/past-orders.queries.ts'
import { pastOrderFilterOf } from '../../../sales/past-orders/past-orders.service.ts'
import { type CsvColumns, csvStream } from './csv.ts'

const pastOrderColumns: CsvColumns<PastOrderRow> = {
  From: (row) => MOVE_SOURCES[row.source],
  'Order number': (row) => row.order_ref,
  Date: (row) => row.ordered_at && indianTime(row.ordered_at),
  Status: (row) => row.status,
  Name: (row) => row.name,
  Email: (row) => row.email,
  'User ID': (row) => row.user_id,
  Course: (row) => row.course,
  'Course ID': (row) => row.course_id,
  Amount: (row) => rupeesOrNull(row.amount_paise),
  Refunded: (row) => rupeesOrNull(row.refunded_paise),
  Currency: (row) => row.currency,
  'Promo code': (row) => row.coupon,
  'Moved in': (row) => indianTime(row.moved_at),
}

export const pastOrderExports = {
  pastOrders: calls.exports.pastOrders.handler(({ input, context }) => {
    const filter = pastOrderFilterOf(input)
    return csvStream(context, 'past-orders', pastOrderColumns, (db, after, limit) =>
      readPastOrders(db, filter, { limit, after }),
    )
  }),
}
