import type { EmailContent, MailShop } from '../../platform/mail/email.ts'
import { liveEmail } from './live-emails.ts'

export const samples = (shop: MailShop): Record<string, EmailContent> =>
  Object.fromEntries(
    (['day', 'soon', 'changed', 'cancelled'] as const).map((kind) => [
      `live ${kind}`,
      liveEmail({
        kind,
        name: 'आशा वर्मा',
        end: kind === 'day' ? `${shop.storeUrl}/unsubscribe` : undefined,
        title: 'पहला',
        course_name: 'रील्स',
        starts_at: '2026-11-20T10:05:00.000Z',
        minutes: 60,
        address: `${shop.storeUrl}/learn/crs_1`,
      })(shop),
    ]),
  )
