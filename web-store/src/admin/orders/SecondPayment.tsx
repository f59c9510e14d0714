import { indianDay } from 'contract/indian-time'
import type { FormEvent } from 'react'
import { errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, Tools } from '../forms/form-parts.tsx'
import { useTypedFields } from '../forms/typed.ts'
import { useUnsaved } from '../forms/unsaved.ts'
import { useFailureBehind } from '../forms/use-failure-behind.ts'
import { adminClient, isRefused } from '../host/admin-api.ts'
import { Mono } from '../lists/table-parts.tsx'
import { ActionForm } from './OrderActionForm.tsx'
import { isWhole, type Transfer, TransferFields } from './RefundWay.tsx'

type Props = {
  orderId: string
  payment: { payment_id: string; amount: number }
  /** Missing for who may not refund. */
  onDone: (() => void) | undefined
}

type Typed = { transfer: Transfer; key: string }

/** The order was paid twice, and that money is still here: Razorpay gives it back, or the owner has sent it by bank transfer. */
export function SecondPayment({ orderId, payment, onDone }: Props) {
  const { payment_id, amount } = payment
  const form = `second-payment:${payment_id}`
  // One key for one transfer, as in a refund.
  const { fields, put, forget, sending, refused, forgetWhenKnown } = useTypedFields<Typed>(form, () => ({
    ...{ transfer: null, key: crypto.randomUUID() },
  }))
  const { transfer, key } = fields
  useUnsaved(form, transfer !== null && transfer.reference.trim() !== '')
  const failedBehind = useFailureBehind()
  const book = useSubmission({
    mutationFn: (bank: NonNullable<Transfer>) =>
      adminClient.orders.refund({
        params: { order_id: orderId },
        headers: { 'idempotency-key': key },
        body: { amount, reason: 'The order was paid already', bank: { ...bank, payment_id } },
      }),
    onSettled: onDone,
    onError: (error) => {
      if (isRefused(error)) refused()
      failedBehind(error, `Refund of ${rupeesText(amount)} not confirmed`)
    },
    onSuccess: ({ status }) => {
      forget()
      toast.success(
        status === 'second_person'
          ? `Refund of ${rupeesText(amount)} needs approval`
          : `${rupeesText(amount)} recorded as refunded`,
      )
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!transfer || !isWhole(transfer)) return
    sending()
    book.mutate(transfer)
  }
  const cancel = () => {
    put({ transfer: null })
    forgetWhenKnown(book)
  }
  return (
    <ActionForm noValidate onSubmit={submit} aria-label="Second payment">
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
      {transfer && <TransferFields transfer={transfer} onChange={(next) => put({ transfer: next })} />}
      {book.error && !isAuthError(book.error) && (
        <FieldProblem>{errorText(book.error, 'No reply from the server. Please try again.')}</FieldProblem>
      )}
      {onDone && (
        <Tools>
          {transfer ? (
            <>
              <Button type="submit" disabled={!isWhole(transfer)} busy={book.isPending} busyText="Recording...">
                Record {rupeesText(amount)}
              </Button>
              <Button variant="outline" onClick={cancel}>
                Cancel
              </Button>
            </>
          ) : (
            <Button
              variant="outline"
              onClick={() => put({ transfer: { reference: '', sent_on: indianDay(shopNow()) } })}
            >
              I have sent it by bank transfer
            </Button>
          )}
        </Tools>
      )}
    </ActionForm>
  )
}
