import { calls, requireAdmin } from '../../../context.ts'
import { billingOf } from '../checkout/billing.ts'
import { bookOutsideSale } from './book-payment.ts'

export const outsideHandlers = {
  bookOutside: calls.orders.bookOutside.handler(({ input, context }) => {
    const { body, headers } = input
    const sale = { ...body, billing: billingOf(body) }
    return bookOutsideSale(context.ctx, requireAdmin(context), sale, headers?.['idempotency-key'])
  }),
}
