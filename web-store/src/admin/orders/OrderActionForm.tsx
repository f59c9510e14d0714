import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminClient } from '../host/admin-api.ts'

/** The actions above an order. */
export const ActionForm = chakra('form', {
  base: {
    display: 'grid',
    gap: '3.5',
    p: '4',
    mb: '5',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l2',
    bg: 'bg.subtle',
  },
})

export type ActionProps<Order> = { order: Order; onDone: () => void; onFailed: () => void; onCancel: () => void }

/** Focuses the form, which is above the order and may have been scrolled away. */
export function useFocusInside() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return form
}

/** Gives an order in review what was bought, when the owner decides so. */
export function GrantForm(props: ActionProps<{ order_id: string }>) {
  const { order_id } = props.order
  return (
    <ReasonForm
      {...props}
      name="grant"
      label="Give access"
      busyText="Giving access..."
      help="The buyer gets the courses. The reason is saved in the order’s timeline."
      send={(reason) => adminClient.orders.grant({ params: { order_id }, body: { reason } })}
      failed="Access not confirmed"
      fallback="Access could not be given. Please try again."
      done="Access given"
    />
  )
}

/** Refunds an order that coins alone paid. */
export function CoinsRefundForm(props: ActionProps<{ order_id: string; coins_back: number }>) {
  const { order_id, coins_back } = props.order
  const coins = `${coins_back.toLocaleString('en-IN')} ${coins_back === 1 ? 'coin' : 'coins'}`
  return (
    <ReasonForm
      {...props}
      name="refund"
      label={`Refund ${coins}`}
      palette="danger"
      busyText="Refunding..."
      help={`Coins alone paid this order. The buyer gets ${coins} back, and access to its courses ends.`}
      send={(reason) => adminClient.orders.refund({ params: { order_id }, body: { reason }, headers: {} })}
      failed="Refund not confirmed"
      fallback="The refund could not be made. Please try again."
      done={`${coins} returned`}
    />
  )
}

type ReasonFormProps = ActionProps<{ order_id: string }> & {
  name: string
  label: string
  palette?: 'danger'
  busyText: string
  help: string
  send: (reason: string) => Promise<unknown>
  failed: string
  fallback: string
  done: string
}

function ReasonForm({ order, onDone, onFailed, onCancel, ...texts }: ReasonFormProps) {
  const { name, label, palette, busyText, help, send, failed, fallback, done } = texts
  const focused = useFocusInside()
  const form = useActionForm({
    name: `${name}:${order.order_id}`,
    begun: { reason: '' },
    onFailed,
    check: ({ reason }) => ({ reason: reason.trim() ? undefined : 'Enter a reason' }),
    send: ({ reason }) => send(reason),
    failed,
    fallback,
    onDone: () => {
      toast.success(done)
      onDone()
    },
  })
  return (
    <ActionForm method="post" ref={focused} noValidate onSubmit={form.submit} aria-label={label}>
      <Field label="Reason" required maxLength={500} help={help} {...form.field('reason')} />
      {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
      <chakra.div display="flex" gap="2.5" justifyContent="end">
        <Button variant="outline" onClick={() => form.cancel(onCancel)}>
          Cancel
        </Button>
        <Button type="submit" colorPalette={palette} busy={form.isPending} busyText={busyText}>
          {label}
        </Button>
      </chakra.div>
    </ActionForm>
  )
}
