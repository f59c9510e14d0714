import type { EmailContent, MailShop } from '../../platform/mail/email.ts'
import { membershipEmail } from './membership-emails.ts'

export const samples = (shop: MailShop): Record<string, EmailContent> => {
  const about = {
    name: 'रवि',
    membership: 'सभी कोर्स',
    amount: '₹499.00',
    open_until: '2026-12-28T06:30:00.000Z',
    next_debit: '2026-12-25T06:30:00.000Z',
    address: `${shop.storeUrl}/dashboard`,
    fix: `${shop.storeUrl}/dashboard`,
  }
  return {
    'membership began': membershipEmail({ ...about, state: 'active' })(shop),
    'membership continued': membershipEmail({ ...about, state: 'continued' })(shop),
    'membership debit late': membershipEmail({ ...about, state: 'late' })(shop),
    'membership stopped': membershipEmail({ ...about, state: 'stopped' })(shop),
    'membership cancelled': membershipEmail({ ...about, state: 'cancelled' })(shop),
    'membership ended by the shop': membershipEmail({ ...about, state: 'shop' })(shop),
    'membership ended by a dispute': membershipEmail({ ...about, state: 'dispute', open_until: null })(shop),
    'membership ended': membershipEmail({ ...about, state: 'ended' })(shop),
  }
}
