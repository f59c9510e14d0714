import { fill } from 'contract/fill'
import { bold, button, email, oneLine, onlyHtml, onlyText, quote, rich, subjectOf } from './email.ts'

/** Confirms a ticket with its number. It repeats no typed text: the address is unproven. */
export const ticketReceivedEmail = email<{ ticketNo: string }>(({ ticketNo: number }, { t, language }) => ({
  name: null,
  subject: subjectOf({ language }, `We have your message (${number})`, t('We have your message')),
  blocks: [
    rich(t('we have your message and will answer within one working day.\nIts number is {number}.'), {
      number: bold(number),
    }),
    t('If you did not write to us, you can ignore this email.'),
  ],
}))

/** Shows an operator that emails arrive. */
export const testEmail = email<void>(() => ({
  subject: 'Test email',
  blocks: ['This is a test email. It arrived, so the shop can send emails to this address.'],
}))

type TicketOpened = { ticketNo: string; name: string; email: string; subject: string; message: string }

/** Notifies an owner of a ticket, with its text. */
export const ticketOpenedEmail = email<TicketOpened>((ticket, { storeUrl }) => {
  const subject = oneLine(ticket.subject)
  return {
    subject: `New message ${ticket.ticketNo}: ${subject}`,
    blocks: [
      `${oneLine(ticket.name)} <${oneLine(ticket.email)}> sent you a message from the contact form:`,
      rich('{subject}', { subject: bold(subject) }),
      quote(ticket.message),
      button(`${storeUrl}/admin?tab=inbox&ticket=${ticket.ticketNo}`, 'Answer', 'Answer it here:'),
    ],
  }
})

type TicketAnswer = { ticketNo: string; writtenAt: Date; answer: string }

/** Carries the shop's answer. It quotes nothing of the message: the address is unproven. */
export const ticketAnswerEmail = email<TicketAnswer>(
  ({ ticketNo: number, writtenAt, answer }, { t, longDay, storeUrl, language }) => ({
    name: null,
    subject: subjectOf({ language }, `Our answer to your message ${number}`, t('Our answer to your message')),
    blocks: [
      t('This is our answer to your message of {day}:', { day: longDay(writtenAt) }),
      quote(answer),
      onlyHtml(t('To write again, use the contact form and name {number}.', { number })),
      button(
        `${storeUrl}/contact`,
        t('Contact form'),
        t('To write again, use the contact form and name {number}:', { number }),
      ),
    ],
  }),
)

type OwnerAlertData = {
  /**
   * One of `review`, `other_key`, `dispute`, `dispute_lost`, `dispute_reversed`, `refund_failed`, `refund_waiting`,
   * `webhooks_silent`, `gateway_refuses`, `unknown_order`, `unknown_orders`, `backup_old`, `database_returned`,
   * `document_failed`, `debit_note`,
   * `whatsapp_stopped`, `letter_stopped`, `withdrawn_link_paid`, `invariant`.
   */
  kind: string
  order_id: string | null
  order_no: string | null
  /** The gateway's deadline for a dispute. */
  answer_by?: string | undefined
  /** The rules that the nightly check found broken. */
  broken?: readonly string[] | undefined
}

const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })

/** Title and advice of each kind. */
const words: Record<string, [title: string, advice: string]> = {
  dispute: [
    'The payment of order {order} is disputed',
    'The buyer’s bank questions the payment. Answer in your Razorpay dashboard{by}, or the money is lost. The order in your console makes the evidence as a PDF. Do not refund this payment: it would be paid twice.',
  ],
  dispute_lost: [
    'The dispute about order {order} is lost',
    'The bank gave the money back to the buyer. Your shop has recorded it as a refund: with all of the money back, the buyer’s access ends. There is nothing to pay.',
  ],
  dispute_reversed: [
    'The dispute about order {order} is won after all',
    'The bank had given the money to the buyer, and gives it back to you. Your shop has reversed the loss: the buyer has access again. Check in your Razorpay dashboard that the money is there.',
  ],
  review: [
    'Order {order} needs a decision',
    'The amount paid does not match the order, or the buyer’s account was deleted. The buyer has no access yet. Give access or refund the order.',
  ],
  other_key: [
    'Order {order} was paid under other Razorpay keys',
    'Its payment link was made with test keys and your shop now has live keys, or the other way round. The buyer has no access, and no real money came for it. Ask the buyer to buy again.',
  ],
  refund_failed: [
    'A refund of order {order} failed',
    'Razorpay did not make the refund, so the money is still with you. Open the order and try again. For an automatic refund, press "Check with Razorpay".',
  ],
  refund_waiting: [
    'A refund of order {order} has not reached the buyer yet',
    'Razorpay has not accepted it for a day, or has been working on it for ten days. Open the order’s timeline, and check your Razorpay keys and balance.',
  ],
  document_failed: [
    'The invoice or receipt of order {order} could not be made',
    'The buyer has access, and all other invoices go on. Your shop tries again every ten minutes for 30 days. Ask whoever runs your server to look at the log: it names this order.',
  ],
  withdrawn_link_paid: [
    'A pay link that you had cancelled was paid: order {order}',
    'The buyer had the payment open when you cancelled the link, and has paid. They have access now. If you do not want this sale, refund the order: the access ends with it.',
  ],
  debit_note: [
    'A debit note was issued for order {order}',
    'Money that had gone back to the buyer is with you again: a refund did not go through, or a dispute was won. The debit note reverses the credit note or refund receipt of that money, and is in the GSTR-1 of this month. If the month of the reversed note is filed, send both to your accountant.',
  ],
  webhooks_silent: [
    'Razorpay is not sending payment updates',
    'Orders were paid, but no update came for an hour. Your shop now checks each order with Razorpay, which is slower. Check in your Razorpay dashboard that the webhook is on.',
  ],
  gateway_refuses: [
    'Razorpay refuses your payments',
    'Nobody can pay in your shop at the moment: Razorpay does not accept your keys, your account or the amount. Log in to your Razorpay dashboard, check your account, and save new keys in Settings, Payment, if they have ended. You get this email once a day while it lasts.',
  ],
  unknown_order: [
    'Payment received for an order we cannot find',
    'The payment names an order that is not in your shop. An older backup may have been restored. Nobody got access for it. Find the payment at the end of Payouts in the admin console, then refund it in your Razorpay dashboard.',
  ],
  backup_old: [
    'Your shop has had no good backup for two days',
    'If the server broke now, the orders, students and courses since the last good backup would be lost. The admin console shows the reason in Settings, Backups. You get this email once a day while it lasts.',
  ],
  database_returned: [
    'Your database came back in another place or from an earlier time',
    'It was restored or replaced outside of the program, as by a backup of your provider or after a failure. It may lack the last orders and papers. So that no number is issued twice, each series leaves some out: Settings, Backups in the admin console says how each continues. Note the gap for your accountant. Payments since then are looked for at Razorpay; the end of Payouts lists what has no order.',
  ],
  whatsapp_stopped: [
    'WhatsApp no longer takes your messages',
    'Meta refuses the access token, the number or the payment of your account. Nobody gets a message until you act; the console says what Meta said. What waits goes out once you save the settings, or a test of them passes.',
  ],
  letter_stopped: [
    'An email to your students stopped',
    'Nobody else gets it until you let it go on. The list of your emails, or the move that it belongs to, says why: addresses or mail servers refused it, readers complained, or it is more than an hour late.',
  ],
  invariant: [
    'The nightly check of your shop found a difference',
    'Every night your shop compares its own records, such as payments with receipts and access with orders. These did not agree. Ask whoever runs your server to run `npm run doctor -- invariants`: it names the records. You get this email once a day while it lasts.',
  ],
  unknown_orders: [
    'Payments received for several orders we cannot find',
    'Razorpay has payments for several orders that are not in your shop. An older backup may have been restored. Nobody got access for them. The admin console lists each at the end of Payouts. Refund them in your Razorpay dashboard.',
  ],
}

/** Alerts an owner to a problem with money. */
export const ownerAlertEmail = email<OwnerAlertData>(
  ({ kind, order_id, order_no, answer_by, broken = [] }, { storeUrl }) => {
    const by = answer_by ? ` by ${day.format(new Date(answer_by))}` : ''
    const [subject = '', advice] = (words[kind] ?? ['Please check your orders', '']).map((text) =>
      fill(text, { order: order_no ?? order_id ?? '', by }),
    )
    const [place, label] = places[kind] ?? ['orders', 'Open the orders']
    return {
      subject,
      blocks: [
        onlyText(`${subject}.`),
        advice,
        ...broken.map((rule) => `• ${rule}`),
        button(
          `${storeUrl}/admin?tab=${place}${order_id ? `&order=${order_id}` : ''}`,
          order_id ? 'Open the order' : label,
        ),
      ],
    }
  },
)

/** Tab and button of what is not about an order. */
const places: Record<string, [tab: string, label: string]> = {
  whatsapp_stopped: ['settings', 'Open the settings'],
  letter_stopped: ['letters', 'Open the emails'],
  backup_old: ['payment', 'Open the backups'],
  database_returned: ['payment', 'Open the backups'],
  unknown_order: ['payment', 'Open the payments'],
  unknown_orders: ['payment', 'Open the payments'],
  gateway_refuses: ['payment', 'Open the payments'],
}
