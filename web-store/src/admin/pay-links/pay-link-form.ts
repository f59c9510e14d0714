import type { PayLink, PayLinkWay } from 'contract/pay-links'
import { dateText, rupeesText } from '../../ui/format.ts'

/** Names a person: by the first name, else by the email. */
export const calledOf = ({ name, email }: { name: string | null; email: string | null }): string =>
  name?.trim().split(/\s+/)[0] || email || 'Erased person'

const countWords = ['no course', 'your course', 'your two courses', 'your three courses']

export const coursesText = (count: number): string => countWords[count] ?? `your ${count} courses`

/** The message as its person reads it on WhatsApp. */
export function messageOf(
  link: Pick<PayLink, 'name' | 'courses' | 'total' | 'note' | 'ends_at' | 'url'>,
  shop: string,
): string {
  const hello = `Hello${link.name ? ` ${link.name.split(/\s+/)[0]}` : ''}, ${coursesText(link.courses.length)} from ${shop} for ${rupeesText(link.total)}: ${link.courses.join(', ')}.`
  const end = `Pay here until ${dateText(new Date(link.ends_at))}: ${link.url}`
  return [hello, link.note, end].filter(Boolean).join('\n\n')
}

/** Address that opens a chat with the message in the sender's own WhatsApp. */
export function whatsappUrl(phone: string, message: string): string {
  const digits = phone.replace(/\D/g, '')
  return `https://wa.me/${digits.length === 10 ? `91${digits}` : digits}?text=${encodeURIComponent(message)}`
}

export const wayText: Record<PayLinkWay, string> = {
  email: 'Sent by email',
  whatsapp: 'Link for WhatsApp',
  copy: 'Copied',
}
