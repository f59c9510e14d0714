import { type FormEvent, useEffect, useRef, useState } from 'react'
import { errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem } from '../forms/form-parts.tsx'
import { useTyped } from '../forms/typed.ts'
import { useUnsaved } from '../forms/unsaved.ts'
import { useFailureBehind } from '../forms/use-failure-behind.ts'
import { adminClient } from '../host/admin-api.ts'

/** What is done with an order, above it. */
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

/** The form stands above the order, which may have been scrolled away: whoever asked for it is brought there. */
export function useFocusInside() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return form
}

/** Gives an order in review what was bought, when the owner decides so. */
export function GrantForm({ order, onDone, onFailed, onCancel }: ActionProps<{ order_id: string }>) {
  const form = useFocusInside()
  const name = `grant:${order.order_id}`
  const [reason = '', setReason] = useTyped<string>(name)
  useUnsaved(name, reason.trim() !== '')
  const failedBehind = useFailureBehind()
  const grant = useSubmission({
    mutationFn: () => adminClient.orders.grant({ params: { order_id: order.order_id }, body: { reason } }),
    onError: (error) => {
      failedBehind(error, 'Access not confirmed')
      onFailed()
    },
    onSuccess: () => {
      setReason('')
      toast.success('Access given')
      onDone()
    },
  })
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!reason.trim())
    if (reason.trim()) grant.mutate()
  }
  const cancel = () => {
    setReason('')
    onCancel()
  }
  return (
    <ActionForm ref={form} noValidate onSubmit={submit} aria-label="Give access">
      <Field
        label="Reason"
        required
        maxLength={500}
        help="The buyer gets the courses. The reason is saved in the order’s timeline."
        value={reason}
        error={missing && !reason.trim() ? 'Enter a reason' : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      {grant.error && !isAuthError(grant.error) && (
        <FieldProblem>{errorText(grant.error, 'Access could not be given. Please try again.')}</FieldProblem>
      )}
      <chakra.div display="flex" gap="2.5" justifyContent="end">
        <Button variant="outline" onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={!reason.trim()} busy={grant.isPending} busyText="Giving access...">
          Give access
        </Button>
      </chakra.div>
    </ActionForm>
  )
}
