import type { EmailContent, MailShop } from '../../platform/mail/email.ts'
import { orderMovedEmail } from './order-moved-email.ts'

export const samples = (shop: MailShop): Record<string, EmailContent> => {
  const moved = {
    name: 'रवि',
    person: '…',
    order_no: 'SH-2026-00123',
    courses: ['रील्स'],
    address: `${shop.storeUrl}/dashboard`,
  }
  return {
    'order moved away': orderMovedEmail({ ...moved, kind: 'from' })(shop),
    'order moved here': orderMovedEmail({ ...moved, kind: 'to' })(shop),
  }
}
