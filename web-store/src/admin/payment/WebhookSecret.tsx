import { text as required } from 'contract/fields'
import { z } from 'zod'
import { adminApi } from '../host/admin-api.ts'
import { actionDialog } from '../kit/action-dialog.tsx'
import { text } from '../kit/fields.tsx'

/** Sets or replaces the secret by which the events of Razorpay are recognised. */
export default actionDialog({
  title: (_: 'webhook') => 'Webhook secret',
  call: adminApi.gateway.setWebhookSecret,
  of: () => ({}),
  draft: () => 'webhook-secret',
  secret: true,
  fields: {
    webhook_secret: text('New webhook secret', {
      secret: true,
      maxLength: 200,
      help: 'Enter the same secret in your Razorpay dashboard. The old one works for two more days.',
    }),
  },
  schema: z.object({ webhook_secret: required(1, 200, 'Webhook secret is required') }),
  save: 'Save webhook secret',
  failed: 'The webhook secret was not saved',
  fallback: 'The webhook secret was not saved. Please try again.',
})
