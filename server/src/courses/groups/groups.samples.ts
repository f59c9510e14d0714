import type { EmailContent, MailShop } from '../../platform/mail/email.ts'
import { groupEndEmail } from './group-end-email.ts'

export const samples = (shop: MailShop): Record<string, EmailContent> => ({
  'group end': groupEndEmail({
    name: 'रवि',
    title: 'हिसाब की बातें',
    course_name: 'छोटी दुकानों का हिसाब',
    ends_at: '2026-12-12T06:30:00.000Z',
    address: `${shop.storeUrl}/dashboard`,
  })(shop),
})
