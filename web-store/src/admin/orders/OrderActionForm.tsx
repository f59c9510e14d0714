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
export function GrantForm({ order, onDone, onFailed, onCancel }: ActionProps<{ order_id: string }>) {
  const focused = useFocusInside()
  const form = useActionForm({
    name: `grant:${order.order_id}`,
    begun: { reason: '' },
    onFailed,
    check: ({ reason }) => ({ reason: reason.trim() ? undefined : 'Enter a reason' }),
    send: (body) => adminClient.orders.grant({ params: { order_id: order.order_id }, body }),
    failed: 'Access not confirmed',
    fallback: 'Access could not be given. Please try again.',
    onDone: () => {
      toast.success('Access given')
      onDone()
    },
  })
  return (
    <ActionForm method="post" ref={focused} noValidate onSubmit={form.submit} aria-label="Give access">
      <Field
        label="Reason"
        required
        maxLength={500}
        help="The buyer gets the courses. The reason is saved in the order’s timeline."
        {...form.field('reason')}
      />
      {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
      <chakra.div display="flex" gap="2.5" justifyContent="end">
        <Button variant="outline" onClick={() => form.cancel(onCancel)}>
          Cancel
        </Button>
        <Button type="submit" busy={form.isPending} busyText="Giving access...">
          Give access
        </Button>
      </chakra.div>
    </ActionForm>
  )
}
