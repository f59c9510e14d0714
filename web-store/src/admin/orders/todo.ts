import { callName } from 'contract/call-name'
import type { TodoLine } from 'contract/todo'
import { dateText, rupeesText } from '../../ui/format.ts'
import { IconAlertTriangle, IconClock, IconReceipt } from '../../ui/secondary-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { agoText } from '../lists/ago-text.ts'
import { counted, oldest, type TodoOf } from '../lists/todo-words.ts'
import { attentionText } from './order-labels.ts'

/** The one order that a line is about, else the list of all of them. */
const orderOf = ({ count, order }: TodoLine, status: 'attention' | 'waiting') =>
  count === 1 && order
    ? { action: 'Open order', to: adminPaths.tab('orders', { order: order.order_id }) }
    : { action: 'Open orders', to: adminPaths.tab('orders', { status }) }

const facts = ({ order }: TodoLine) => (order ? `${rupeesText(order.total)}, ${order.order_no}. ` : '')
/** `words` are the code of the reason. */
const reasonOf = ({ words, order }: TodoLine) => attentionText(words, order?.buyer)
const buyerOf = ({ order }: TodoLine) => (order?.buyer ? `${callName({ name: order.buyer }) ?? order.buyer}’s` : 'a')

export const todo: TodoOf = {
  dispute: (line) => ({
    icon: IconAlertTriangle,
    tone: 'danger',
    short: counted(line, 'dispute'),
    title: line.count === 1 ? `Answer ${buyerOf(line)} payment dispute` : `Answer ${line.count} payment disputes`,
    detail: `${line.count === 1 ? facts(line) : ''}Answer in Razorpay${line.until ? ` by ${dateText(new Date(line.until))}` : ''}.`,
    ...orderOf(line, 'attention'),
  }),
  refund_request: (line) => ({
    icon: IconReceipt,
    tone: 'danger',
    short: counted(line, 'refund request'),
    title: line.count === 1 ? `Answer ${buyerOf(line)} refund request` : `Answer ${line.count} refund requests`,
    detail: line.count === 1 && line.since ? `${facts(line)}Asked ${agoText(line.since)}.` : oldest(line.since),
    ...orderOf(line, 'attention'),
    action: line.count === 1 ? 'Open request' : 'Open requests',
  }),
  approval: (line) => ({
    icon: IconReceipt,
    tone: 'danger',
    short: counted(line, 'refund to approve', 'refunds to approve'),
    title: `${counted(line, 'refund needs', 'refunds need')} approval`,
    detail: line.count === 1 ? facts(line).trim() : oldest(line.since),
    ...orderOf(line, 'attention'),
  }),
  orders: (line) => ({
    icon: IconAlertTriangle,
    tone: 'danger',
    short: counted(line, 'order'),
    title: `${counted(line, 'order needs', 'orders need')} a decision`,
    detail: line.count === 1 ? `${facts(line)}${reasonOf(line)}.` : oldest(line.since),
    ...orderOf(line, 'attention'),
  }),
  unconfirmed: (line) => ({
    icon: IconClock,
    tone: 'buy',
    short: counted(line, 'payment'),
    title: counted(line, 'payment is not confirmed', 'payments are not confirmed'),
    detail: line.since ? `The oldest order was made ${agoText(line.since)}. Razorpay can tell us now.` : '',
    ...orderOf(line, 'waiting'),
    action: 'Check now',
  }),
}
