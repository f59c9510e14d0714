import { indianDay } from 'contract/indian-time'
import { REASON_NEEDED } from 'contract/order-actions'
import type { FormEvent } from 'react'
import { errorText, isApiError, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { amountText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem } from '../forms/form-parts.tsx'
import { useTypedFields } from '../forms/typed.ts'
import { useUnsaved } from '../forms/unsaved.ts'
import { useFailureBehind } from '../forms/use-failure-behind.ts'
import { adminClient, isRefused } from '../host/admin-api.ts'
import { ActionForm, type ActionProps, useFocusInside } from './OrderActionForm.tsx'
import { RefundScope, type Scope } from './RefundScope.tsx'
import { isWhole, RefundWay, type Transfer } from './RefundWay.tsx'
import { amountOf, isSameSeat, lateTaxText, type PickedSeat, type RefundOrder, tellOfWaiting } from './refund-order.ts'
import { SeatPicker } from './SeatPicker.tsx'

type Typed = {
  scope: Scope
  wanted: readonly PickedSeat[]
  amount: string
  reason: string
  transfer: Transfer
  key: string
}

const NO_ANSWER =
  'No reply from the server. Please try again. The buyer is refunded only once, even if you press again.'

function refundProblem(error: unknown): string {
  if (isApiError(error) && error.code === 'idempotency_mismatch') {
    return 'Your earlier refund went through. You can see it below. To refund more, cancel and start again.'
  }
  return errorText(error, NO_ANSWER)
}

/** Gives money back: everything, some courses or seats, or a sum, by Razorpay or by a transfer that was made. */
export function RefundForm({ order, onDone, onFailed, onCancel }: ActionProps<RefundOrder>) {
  const form = useFocusInside()
  const most = order.refundable_without_redeemed
  const { currency } = order.gateway
  const text = (amount: number) => amountText(amount, currency)
  const redeemed = order.gift_codes.some((gift) => gift.redeemed)
  const asked = order.guarantee?.status === 'open' ? order.guarantee : undefined
  // One key for one refund: pressed twice, or sent again after a lost answer, with another sum even, it stays one, also when this was closed meanwhile.
  const { fields, isTyped, put, ...kept } = useTypedFields<Typed>(`refund:${order.order_id}`, () => ({
    ...{ scope: 'all', wanted: [], amount: '', key: crypto.randomUUID() },
    reason: asked ? (asked.reason ?? 'Requested within the guarantee') : '',
    transfer: order.outside ? { reference: '', sent_on: indianDay(shopNow()) } : null,
  }))
  const { scope, wanted, amount, reason, transfer, key } = fields
  const renew = () => kept.refused({ key: crypto.randomUUID() })
  useUnsaved(`refund:${order.order_id}`, isTyped)
  // Some may have gone back while this form was open.
  const picked = order.seats.filter((seat) => wanted.some((one) => isSameSeat(one, seat)))
  const sum = scope === 'all' ? order.refundable : scope === 'seats' ? amountOf(picked) : Number(amount)
  const inRange = scope !== 'sum' || (/^\d+(\.\d{1,2})?$/.test(amount) && sum >= 1 && sum <= most)
  const needsReason = order.refund_needs_reason || scope === 'sum'
  const valid = sum >= 1 && inRange && (!needsReason || reason.trim() !== '') && isWhole(transfer)
  const what = {
    all: redeemed ? { amount: sum, redeemed: 'take' as const } : { amount: sum },
    seats: { amount: sum, seats: picked.map(({ course_id, seat }) => ({ course_id, seat })) },
    sum: { amount: sum },
  }[scope]
  const failedBehind = useFailureBehind()
  const lateTax = lateTaxText(order, indianDay(shopNow()))
  const refund = useSubmission({
    mutationFn: () =>
      adminClient.orders.refund({
        params: { order_id: order.order_id },
        headers: { 'idempotency-key': key },
        body: { ...what, reason, ...(transfer ? { bank: transfer } : {}) },
      }),
    onError: (error) => {
      failedBehind(error, `Refund of ${text(sum)} not confirmed`)
      // Nothing was stored, so the next press is a refund of its own.
      if (isApiError(error) && error.code === 'not_refundable') renew()
      else if (isRefused(error)) kept.refused()
      onFailed()
    },
    onSuccess: ({ status, waiting }) => {
      // The answer was lost on its way, and meanwhile the gateway has not made it.
      if (status === 'failed') {
        failedBehind(undefined, `Razorpay did not make the refund of ${text(sum)}`, 'See the reason in the order.')
        renew()
        return onFailed()
      }
      kept.forget()
      if (status === 'second_person') {
        toast.success(`Refund of ${text(sum)} needs approval`)
        return onDone()
      }
      if (waiting) {
        tellOfWaiting(text(sum), waiting)
        return onDone()
      }
      toast.success(
        transfer
          ? `${text(sum)} recorded as refunded`
          : status === 'processed'
            ? `${text(sum)} refunded`
            : `Refund of ${text(sum)} is on its way`,
      )
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!valid) return
    // A key that was sent is kept, whatever becomes of its answer.
    kept.sending()
    refund.mutate()
  }
  // What was said of another sum is of no use to this one.
  const change = (part: Partial<Typed>) => {
    refund.reset()
    put(part)
  }
  const cancel = () => {
    kept.forgetWhenKnown(refund)
    onCancel()
  }
  return (
    <ActionForm ref={form} noValidate onSubmit={submit} aria-label="Refund">
      <RefundScope order={order} scope={scope} onChoose={(next) => change({ scope: next })} />
      {scope === 'seats' && <SeatPicker order={order} picked={picked} onPick={(next) => change({ wanted: next })} />}
      {scope === 'sum' && (
        <Field
          label={`Amount (${currency ?? '₹'})`}
          type="number"
          inputMode="decimal"
          min={1}
          max={most}
          step={0.01}
          required
          error={amount !== '' && !inRange ? `Amount must be from ${text(1)} to ${text(most)}` : undefined}
          value={amount}
          onChange={(event) => change({ amount: event.target.value })}
        />
      )}
      <Field
        label="Reason"
        optional={!needsReason}
        required={needsReason}
        maxLength={500}
        help={
          order.refund_needs_reason ? `${REASON_NEEDED}.` : `Printed on the ${lateTax ? 'receipt' : 'credit note'}.`
        }
        value={reason}
        onChange={(event) => change({ reason: event.target.value })}
      />
      <RefundWay transfer={transfer} onChange={(next) => change({ transfer: next })} />
      {lateTax && <chakra.p color="fg.muted">{lateTax}</chakra.p>}
      {refund.error && !isAuthError(refund.error) && <FieldProblem>{refundProblem(refund.error)}</FieldProblem>}
      {refund.data?.status === 'failed' && (
        <FieldProblem>Razorpay did not make this refund. See the reason in the timeline below.</FieldProblem>
      )}
      <chakra.div display="flex" gap="2.5" justifyContent="end">
        <Button variant="outline" onClick={cancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          colorPalette="danger"
          disabled={!valid}
          busy={refund.isPending}
          busyText={transfer ? 'Recording...' : 'Refunding...'}
        >
          {[transfer ? 'Record refund' : 'Refund', valid ? text(sum) : ''].filter(Boolean).join(' ')}
        </Button>
      </chakra.div>
    </ActionForm>
  )
}
