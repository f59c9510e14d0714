import type { EmailContent, MailShop } from '../../platform/mail/email.ts'
import { runEmail, runMailKinds } from './run-emails.ts'

export const samples = (shop: MailShop): Record<string, EmailContent> =>
  Object.fromEntries(
    runMailKinds.map((kind) => [
      `workshop ${kind}`,
      runEmail({
        kind,
        name: 'आशा वर्मा',
        end: kind === 'day' ? `${shop.storeUrl}/unsubscribe` : undefined,
        course_id: 'reels',
        course_name: 'रील्स',
        starts_at: '2026-12-12T13:30:00.000Z',
      })(shop),
    ]),
  )
