import type { EmailContent, MailShop } from '../../platform/mail/email.ts'
import { childConfirmedEmail, parentConfirmedEmail, parentEmail } from './children-emails.ts'

const child = { name: '1', parent_name: '1' }

export const samples = (shop: MailShop): Record<string, EmailContent> => ({
  parent: parentEmail({ token: '1', child, ...shop }),
  parent_confirmed: parentConfirmedEmail({ token: '1', child, ...shop }),
  child_confirmed: childConfirmedEmail({ child, ...shop }),
})
