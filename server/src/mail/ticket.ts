import { html } from './html.ts'
import { button, type Letter, letter, type MailShop, oneLine, paragraph } from './letter.ts'

/** Tells the sender of the contact form the number. It repeats nothing that was typed: the address is not proven. */
export function ticketReceivedLetter({ ticketNo, ...shop }: { ticketNo: string } & MailShop): Letter {
  const title = `We have your message (${ticketNo})`
  const text = `Hello,

we have your message and will answer within one working day.
Its number is ${ticketNo}.

If you did not write to us, you can ignore this mail.`
  const body = html`${paragraph(html`Hello,`)}
${paragraph(html`we have your message and will answer within one working day. Its number is <strong>${ticketNo}</strong>.`)}
${paragraph(html`If you did not write to us, you can ignore this mail.`)}`
  return letter(shop, title, text, body)
}

export type TicketOpened = { ticketNo: string; name: string; email: string; subject: string; message: string }

/** Tells an owner that somebody wrote, and what. */
export function ticketOpenedLetter(ticket: TicketOpened & MailShop): Letter {
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
  return letter(shop, title, text, body)
}

const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })

/** The shop's answer. It quotes nothing of the message, for the address is not proven. */
export function ticketAnswerLetter(answer: { ticketNo: string; writtenAt: Date; answer: string } & MailShop): Letter {
  const { ticketNo, writtenAt, ...shop } = answer
  const title = `Our answer to your message ${ticketNo}`
  const about = `This is our answer to your message of ${day.format(writtenAt)}:`
  const text = `Hello,

${about}

${answer.answer}

To write again, use the contact form and name ${ticketNo}:
${shop.storeUrl}/contact`
  const body = html`${paragraph(html`Hello,`)}
${paragraph(html`${about}`)}
${paragraph(html`<span style="white-space:pre-line">${answer.answer}</span>`)}
${paragraph(html`To write again, use the contact form and name ${ticketNo}.`)}
${button(`${shop.storeUrl}/contact`, 'Contact form')}`
  return letter(shop, title, text, body)
}
