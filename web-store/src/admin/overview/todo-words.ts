import { callName } from 'contract/call-name'
import { WAITING_MOST } from 'contract/overview'
import type { TodoLine, WAITING_KINDS } from 'contract/todo'
import { shopNow } from '../../stores/shop-clock.ts'
import { dateText, dateTimeText, rupeesText } from '../../ui/format.ts'
import type { IconShape } from '../../ui/icon-drawing.ts'
import { IconStarFilled } from '../../ui/icons.ts'
import { IconAlertTriangle, IconClock, IconMail, IconReceipt } from '../../ui/secondary-icons.ts'
import { IconHelp, IconPencil } from '../host/admin-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { agoText } from '../lists/ago-text.ts'
import { attentionText } from '../orders/order-labels.ts'
import { tabPath } from '../tabs/tab-path.ts'

/** Ways that are no address of the console: the store, and an email to try the mail server. */
export const STORE = 'store'
export const TEST_MAIL = 'test mail'

export type TodoWords = { icon: IconShape; title: string; detail: string; action: string; to: string }
type WaitingKind = (typeof WAITING_KINDS)[number]

export type WaitingWords = TodoWords & {
  tone: 'danger' | 'buy' | 'action'
  /** Names it where the list is folded: `7 questions`. */
  short: string
}

const withoutStop = (text: string | null) => (text ?? '').replace(/\.$/, '')
const since = (moment: string | null) => (moment ? `Since ${dateTimeText(moment)}: ` : '')
const oldest = (moment: string | null) => (moment ? `The oldest came ${agoText(moment)}.` : '')
const counted = ({ count }: TodoLine, one: string, many = `${one}s`) =>
  count >= WAITING_MOST ? `${WAITING_MOST}+ ${many}` : `${count} ${count === 1 ? one : many}`

/** The one order that a line is about, else the list of all of them. */
const orderOf = ({ count, order }: TodoLine, status: 'attention' | 'waiting') =>
  count === 1 && order
    ? { action: 'Open order', to: adminPaths.tab('orders', { order: order.order_id }) }
    : { action: 'Open orders', to: adminPaths.tab('orders', { status }) }

const facts = ({ order }: TodoLine) => (order ? `${rupeesText(order.total)}, ${order.order_no}. ` : '')
/** `words` are the code of the reason. */
const reasonOf = ({ words, order }: TodoLine) => attentionText(words, order?.buyer)
const buyerOf = ({ order }: TodoLine) => (order?.buyer ? `${callName({ name: order.buyer }) ?? order.buyer}’s` : 'a')

/** Words of each waiting thing: the task, its reason, and the one press that leads there. */
export const waitingWords: Record<WaitingKind, (line: TodoLine) => WaitingWords> = {
  mail: (line) => ({
    icon: IconMail,
    tone: 'danger',
    title: 'No email leaves your shop',
    short: 'no email leaves',
    detail: `${since(line.since)}${withoutStop(line.words)}. Correct SMTP_URL and MAIL_FROM in the settings of the server.`,
    action: 'Send a test email',
    to: TEST_MAIL,
  }),
  refused: (line) => ({
    icon: IconAlertTriangle,
    tone: 'danger',
    title: 'Razorpay refuses your shop’s payments',
    detail: `${since(line.since)}${withoutStop(line.words)}.`,
    action: 'Check the keys',
    to: adminPaths.tab('payment'),
    short: 'payments are refused',
  }),
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
  privacy: (line) => ({
    icon: IconClock,
    tone: 'danger',
    short: counted(line, 'privacy request'),
    title: `Answer ${line.count === 1 ? 'a privacy request' : counted(line, 'privacy request')}`,
    detail: line.until
      ? `Due ${Date.parse(line.until) > shopNow().getTime() ? 'by' : 'since'} ${dateText(new Date(Date.parse(line.until) - 1000))}.`
      : '',
    action: 'Open the desk',
    to: tabPath('privacy') ?? adminPaths.home,
  }),
  backup: (line) => ({
    icon: IconAlertTriangle,
    tone: 'danger',
    short: 'the backup',
    title: line.words ? 'The last backup failed' : 'The last backup is old',
    detail: `${line.words ? `${withoutStop(line.words)}. ` : ''}${line.since ? `The last good one was made ${agoText(line.since)}.` : 'There is no good one yet.'}`,
    action: 'Open Backups',
    to: adminPaths.tab('payment'),
  }),
  messages: (line) => ({
    icon: IconMail,
    tone: 'action',
    short: counted(line, 'message'),
    title: counted(line, 'open message'),
    detail: oldest(line.since),
    action: 'Open messages',
    to: adminPaths.tab('inbox', { kind: 'messages' }),
  }),
  questions: (line) => ({
    icon: IconHelp,
    tone: 'action',
    short: counted(line, 'question'),
    title: `${counted(line, 'question')} without an answer`,
    detail: oldest(line.since),
    action: 'Open questions',
    to: adminPaths.tab('inbox', { kind: 'questions' }),
  }),
  assignments: (line) => ({
    icon: IconPencil,
    tone: 'action',
    short: counted(line, 'assignment'),
    title: `${counted(line, 'assignment')} to check`,
    detail: oldest(line.since),
    action: 'Open assignments',
    to: adminPaths.tab('inbox', { kind: 'work' }),
  }),
  reviews: (line) => ({
    icon: IconStarFilled,
    tone: 'action',
    short: counted(line, 'review'),
    title: `${counted(line, 'review')} without a reply`,
    detail: oldest(line.since),
    action: 'Open reviews',
    to: adminPaths.tab('reviews', { show: 'waiting' }),
  }),
  bounced: (line) => ({
    icon: IconMail,
    tone: 'buy',
    short: counted(line, 'email that came back', 'emails that came back'),
    title: counted(line, 'email came back', 'emails came back'),
    detail: line.student ? `Ask ${line.student.name} for another address.` : '',
    action: 'Open student',
    to: line.student ? adminPaths.student(line.student.id) : adminPaths.tab('users'),
  }),
  reports: (line) => ({
    icon: IconMail,
    tone: 'buy',
    short: counted(line, 'unread report'),
    title: `${counted(line, 'report', 'reports')} about emails could not be read or matched`,
    detail: line.since ? `Since ${dateTimeText(line.since)}. ${withoutStop(line.words)}.` : '',
    action: 'Open emails',
    to: tabPath('letters', { pace: '1' }) ?? adminPaths.home,
  }),
}
