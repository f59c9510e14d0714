import { fill } from 'contract/fill'
import { inLanguage } from '../language/language.ts'
import { button, composeEmail, type EmailContent, greetingOf, type MailShop, oneLine, paragraph } from './email.ts'
import { bold, html, rich } from './html.ts'

/** Confirms a ticket with its number. It repeats no typed text: the address is unproven. */
export function ticketReceivedEmail({ ticketNo, ...shop }: { ticketNo: string } & MailShop): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const greeting = greetingOf(speech, null)
  const title = t('We have your message ({number})', { number: ticketNo })
  const have = t('we have your message and will answer within one working day.\nIts number is {number}.')
  const not = t('If you did not write to us, you can ignore this email.')
  const text = `${greeting}

${fill(have, { number: ticketNo })}

${not}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(rich(have, { number: bold(ticketNo) }))}
${paragraph(html`${not}`)}`
  return composeEmail(shop, title, text, body)
}

type TicketOpened = { ticketNo: string; name: string; email: string; subject: string; message: string }

/** Shows an operator that emails arrive. */
export function testEmail(shop: MailShop): EmailContent {
  const text = 'This is a test email. It arrived, so the shop can send emails to this address.'
  return composeEmail(shop, 'Test email', text, paragraph(html`${text}`))
}

/** Notifies an owner of a ticket, with its text. */
export function ticketOpenedEmail(ticket: TicketOpened & MailShop): EmailContent {
  const { ticketNo, name, email, message, ...shop } = ticket
  const subject = oneLine(ticket.subject)
  const title = `New message ${ticketNo}: ${subject}`
  const from = `${oneLine(name)} <${oneLine(email)}>`
  const link = `${shop.storeUrl}/admin?tab=inbox&ticket=${ticketNo}`
  const text = `${from} sent you a message from the contact form:

${subject}

${message}

Answer it here:
${link}`
  const body = html`${paragraph(html`${from} sent you a message from the contact form:`)}
${paragraph(html`<strong>${subject}</strong>`)}
${paragraph(html`<span style="white-space:pre-line">${message}</span>`)}
${button(link, 'Answer')}`
  return composeEmail(shop, title, text, body)
}

/** Carries the shop's answer. It quotes nothing of the message: the address is unproven. */
export function ticketAnswerEmail(
  answer: { ticketNo: string; writtenAt: Date; answer: string } & MailShop,
): EmailContent {
  const { ticketNo, writtenAt, ...shop } = answer
  const speech = inLanguage(shop.language)
  const { t } = speech
  const greeting = greetingOf(speech, null)
  const number = { number: ticketNo }
  const title = t('Our answer to your message {number}', number)
  const about = t('This is our answer to your message of {day}:', { day: speech.longDay(writtenAt) })
  const text = `${greeting}

${about}

${answer.answer}

${t('To write again, use the contact form and name {number}:', number)}
${shop.storeUrl}/contact`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${about}`)}
${paragraph(html`<span style="white-space:pre-line">${answer.answer}</span>`)}
${paragraph(html`${t('To write again, use the contact form and name {number}.', number)}`)}
${button(`${shop.storeUrl}/contact`, t('Contact form'))}`
  return composeEmail(shop, title, text, body)
}

type OwnerAlertData = {
  /**
   * One of `review`, `other_key`, `dispute`, `dispute_lost`, `dispute_reversed`, `refund_failed`, `refund_waiting`,
   * `webhooks_silent`, `gateway_refuses`, `unknown_order`, `unknown_orders`, `backup_old`, `document_failed`, `debit_note`,
   * `whatsapp_stopped`, `letter_stopped`, `withdrawn_link_paid`.
   */
  kind: string
  order_id: string | null
  order_no: string | null
  /** The gateway's deadline for a dispute. */
  answer_by?: string | undefined
} & MailShop

const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })

type Words = { title: string; says: string }

const words: Record<string, (order: string, answerBy: string | undefined) => Words> = {
  dispute: (order, answerBy) => ({
    title: `The payment of order ${order} is disputed`,
    says:
      `The buyer’s bank questions the payment. Answer in your Razorpay dashboard${answerBy ? ` by ${answerBy}` : ''}, or the money is lost. ` +
      'The order in your console makes the evidence as a PDF. Do not refund this payment: it would be paid twice.',
  }),
  dispute_lost: (order) => ({
    title: `The dispute about order ${order} is lost`,
    says:
      'The bank gave the money back to the buyer. Your shop has recorded it as a refund: with all of the money back, ' +
      'the buyer’s access ends. There is nothing to pay.',
  }),
  dispute_reversed: (order) => ({
    title: `The dispute about order ${order} is won after all`,
    says:
      'The bank had given the money to the buyer, and gives it back to you. Your shop has reversed the loss: ' +
      'the buyer has access again. Check in your Razorpay dashboard that the money is there.',
  }),
  review: (order) => ({
    title: `Order ${order} needs a decision`,
    says: 'The amount paid does not match the order, or the buyer’s account was deleted. The buyer has no access yet. Give access or refund the order.',
  }),
  other_key: (order) => ({
    title: `Order ${order} was paid under other Razorpay keys`,
    says:
      'Its payment link was made with test keys and your shop now has live keys, or the other way round. The buyer has no access, ' +
      'and no real money came for it. Ask the buyer to buy again.',
  }),
  refund_failed: (order) => ({
    title: `A refund of order ${order} failed`,
    says:
      'Razorpay did not make the refund, so the money is still with you. Open the order and try again. ' +
      'For an automatic refund, press "Check with Razorpay".',
  }),
  refund_waiting: (order) => ({
    title: `A refund of order ${order} has not reached the buyer yet`,
    says:
      'Razorpay has not accepted it for a day, or has been working on it for ten days. Open the order’s timeline, ' +
      'and check your Razorpay keys and balance.',
  }),
  document_failed: (order) => ({
    title: `The invoice or receipt of order ${order} could not be made`,
    says:
      'The buyer has access, and all other invoices go on. Your shop tries again every ten minutes for 30 days. ' +
      'Ask whoever runs your server to look at the log: it names this order.',
  }),
  withdrawn_link_paid: (order) => ({
    title: `A pay link that you had cancelled was paid: order ${order}`,
    says:
      'The buyer had the payment open when you cancelled the link, and has paid. They have access now. ' +
      'If you do not want this sale, refund the order: the access ends with it.',
  }),
  debit_note: (order) => ({
    title: `A debit note was issued for order ${order}`,
    says:
      'Money that had gone back to the buyer is with you again: a refund did not go through, or a dispute was won. The debit note ' +
      'reverses the credit note or refund receipt of that money, and is in the GSTR-1 of this month. If the month of the ' +
      'reversed note is filed, send both to your accountant.',
  }),
  webhooks_silent: () => ({
    title: 'Razorpay is not sending payment updates',
    says:
      'Orders were paid, but no update came for an hour. Your shop now checks each order with Razorpay, which is slower. ' +
      'Check in your Razorpay dashboard that the webhook is on.',
  }),
  gateway_refuses: () => ({
    title: 'Razorpay refuses your payments',
    says:
      'Nobody can pay in your shop at the moment: Razorpay does not accept your keys, your account or the amount. Log in to ' +
      'your Razorpay dashboard, check your account, and save new keys under Payment if they have ended. You get this email once a day while it lasts.',
  }),
  unknown_order: () => ({
    title: 'Payment received for an order we cannot find',
    says:
      'The payment names an order that is not in your shop. An older backup may have been restored. Nobody got ' +
      'access for it. Find the payment under Payment in the admin console, then refund it in your Razorpay dashboard.',
  }),
  backup_old: () => ({
    title: 'Your shop has had no good backup for two days',
    says:
      'If the server broke now, the orders, students and courses since the last good backup would be lost. The admin console ' +
      'shows the reason under Payment, Backups. You get this email once a day while it lasts.',
  }),
  whatsapp_stopped: () => ({
    title: 'WhatsApp no longer takes your messages',
    says:
      'Meta refuses the access token, the number or the payment of your account. Nobody gets a message until you act; the console ' +
      'says what Meta said. What waits goes out once you save the settings, or a test of them passes.',
  }),
  letter_stopped: () => ({
    title: 'An email to your students stopped',
    says:
      'Nobody else gets it until you let it go on. The list of your emails, or the move that it belongs to, says why: addresses or mail servers refused it, readers ' +
      'complained, or it is more than an hour late.',
  }),
  unknown_orders: () => ({
    title: 'Payments received for several orders we cannot find',
    says:
      'Razorpay has payments for several orders that are not in your shop. An older backup may have been restored. Nobody got ' +
      'access for them. The admin console lists each under Payment. Refund them in your Razorpay dashboard.',
  }),
}

/** Alerts an owner to a problem with money. */
export function ownerAlertEmail({ kind, order_id, order_no, answer_by, ...shop }: OwnerAlertData): EmailContent {
  const { title, says } = words[kind]?.(order_no ?? order_id ?? '', answer_by && day.format(new Date(answer_by))) ?? {
    title: 'Please check your orders',
    says: '',
  }
  const ofPayments = ['unknown_order', 'unknown_orders', 'gateway_refuses', 'backup_old'].includes(kind)
  const [place, named] =
    kind === 'whatsapp_stopped'
      ? ['settings', 'Open the settings']
      : kind === 'letter_stopped'
        ? ['letters', 'Open the emails']
        : ofPayments
          ? ['payment', kind === 'backup_old' ? 'Open the backups' : 'Open the payments']
          : ['orders', 'Open the orders']
  const address = `${shop.storeUrl}/admin?tab=${place}${order_id ? `&order=${order_id}` : ''}`
  const text = `${title}.

${says}

${address}`
  const body = html`${paragraph(html`${says}`)}
${button(address, order_id ? 'Open the order' : named)}`
  return composeEmail(shop, title, text, body)
}
