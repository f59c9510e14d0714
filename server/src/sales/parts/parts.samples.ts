import type { EmailContent, MailShop } from '../../platform/mail/email.ts'
import { partDueEmail } from './part-due-email.ts'

export const samples = (shop: MailShop): Record<string, EmailContent> => {
  const about = {
    name: 'रवि',
    part: 2,
    of: 3,
    course_name: 'छोटी दुकानों का हिसाब',
    amount: '₹2,000.00',
    due_at: '2026-11-25T06:30:00.000Z',
    open_until: '2026-12-02T18:29:59.000Z',
    address: `${shop.storeUrl}/dashboard/orders?plan=pl_0123456789abcdef01234567`,
  }
  return {
    'part due soon': partDueEmail({ ...about, kind: 'before', paused: false })(shop),
    'part due today': partDueEmail({ ...about, kind: 'day', paused: false })(shop),
    'part late': partDueEmail({ ...about, kind: 'late', paused: true })(shop),
  }
}
