import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { Muted } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useForm } from '../kit/form.tsx'
import { Mono } from '../lists/table-parts.tsx'
import { WaitingCard } from './OrderActionForm.tsx'
import { lateProblem, transferFields, transferProblems } from './refund-way.ts'

type Props = {
  orderId: string
  payment: { payment_id: string; amount: number }
  /** Missing for who may not refund. */
  onFailed: (() => void) | undefined
}

/** The order was paid twice, and that money is still here: Razorpay gives it back, or the owner has sent it by bank transfer. */
export function SecondPayment({ orderId, payment: { payment_id, amount }, onFailed }: Props) {
  const sum = rupeesText(amount)
  // One key for one transfer, as in a refund.
  const form = useForm(adminApi.orders.refund, transferFields(), {
    draft: `second-payment:${payment_id}`,
    once: true,
    of: { params: { order_id: orderId } },
    check: transferProblems,
    shape: (bank) => ({ amount, reason: 'The order was paid already', bank: { ...bank, payment_id } }),
    done: ({ status }) =>
      status === 'second_person' ? `Refund of ${sum} needs approval` : `${sum} recorded as refunded`,
    failed: `Refund of ${sum} not confirmed`,
    fallback: 'No reply from the server. Please try again.',
    onFailed,
  })
  return (
    <WaitingCard
      form={form}
      title="Second payment"
      lead={`Paid twice: ${sum} to give back`}
      asks={[['reference', 'sent_on']]}
      more={{ sent_on: { error: lateProblem(form.values.sent_on) } }}
      opens="I have sent it by bank transfer"
      save={`Record ${sum}`}
      busyText="Recording..."
      leave={form.cancel}
      tools={onFailed ? undefined : false}
    >
      <Muted>
        <Mono>{payment_id}</Mono>
      </Muted>
      <chakra.p mt="1.5">
        “Check with Razorpay” asks Razorpay once more to send it. If you have sent it yourself, record the bank
        transfer.
      </chakra.p>
    </WaitingCard>
  )
}
