import { useQueryClient } from '@tanstack/react-query'
import { indianDay } from 'contract/indian-time'
import { DELIVERY_DAYS, type Webhook } from 'contract/webhooks'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, Help, Two } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { hostOf } from './webhook-words.ts'

/** Sends the events of some days again, such as those that happened while the address was off. */
export default function ResendDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const queries = useQueryClient()
  const today = indianDay(shopNow())
  const { webhook_id, url } = webhook
  const form = useActionForm({
    name: `webhook-resend:${webhook_id}`,
    begun: { from: today, to: today },
    check: ({ from, to }) => ({
      from: from ? undefined : 'Choose the first day',
      to: !to ? 'Choose the last day' : from && to < from ? 'Must be after the first day' : undefined,
    }),
    send: (body) => adminClient.webhooks.resend({ params: { webhook_id }, body }),
    fallback: 'The events were not sent. Please try again.',
    onDone: async ({ message }) => {
      toast.success(message)
      onClose()
      await queries.invalidateQueries({ queryKey: adminApi.webhooks.key() })
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Send again to ${hostOf(url)}`}
      footer={
        <Button type="submit" form="webhook-resend" busy={form.isPending} busyText="Sending...">
          Send again
        </Button>
      }
    >
      <chakra.form method="post" id="webhook-resend" noValidate display="grid" gap="4" onSubmit={form.submit}>
        <Help>
          Every event of these days is sent again with the same id, so that the other program can tell a repeat. Events
          are stored for {DELIVERY_DAYS} days.
        </Help>
        <Two>
          <Field label="From" required type="date" max={today} {...form.field('from')} />
          <Field label="To" required type="date" max={today} {...form.field('to')} />
        </Two>
        {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
      </chakra.form>
    </Dialog>
  )
}
