import type { EmailContent, MailShop } from '../../platform/mail/email.ts'
import { interestEmail, onSaleEmail } from './interest-emails.ts'

export const samples = (shop: MailShop): Record<string, EmailContent> => ({
  interest: interestEmail({ token: '1', course: '1' })(shop),
  on_sale: onSaleEmail({ course: { course_id: 'reels', name: '1' }, bySeats: false })(shop),
  seat_free: onSaleEmail({ course: { course_id: 'reels', name: '1' }, bySeats: true })(shop),
})
