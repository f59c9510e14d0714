import type { EmailContent, MailShop } from '../../platform/mail/email.ts'
import { signupEmail } from './signup-emails.ts'

export const samples = (shop: MailShop): Record<string, EmailContent> => ({
  signup: signupEmail({ token: '1' })(shop),
})
