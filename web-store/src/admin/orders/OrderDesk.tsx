import { chakra } from '@chakra-ui/react'
import { type FormEvent, useState } from 'react'
import { errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { rupeesText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { adminClient } from '../admin-api.ts'
import { FieldProblem } from '../parts/form-parts.tsx'

const Desk = chakra('form', {
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

type Order = { order_id: string; total: number; refundable: number; refund_needs_reason: boolean }
type DeskProps = { order: Order; onDone: () => void; onCancel: () => void }

/** Gives money back: all that is left, unless a smaller sum is typed. */
export function RefundForm({ order, onDone, onCancel }: DeskProps) {
  const [amount, setAmount] = useState(String(order.refundable))
  const [reason, setReason] = useState('')
  // One key for one refund: pressed twice, or sent again after a lost answer, it stays one.
  const [key] = useState(() => crypto.randomUUID())
  const sum = Number(amount)
  const valid = sum >= 1 && sum <= order.refundable && (!order.refund_needs_reason || reason.trim() !== '')
  const refund = useSubmission({
    mutationFn: () =>
      adminClient.orders.refund({
        params: { order_id: order.order_id },
        headers: { 'idempotency-key': `${key}-${amount}` },
        body: { amount: sum, reason },
      }),
    onSuccess: ({ status }) => {
      toast.success(
        status === 'processed' ? `${rupeesText(sum)} refunded` : `Refund of ${rupeesText(sum)} is on its way`,
      )
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (valid) refund.mutate()
  }
  return (
    <Desk noValidate onSubmit={submit} aria-label="Refund">
      <Field
        label="Amount (₹)"
        type="number"
        inputMode="decimal"
        min={1}
        max={order.refundable}
        step={0.01}
        help={`At most ${rupeesText(order.refundable)}. With all of it the courses are taken back.`}
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <Field
        label="Reason"
        optional={!order.refund_needs_reason}
        required={order.refund_needs_reason}
        maxLength={500}
        help={order.refund_needs_reason ? 'Needed from day 31 after the payment.' : undefined}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {refund.error && !isAuthError(refund.error) && (
        <FieldProblem>{errorText(refund.error, 'The refund could not be made. Please try again.')}</FieldProblem>
      )}
      <chakra.div display="flex" gap="2.5" justifyContent="end">
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" colorPalette="geru" disabled={!valid} busy={refund.isPending} busyText="Refunding...">
          {valid ? `Refund ${rupeesText(sum)}` : 'Refund'}
        </Button>
      </chakra.div>
    </Desk>
  )
}

/** Gives an order in review what was bought, on the owner's word. */
export function GrantForm({ order, onDone, onCancel }: DeskProps) {
  const [reason, setReason] = useState('')
  const grant = useSubmission({
    mutationFn: () => adminClient.orders.grant({ params: { order_id: order.order_id }, body: { reason } }),
    onSuccess: () => {
      toast.success('The order is granted')
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim()) grant.mutate()
  }
  return (
    <Desk noValidate onSubmit={submit} aria-label="Grant">
      <Field
        label="Reason"
        required
        maxLength={500}
        help="The buyer gets the courses. The reason stays in the order's story."
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {grant.error && !isAuthError(grant.error) && (
        <FieldProblem>{errorText(grant.error, 'The order could not be granted. Please try again.')}</FieldProblem>
      )}
      <chakra.div display="flex" gap="2.5" justifyContent="end">
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={!reason.trim()} busy={grant.isPending} busyText="Granting...">
          Grant
        </Button>
      </chakra.div>
    </Desk>
  )
}
