import type { EmailContent, MailShop } from '../../platform/mail/email.ts'
import { renewalEmail } from './renewal-email.ts'

export const samples = (shop: MailShop): Record<string, EmailContent> => ({
  renewal: renewalEmail({
    name: 'रवि',
    end: `${shop.storeUrl}/unsubscribe?t=0123&for=reminders`,
    course_name: 'छोटी दुकानों का हिसाब',
    amount: '₹999.00',
    ends_at: '2026-12-12T06:30:00.000Z',
    until: '2027-12-12T06:30:00.000Z',
    address: `${shop.storeUrl}/dashboard?renew=tally`,
  })(shop),
})
