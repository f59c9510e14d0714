import { indianDay } from 'contract/indian-time'
import { REASON_NEEDED } from 'contract/orders/actions'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { FieldProblem } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { ActionForm, type ActionProps, useFocusInside } from './OrderActionForm.tsx'
import { RefundScope } from './RefundScope.tsx'
import { RefundWay } from './RefundWay.tsx'
import {
  failureTitle,
  isNothingStored,
  lateTaxText,
  NO_ANSWER,
  newRefund,
  proposalText,
  type RefundOrder,
  refundOf,
  refundProblem,
  sendRefund,
  toastRefund,
} from './refund-order.ts'
import { SeatPicker } from './SeatPicker.tsx'

/** Gives money back: everything, some courses or seats, or a sum, by Razorpay or by a transfer that was made. */
export function RefundForm({ order, onDone, onFailed, onCancel }: ActionProps<RefundOrder>) {
  const focused = useFocusInside()
  // One key for one refund: pressed twice, or sent again after a lost answer, with another sum even, it stays one.
  const form = useActionForm({
    name: `refund:${order.order_id}`,
    begun: newRefund(order),
    once: true,
    renews: isNothingStored,
    onFailed,
    check: (typed) => refundOf(order, typed).problems,
    send: (typed, { key }) => sendRefund(order, typed, key),
    failed: (sent, error) => failureTitle(refundOf(order, sent).text, error),
    fallback: NO_ANSWER,
    say: refundProblem,
    onDone: (answer, { sent }) => {
      toastRefund(refundOf(order, sent).text, sent.transfer, answer)
      onDone()
    },
  })
  const { scope, transfer } = form.values
  const { picked, proposal, amount, most, text, inRange, range, needsReason } = refundOf(order, form.values)
  const { currency } = order.gateway
  const lateTax = lateTaxText(order, indianDay(shopNow()))
  return (
    <ActionForm method="post" ref={focused} noValidate onSubmit={form.submit} aria-label="Refund">
      <RefundScope order={order} scope={scope} onChoose={(next) => form.put({ scope: next, less: null })} />
      {scope === 'seats' && (
        <SeatPicker order={order} picked={picked} onPick={(next) => form.put({ wanted: next, less: null })} />
      )}
      {(scope === 'sum' || proposal) && (
        <Field
          label={`Amount (${currency ?? '₹'})`}
          type="number"
          inputMode="decimal"
          min={transfer ? 0.01 : 1}
          max={most}
          step={0.01}
          required
          {...form.field('amount')}
          {...(proposal && {
            value: amount,
            onChange: ({ target }: { target: { value: string } }) => form.put({ less: target.value }),
            help: `Proposed: ${proposalText(proposal)}`,
          })}
          error={amount !== '' && !inRange ? range : form.errorOf('amount')}
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
        {...form.field('reason')}
      />
      <RefundWay
        transfer={transfer}
        onChange={(next) => form.put({ transfer: next })}
        problem={form.errorOf('transfer')}
      />
      {lateTax && <chakra.p color="fg.muted">{lateTax}</chakra.p>}
      {scope !== 'sum' && !proposal && form.errorOf('amount') && <FieldProblem>{form.errorOf('amount')}</FieldProblem>}
      {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
      <chakra.div display="flex" gap="2.5" justifyContent="end">
        <Button variant="outline" onClick={() => form.cancel(onCancel)}>
          Cancel
        </Button>
        <Button
          type="submit"
          colorPalette="danger"
          busy={form.isPending}
          busyText={transfer ? 'Recording...' : 'Refunding...'}
        >
          {[transfer ? 'Record refund' : 'Refund', text].filter(Boolean).join(' ')}
        </Button>
      </chakra.div>
    </ActionForm>
  )
}
