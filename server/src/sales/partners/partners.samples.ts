import type { EmailContent, MailShop } from '../../platform/mail/email.ts'
import { invitedEmail, paidEmail, payeeChangedEmail } from './partner-emails.ts'

export const samples = ({ storeUrl, ...shop }: MailShop): Record<string, EmailContent> => {
  const page = `${storeUrl}/partner`
  const to = { storeUrl, ...shop }
  return {
    'partner invited': invitedEmail({
      name: 'रवि',
      percent: 20,
      window_days: 30,
      membership_payments: 12,
      byCode: false,
      link: `${storeUrl}/?via=RAVI`,
      page,
    })(to),
    'partner invited, who logs in by a code': invitedEmail({
      name: 'रवि',
      percent: 20,
      window_days: 1,
      membership_payments: 1,
      byCode: true,
      link: `${storeUrl}/?via=RAVI`,
      page,
    })(to),
    'partner paid elsewhere': payeeChangedEmail({
      name: 'रवि',
      account: 'ra••••@okaxis',
      pan: '••••••234F',
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
