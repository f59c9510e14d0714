import { IconAlertTriangle, IconMail } from '../../ui/secondary-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { counted, since, type TodoOf, withoutStop } from '../lists/todo-words.ts'

/** Tries the mail server, in the place of an address of the console. */
export const TEST_MAIL = 'test mail'

export const todo: TodoOf = {
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
  invariant: (line) => ({
    icon: IconAlertTriangle,
    tone: 'danger',
    title: 'The nightly check found a difference',
    short: counted(line, 'difference'),
    detail: `${since(line.since)}the rule “${withoutStop(line.words)}” does not hold. On your server, npm run doctor -- invariants lists the records.`,
    action: 'Open the orders',
    to: adminPaths.tab('orders'),
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
}
