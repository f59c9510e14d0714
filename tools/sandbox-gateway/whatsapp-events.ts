import { z } from 'zod'

export type WhatsappAccount = {
  phoneNumberId: string
  wabaId: string
  token: string
  appSecret: string
  verifyToken: string
}

/**
 * Decides the fate of an accepted message: its statuses in sending order. `twice` sends each two times, `shuffled` the last one first.
 * `drop` takes the message and cuts the connection; `refuse` answers this code instead.
 */
export const Behaviour = z.object({
  statuses: z.array(z.enum(['sent', 'delivered', 'read', 'failed'])).default(['sent', 'delivered', 'read']),
  failed: z.number().int().default(131026),
  twice: z.boolean().default(false),
  shuffled: z.boolean().default(false),
  drop: z.boolean().default(false),
  refuse: z.number().int().optional(),
})
export type Behaviour = z.output<typeof Behaviour>

type Reported = {
  to: string
  wamid: string
  key: string | undefined
  category: string
  account: WhatsappAccount
  at: Date
}

/** Builds the events of one message, in the order in which they are sent. */
export function statusesOf(
  { statuses, failed, twice, shuffled }: Behaviour,
  { to, wamid, key, category, account, at }: Reported,
): object[] {
  const events = statuses.map((status) => ({
    id: wamid,
    status,
    timestamp: String(Math.floor(at.getTime() / 1000)),
    recipient_id: to,
    ...(status === 'failed' && {
      errors: [
        {
          code: failed,
          title: 'Message undeliverable',
          message: 'Message undeliverable',
          error_data: { details: 'As set' },
        },
      ],
    }),
    ...(status !== 'failed' && { pricing: { billable: true, pricing_model: 'PMP', category, type: 'regular' } }),
    ...(key !== undefined && { biz_opaque_callback_data: key }),
  }))
  const all = twice ? events.flatMap((event) => [event, event]) : events
  return (shuffled ? all.reverse() : all).map((status) => eventOf(account, 'messages', { statuses: [status] }))
}

/** Wraps a value in the form of Meta's webhooks. */
export const eventOf = (account: WhatsappAccount, field: string, value: object) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: account.wabaId,
      changes: [
        {
          field,
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '919876500000', phone_number_id: account.phoneNumberId },
            ...value,
          },
        },
      ],
    },
  ],
})
