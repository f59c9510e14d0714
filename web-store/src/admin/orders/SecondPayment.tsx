import { indianDay } from 'contract/indian-time'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, Tools } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminClient } from '../host/admin-api.ts'
import { Mono } from '../lists/table-parts.tsx'
import { ActionForm } from './OrderActionForm.tsx'
import { type Transfer, TransferFields, transferProblem } from './RefundWay.tsx'

type Props = {
  orderId: string
  payment: { payment_id: string; amount: number }
  /** Missing for who may not refund. */
  onDone: (() => void) | undefined
}

/** The order was paid twice, and that money is still here: Razorpay gives it back, or the owner has sent it by bank transfer. */
export function SecondPayment({ orderId, payment, onDone }: Props) {
  const { payment_id, amount } = payment
  // One key for one transfer, as in a refund.
  const form = useActionForm({
    name: `second-payment:${payment_id}`,
    begun: { transfer: null as Transfer },
    once: true,
    onFailed: onDone,
    check: ({ transfer }) => ({ transfer: transferProblem(transfer) }),
    send: ({ transfer }, { key }) =>
      adminClient.orders.refund({
        params: { order_id: orderId },
        headers: { 'idempotency-key': key },
        body: { amount, reason: 'The order was paid already', ...(transfer && { bank: { ...transfer, payment_id } }) },
      }),
    failed: `Refund of ${rupeesText(amount)} not confirmed`,
    fallback: 'No reply from the server. Please try again.',
    onDone: ({ status }) => {
      toast.success(
        status === 'second_person'
          ? `Refund of ${rupeesText(amount)} needs approval`
          : `${rupeesText(amount)} recorded as refunded`,
      )
      onDone?.()
    },
  })
  const { transfer } = form.values
  const change = (next: Transfer) => form.put({ transfer: next })
  return (
    <ActionForm method="post" noValidate onSubmit={form.submit} aria-label="Second payment">
      <div>
        <chakra.p fontWeight="600">Paid twice: {rupeesText(amount)} to give back</chakra.p>
        <chakra.p textStyle="sm" color="fg.muted">
          <Mono>{payment_id}</Mono>
        </chakra.p>
        <chakra.p mt="1.5">
          “Check with Razorpay” asks Razorpay once more to send it. If you have sent it yourself, record the bank
          transfer.
        </chakra.p>
      </div>
      {transfer && <TransferFields transfer={transfer} onChange={change} problem={form.errorOf('transfer')} />}
      {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
      {onDone && (
        <Tools>
          {transfer ? (
            <>
              <Button type="submit" busy={form.isPending} busyText="Recording...">
                Record {rupeesText(amount)}
              </Button>
              <Button variant="outline" onClick={() => form.cancel(() => change(null))}>
                Cancel
              </Button>
            </>
          ) : (
            <Button variant="outline" onClick={() => change({ reference: '', sent_on: indianDay(shopNow()) })}>
              I have sent it by bank transfer
            </Button>
          )}
        </Tools>
      )}
    </ActionForm>
  )
}
