import { IconReceipt } from '../../ui/secondary-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { counted, type TodoOf } from '../lists/todo-words.ts'

export const todo: TodoOf = {
  unknown_money: (line) => ({
    icon: IconReceipt,
    tone: 'danger',
    short: counted(line, 'payment without an order', 'payments without an order'),
    title: counted(line, 'payment has no order', 'payments have no order'),
    detail: 'A buyer paid and got nothing. Refund it in Razorpay, or give access.',
    action: 'Open Payouts',
    to: adminPaths.tab('payouts', { part: 'payments-without-a-matching-order' }),
  }),
}
