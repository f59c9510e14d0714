import { indianDay } from 'contract/indian-time'
import { type FormEvent, useState } from 'react'
import { errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { adminClient } from '../admin-api.ts'
import { FieldProblem, Tools } from '../components/form-parts.tsx'
import { Mono } from '../components/table-parts.tsx'
import { useFailureBehind } from '../components/use-failure-behind.ts'
import { ActionForm } from './OrderActionForm.tsx'
import { isWhole, type Transfer, TransferFields } from './RefundWay.tsx'

type Props = {
  orderId: string
  payment: { payment_id: string; amount: number }
  /** Missing for who may not refund. */
  onDone: (() => void) | undefined
}

/** The order was paid twice, and that money is still here: Razorpay gives it back, or the owner has sent it by bank transfer. */
export function SecondPayment({ orderId, payment, onDone }: Props) {
  const [transfer, setTransfer] = useState<Transfer>(null)
  const [key] = useState(() => crypto.randomUUID())
  const { payment_id, amount } = payment
  const failedBehind = useFailureBehind()
  const book = useSubmission({
    mutationFn: (bank: NonNullable<Transfer>) =>
      adminClient.orders.refund({
        params: { order_id: orderId },
        headers: { 'idempotency-key': key },
        body: { amount, reason: 'The order was paid already', bank: { ...bank, payment_id } },
      }),
    onSettled: onDone,
    onError: (error) => failedBehind(error, `Refund of ${rupeesText(amount)} not confirmed`),
    onSuccess: ({ status }) =>
      toast.success(
        status === 'second_person'
          ? `Refund of ${rupeesText(amount)} waits for a second person`
          : `${rupeesText(amount)} booked as refunded`,
      ),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (transfer && isWhole(transfer)) book.mutate(transfer)
  }
  return (
    <ActionForm noValidate onSubmit={submit} aria-label="Second payment">
      <div>
        <chakra.p fontWeight="600">Paid twice: {rupeesText(amount)} to give back</chakra.p>
        <chakra.p textStyle="sm" color="fg.muted">
          <Mono>{payment_id}</Mono>
        </chakra.p>
        <chakra.p mt="1.5">
          “Check with Razorpay” asks Razorpay once more to send it. If you have sent it yourself, book the bank
          transfer.
        </chakra.p>
      </div>
      {transfer && <TransferFields transfer={transfer} onChange={setTransfer} />}
      {book.error && !isAuthError(book.error) && (
        <FieldProblem>{errorText(book.error, 'No reply from the server. Please try again.')}</FieldProblem>
      )}
      {onDone && (
        <Tools>
          {transfer ? (
            <>
              <Button type="submit" disabled={!isWhole(transfer)} busy={book.isPending} busyText="Booking...">
                Book {rupeesText(amount)}
              </Button>
              <Button variant="outline" onClick={() => setTransfer(null)}>
                Cancel
              </Button>
            </>
          ) : (
            <Button variant="outline" onClick={() => setTransfer({ reference: '', sent_on: indianDay(new Date()) })}>
              I have sent it by bank transfer
            </Button>
          )}
        </Tools>
      )}
    </ActionForm>
  )
}
