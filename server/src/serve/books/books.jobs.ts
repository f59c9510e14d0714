import { dayStart } from 'contract/indian-time'
import { z } from 'zod'
import { button, composeEmail, type EmailContent, type MailShop, paragraph } from '../../platform/mail/email.ts'
import { html } from '../../platform/mail/html.ts'
import { oneMail } from '../../shop/mails/mail-once.ts'

/** Mails the address of a closed month to somebody who does the books. */
export const booksMailJob = oneMail({
  name: 'books-mail',
  payload: z.object({ month: z.string(), to: z.string() }),
  find: async (_ctx, { month, to }) => ({
    to,
    receiver: 'shop',
    language: 'en',
    letter: (shop) => booksEmail({ month, ...shop }),
    about: { month },
  }),
})

/** Leads an accountant to a month that was closed: its files are behind their own login. */
function booksEmail({ month, ...shop }: { month: string } & MailShop): EmailContent {
  const name = new Date(dayStart(`${month}-15`)).toLocaleDateString('en-IN', {
    month: 'long',
    year: 'numeric',
    timeZone: 'Asia/Kolkata',
  })
  const title = `${name} of ${shop.shopName} is closed`
  const what = `The books of ${name} are ready: receipts, refunds, payouts, papers, Tally, Zoho Books, GSTR-1 and GSTR-3B.`
  const after = 'A change that is found later is booked in the month in which it is found.'
  const link = `${shop.storeUrl}/admin?tab=month&month=${month}`
  const text = `${what}

${link}

${after}`
  const body = html`${paragraph(html`${what}`)}
${button(link, `Open ${name}`)}
${paragraph(html`${after}`)}`
  return composeEmail(shop, title, text, body)
}
