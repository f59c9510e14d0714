import type { EmailContent, MailShop } from '../../platform/mail/email.ts'
import { payLinkEmail } from './pay-link-email.ts'

export const samples = (shop: MailShop): Record<string, EmailContent> => ({
  'pay link': payLinkEmail({
    name: 'फ़रीदा',
    courses: ['थंबनेल', 'रील्स'],
    total_paise: 85_000,
    note: 'जैसा फ़ोन पर तय हुआ।',
    ends_at: new Date('2026-12-09T18:29:59.999Z'),
    url: `${shop.storeUrl}/pay/pl_1.1`,
  })(shop),
})
