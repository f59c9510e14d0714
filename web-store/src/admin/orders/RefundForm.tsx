import { chakra } from '@chakra-ui/react'
import type { AdminOrder } from 'contract/orders'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { errorText, isApiError, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { rupeesText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { adminClient } from '../admin-api.ts'
import { FieldProblem } from '../components/form-parts.tsx'
import { ActionForm, type ActionProps, useFocusInside } from './OrderActionForm.tsx'
import { type Choice, RedeemedSeats } from './RedeemedSeats.tsx'
import { isWhole, RefundWay, type Transfer } from './RefundWay.tsx'

type Order = Pick<
  z.input<typeof AdminOrder>,
  'order_id' | 'courses' | 'gift_codes' | 'refundable' | 'refundable_without_redeemed' | 'refund_needs_reason'
>

/** After these nothing was given back and nothing will be: asking again is a refund of its own. */
const REFUSED = new Set(['gateway_error', 'gateway_not_configured', 'not_refundable'])

const NO_ANSWER =
  'No reply from the server. Please try again. The buyer is refunded only once, even if you press again.'

function refundProblem(error: unknown): string {
  if (isApiError(error) && error.code === 'idempotency_mismatch') {
    return 'Your earlier refund went through. You can see it below. To refund more, cancel and start again.'
  }
  return errorText(error, NO_ANSWER)
}

/** Gives money back: all that is left, unless a smaller sum is typed. Where gift seats are redeemed the owner says what becomes of them. */
export function RefundForm({ order, onDone, onFailed, onCancel }: ActionProps<Order>) {
  const form = useFocusInside()
  const seats = order.gift_codes.filter(({ redeemed }) => redeemed)
  const most = order.refundable_without_redeemed
  const [choice, setChoice] = useState<Choice>()
  const [amount, setAmount] = useState(seats.length > 0 ? '' : String(order.refundable))
  const [reason, setReason] = useState('')
  const [transfer, setTransfer] = useState<Transfer>(null)
  // One key for one refund: pressed twice, or sent again after a lost answer, with another sum even, it stays one.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const redeemed = choice === 'part' ? undefined : choice
  const typed = seats.length === 0 || choice === 'part'
  const sum = typed ? Number(amount) : choice === 'take' ? order.refundable : most
  const inRange = !typed || (/^\d+(\.\d{1,2})?$/.test(amount) && sum >= 1 && sum <= most)
  const chosen = seats.length === 0 || choice !== undefined
  const valid = chosen && inRange && (!order.refund_needs_reason || reason.trim() !== '') && isWhole(transfer)
  const refund = useSubmission({
    mutationFn: () =>
      adminClient.orders.refund({
        params: { order_id: order.order_id },
        headers: { 'idempotency-key': key },
        body: { amount: sum, reason, ...(redeemed ? { redeemed } : {}), ...(transfer ? { bank: transfer } : {}) },
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
        transfer
          ? `${rupeesText(sum)} booked as refunded`
          : status === 'processed'
            ? `${rupeesText(sum)} refunded`
            : `Refund of ${rupeesText(sum)} is on its way`,
      )
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (valid) refund.mutate()
  }
  // What was said of another sum is of no use to this one.
  const change = (act: () => void) => {
    if (!refund.isPending) refund.reset()
    act()
  }
  return (
    <ActionForm ref={form} noValidate onSubmit={submit} aria-label="Refund">
      {seats.length > 0 && (
        <RedeemedSeats order={order} seats={seats} choice={choice} onChoose={(next) => change(() => setChoice(next))} />
      )}
      {typed && (
        <Field
          label="Amount (₹)"
          type="number"
          inputMode="decimal"
          min={1}
          max={most}
          step={0.01}
          help={
            seats.length > 0
              ? `At most ${rupeesText(most)}.`
              : `At most ${rupeesText(most)}. A full refund takes the courses back.`
          }
          error={amount !== '' && !inRange ? `Amount must be from ₹1.00 to ${rupeesText(most)}` : undefined}
          value={amount}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => change(() => setAmount(event.target.value))}
        />
      )}
      <Field
        label="Reason"
        optional={!order.refund_needs_reason}
        required={order.refund_needs_reason}
        maxLength={500}
        help={order.refund_needs_reason ? 'Required when the payment is more than 30 days old.' : undefined}
        value={reason}
        onChange={(event) => change(() => setReason(event.target.value))}
      />
      <RefundWay transfer={transfer} onChange={(next) => change(() => setTransfer(next))} />
      {refund.error && !isAuthError(refund.error) && <FieldProblem>{refundProblem(refund.error)}</FieldProblem>}
      {refund.data?.status === 'failed' && (
        <FieldProblem>Razorpay refused this refund. See the reason in the timeline below.</FieldProblem>
      )}
      <chakra.div display="flex" gap="2.5" justifyContent="end">
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          colorPalette="danger"
          disabled={!valid}
          busy={refund.isPending}
          busyText={transfer ? 'Booking...' : 'Refunding...'}
        >
          {[transfer ? 'Book refund' : 'Refund', valid ? rupeesText(sum) : ''].filter(Boolean).join(' ')}
        </Button>
      </chakra.div>
    </ActionForm>
  )
}
