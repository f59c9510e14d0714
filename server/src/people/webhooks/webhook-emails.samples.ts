import type { EmailContent, MailShop } from '../../platform/mail/email.ts'
import { webhookEmail } from './webhook-emails.ts'

/** Emails to the owners, who read English. */
export const samples = (shop: MailShop): Record<string, EmailContent> =>
  shop.language === 'en'
    ? Object.fromEntries(
        (['warning', 'failing', 'gone'] as const).map((kind) => [
          `webhook ${kind}`,
          webhookEmail({
            kind,
            url: 'https://hooks.example.com/in/8f2c',
            failing_since: '2026-11-20T10:05:00.000Z',
          })(shop),
        ]),
      )
    : {}
