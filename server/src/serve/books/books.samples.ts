import type { EmailContent, MailShop } from '../../platform/mail/email.ts'
import { booksEmail } from './books-emails.ts'

export const samples = (shop: MailShop): Record<string, EmailContent> => ({
  books: booksEmail({ month: '2026-10', ...shop }),
})
