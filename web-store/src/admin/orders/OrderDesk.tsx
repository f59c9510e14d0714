import { chakra } from '@chakra-ui/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { errorText, isApiError, isAuthError } from '../../api/client.ts'
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

type Order = { order_id: string; refundable: number; refund_needs_reason: boolean }
type DeskProps = { order: Order; onDone: () => void; onFailed: () => void; onCancel: () => void }

/** The form stands above the order, which may have been scrolled away: whoever asked for it is brought there. */
function useFocusInside() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return form
}

/** After these nothing was given back and nothing will be: asking again is a refund of its own. */
const REFUSED = new Set(['gateway_error', 'gateway_not_configured'])

const NO_ANSWER = 'No answer came. Please try again: it is given back once, however often you press.'

function refundProblem(error: unknown): string {
  if (isApiError(error) && error.code === 'idempotency_mismatch') {
    return 'The refund you asked for before has been taken. You find it below; for another one, cancel and start again.'
  }
  return errorText(error, NO_ANSWER)
}

/** Gives money back: all that is left, unless a smaller sum is typed. */
export function RefundForm({ order, onDone, onFailed, onCancel }: DeskProps) {
  const form = useFocusInside()
  const [amount, setAmount] = useState(String(order.refundable))
  const [reason, setReason] = useState('')
  // One key for one refund: pressed twice, or sent again after a lost answer, with another sum even, it stays one.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const sum = Number(amount)
  const inRange = /^\d+(\.\d{1,2})?$/.test(amount) && sum >= 1 && sum <= order.refundable
  const valid = inRange && (!order.refund_needs_reason || reason.trim() !== '')
  const refund = useSubmission({
    mutationFn: () =>
      adminClient.orders.refund({
        params: { order_id: order.order_id },
        headers: { 'idempotency-key': key },
        body: { amount: sum, reason },
      }),
    onError: (error) => {
      if (isApiError(error) && REFUSED.has(error.code)) setKey(crypto.randomUUID())
      onFailed()
    },
    onSuccess: ({ status }) => {
      // The answer was lost on its way, and asked for again it says that the gateway had refused.
      if (status === 'failed') {
        setKey(crypto.randomUUID())
        return onFailed()
      }
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
    <Desk ref={form} noValidate onSubmit={submit} aria-label="Refund">
      <Field
        label="Amount (₹)"
        type="number"
        inputMode="decimal"
        min={1}
        max={order.refundable}
        step={0.01}
        help={`At most ${rupeesText(order.refundable)}. With all of it the courses are taken back.`}
        error={amount !== '' && !inRange ? `Amount must be from ₹1.00 to ${rupeesText(order.refundable)}` : undefined}
        value={amount}
        onFocus={(event) => event.currentTarget.select()}
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
      {refund.error && !isAuthError(refund.error) && <FieldProblem>{refundProblem(refund.error)}</FieldProblem>}
      {refund.data?.status === 'failed' && (
        <FieldProblem>The gateway refused this refund. Its reason is in the story below.</FieldProblem>
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
export function GrantForm({ order, onDone, onFailed, onCancel }: DeskProps) {
  const form = useFocusInside()
  const [reason, setReason] = useState('')
  const grant = useSubmission({
    mutationFn: () => adminClient.orders.grant({ params: { order_id: order.order_id }, body: { reason } }),
    onError: onFailed,
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
    <Desk ref={form} noValidate onSubmit={submit} aria-label="Give access">
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
        <Button type="submit" disabled={!reason.trim()} busy={grant.isPending} busyText="Giving access...">
          Give access
        </Button>
      </chakra.div>
    </Desk>
  )
}
