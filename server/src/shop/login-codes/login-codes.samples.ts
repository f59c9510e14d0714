import type { EmailContent, MailShop } from '../../platform/mail/email.ts'
import { loginCodeEmail } from './login-code-email.ts'

export const samples = (shop: MailShop): Record<string, EmailContent> => ({
  'login code': loginCodeEmail({ code: '048213' })(shop),
})
