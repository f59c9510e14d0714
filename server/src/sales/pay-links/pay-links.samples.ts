import type { EmailContent, MailShop } from '../../platform/mail/email.ts'
import { payLinkEmail } from './pay-link-email.ts'

export const samples = (shop: MailShop): Record<string, EmailContent> => ({
  'pay link': payLinkEmail({
    name: 'Farida',
    courses: ['Thumbnail Design Lab', 'YouTube Shorts Starter Kit'],
    total_paise: 85_000,
    note: 'As promised on the phone: both courses.',
    ends_at: new Date('2026-12-09T18:29:59.999Z'),
    url: `${shop.storeUrl}/pay/pl_1.1`,
    ...shop,
  }),
})
