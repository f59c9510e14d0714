import { z } from 'zod'
import { oneMail } from '../../shop/mails/mail-once.ts'
import { booksEmail } from './books-emails.ts'

/** Mails the address of a closed month to somebody who does the books. */
export const booksMailJob = oneMail({
  name: 'books-mail',
  payload: z.object({ month: z.string(), to: z.string() }),
  find: async (_ctx, { month, to }) => ({
    to,
    language: 'en',
    letter: (shop) => booksEmail({ month, ...shop }),
    about: { month },
  }),
})
