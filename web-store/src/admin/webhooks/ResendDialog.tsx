import { Day } from 'contract/fields'
import { indianDay } from 'contract/indian-time'
import { DELIVERY_DAYS, type Webhook } from 'contract/webhooks'
import { z } from 'zod'
import { shopNow } from '../../stores/shop-clock.ts'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { actionDialog } from '../kit/action-dialog.tsx'
import { day } from '../kit/fields.tsx'
import { hostOf } from './webhook-words.ts'

const Days = z
  .object({ from: Day, to: Day })
  .refine(({ from, to }) => to >= from, { path: ['to'], error: 'Must be after the first day' })

/** Sends the events of some days again, such as those that happened while the address was off. */
export default actionDialog({
  title: ({ url }: Webhook) => `Send again to ${hostOf(url)}`,
  call: adminApi.webhooks.resend,
  of: ({ webhook_id }) => ({ params: { webhook_id } }),
  draft: ({ webhook_id }) => `webhook-resend:${webhook_id}`,
  begun: () => ({ from: indianDay(shopNow()), to: indianDay(shopNow()) }),
  schema: Days,
  fields: () => ({ from: day('From', { max: indianDay(shopNow()) }), to: day('To', { max: indianDay(shopNow()) }) }),
  layout: () => [
    <Help key="again">
      Every event of these days is sent again with the same id, so that the other program can tell a repeat. Events are
      stored for {DELIVERY_DAYS} days.
    </Help>,
    ['from', 'to'],
  ],
  save: 'Send again',
  busyText: 'Sending...',
  failed: 'The events were not sent',
  fallback: 'The events were not sent. Please try again.',
})
