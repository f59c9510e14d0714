import type { EmailContent, MailShop } from '../../platform/mail/email.ts'
import { invitedEmail, paidEmail } from './partner-emails.ts'

export const samples = ({ storeUrl, ...shop }: MailShop): Record<string, EmailContent> => {
  const page = `${storeUrl}/partner`
  const to = { storeUrl, ...shop }
  return {
    'partner invited': invitedEmail({
      name: 'रवि',
      percent: 20,
      window_days: 30,
      membership_payments: 12,
      link: `${storeUrl}/?via=RAVI`,
      page,
    })(to),
    'partner paid': paidEmail({
      name: 'रवि',
      month: '2026-12',
      pay: '₹24,500.00',
      shares: '₹25,000.00',
      tds: '₹500.00',
      section: '393(1)',
      reference: '405912345678',
      page,
    })(to),
  }
}
