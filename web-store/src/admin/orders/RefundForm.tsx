import { indianDay } from 'contract/indian-time'
import { REASON_NEEDED } from 'contract/orders/actions'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'
import { FieldProblem } from '../forms/form-parts.tsx'
import { rupees, state, text } from '../kit/fields.tsx'
import { useForm } from '../kit/form.tsx'
import { type ActionProps, OpenedForm } from './OrderActionForm.tsx'
import { RefundScope } from './RefundScope.tsx'
import {
  failureTitle,
  isNothingStored,
  lateTaxText,
  NO_ANSWER,
  newRefund,
  type PickedSeat,
  proposalText,
  type RefundOrder,
  refundBody,
  refundCall,
  refundNotice,
  refundOf,
  refundProblem,
  type Scope,
} from './refund-order.ts'
import { lateProblem, transferFields, wayField } from './refund-way.ts'
import { SeatPicker } from './SeatPicker.tsx'

/** Gives money back: everything, some courses or seats, or a sum, by Razorpay or by a transfer that was made. */
export function RefundForm({ order, onDone, onFailed, onCancel }: ActionProps<RefundOrder>) {
  const fields = {
    scope: state<Scope>('all'),
    wanted: state<readonly PickedSeat[]>([]),
    amount: state(''),
    less: state<string | null>(null),
    reason: state(''),
    way: wayField,
    ...transferFields(),
  }
  // One key for one refund: pressed twice, or sent again after a lost answer, with another sum even, it stays one.
  const form = useForm(refundCall, fields, {
    draft: `refund:${order.order_id}`,
    begun: newRefund(order),
    once: true,
    renews: isNothingStored,
    of: { params: { order_id: order.order_id } },
    check: (typed) => refundOf(order, typed).problems,
    shape: (_, typed) => refundBody(order, typed),
    failed: (sent, error) => failureTitle(refundOf(order, sent).text, error),
    fallback: NO_ANSWER,
    say: refundProblem,
    done: (answer, sent) => refundNotice(refundOf(order, sent).text, sent.way, answer),
    onDone,
    onFailed,
  })
  const { values, put, errorOf } = form
  const { scope, way, sent_on } = values
  const { picked, proposal, along, amount, least, most, text: sum, problem, needsReason } = refundOf(order, values)
  const { currency } = order.gateway
  const lateTax = lateTaxText(order, indianDay(shopNow()))
  const isBank = way === 'bank'
  return (
    <OpenedForm
      form={form}
      title="Refund"
      layout={[
        <RefundScope key="scope" order={order} scope={scope} onChoose={(next) => put({ scope: next, less: null })} />,
        scope === 'seats' && (
          <SeatPicker order={order} picked={picked} onPick={(next) => put({ wanted: next, less: null })} />
        ),
        (scope === 'sum' || proposal) &&
          rupees(`Amount (${currency ?? '₹'})`).draw({
            name: 'amount',
            value: amount,
            put: (next) => put(proposal ? { less: next } : { amount: next }),
            min: least,
            max: most,
            help: proposal && `Proposed: ${proposalText(proposal)}`,
            error: problem || errorOf('amount'),
          }),
        text('Reason', { optional: !needsReason, maxLength: 500 }).draw({
          name: 'reason',
          value: values.reason,
          put: (reason) => put({ reason }),
          help: order.refund_needs_reason
            ? `${REASON_NEEDED}.`
            : `Printed on the ${lateTax ? 'receipt' : 'credit note'}.`,
          error: errorOf('reason'),
        }),
        'way',
        isBank && ['reference', 'sent_on'],
        along && <chakra.p fontWeight="500">{along}</chakra.p>,
        lateTax && <chakra.p color="fg.muted">{lateTax}</chakra.p>,
        scope !== 'sum' && !proposal && errorOf('amount') && <FieldProblem>{errorOf('amount')}</FieldProblem>,
      ]}
      more={{
        way: { help: isBank && 'Razorpay sends nothing. Access, documents and the buyer’s email follow at once.' },
        sent_on: { error: lateProblem(sent_on) },
      }}
      save={[isBank ? 'Record refund' : 'Refund', sum].filter(Boolean).join(' ')}
      busyText={isBank ? 'Recording...' : 'Refunding...'}
      palette="danger"
      onCancel={onCancel}
    />
  )
}
