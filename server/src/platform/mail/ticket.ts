import { fill } from 'contract/fill'
import { inLanguage } from '../language/language.ts'
import { bold, html, rich } from './html.ts'
import { button, greetingOf, type Letter, letter, type MailShop, oneLine, paragraph } from './letter.ts'

/** Tells the sender of the contact form the number. It repeats nothing that was typed: the address is not proven. */
export function ticketReceivedLetter({ ticketNo, ...shop }: { ticketNo: string } & MailShop): Letter {
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

/** The shop's answer. It quotes nothing of the message, for the address is not proven. */
export function ticketAnswerLetter(answer: { ticketNo: string; writtenAt: Date; answer: string } & MailShop): Letter {
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
  return letter(shop, title, text, body)
}
