import { dayStart } from 'contract/indian-time'
import { z } from 'zod'
import { button, email } from '../../platform/mail/email.ts'
import { oneMail } from '../../shop/mails/mail-once.ts'

/** Mails the address of a closed month to somebody who does the books. */
export const booksMailJob = oneMail({
  name: 'books-mail',
  payload: z.object({ month: z.string(), to: z.string() }),
  find: async (_ctx, { month, to }) => ({
    to,
    receiver: 'shop',
    language: 'en',
    letter: booksEmail({ month }),
    about: { month },
  }),
})

/** Leads an accountant to a month that was closed: its files are behind their own login. */
const booksEmail = email<{ month: string }>(({ month }, { shopName, storeUrl }) => {
  const name = new Date(dayStart(`${month}-15`)).toLocaleDateString('en-IN', {
    month: 'long',
    year: 'numeric',
    timeZone: 'Asia/Kolkata',
  })
  return {
    subject: `${name} of ${shopName} is closed`,
    blocks: [
      `The books of ${name} are ready: receipts, refunds, payouts, papers, Tally, Zoho Books, GSTR-1 and GSTR-3B.`,
      button(`${storeUrl}/admin?tab=month&month=${month}`, `Open ${name}`),
      'A change that is found later is booked in the month in which it is found.',
    ],
  }
})
