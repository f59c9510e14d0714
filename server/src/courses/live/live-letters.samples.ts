import type { Letter, MailShop } from '../../platform/mail/letter.ts'
import { liveLetter } from './live-letters.ts'

export const samples = (shop: MailShop): Record<string, Letter> =>
  Object.fromEntries(
    (['day', 'soon', 'changed', 'cancelled'] as const).map((kind) => [
      `live ${kind}`,
      liveLetter({
        kind,
        name: 'आशा वर्मा',
        end: kind === 'day' ? `${shop.storeUrl}/unsubscribe` : undefined,
        title: 'पहला',
        course_name: 'रील्स',
        starts_at: '2026-11-20T10:05:00.000Z',
        minutes: 60,
        address: `${shop.storeUrl}/learn/crs_1`,
        ...shop,
      }),
    ]),
  )
