import type { RefundRequest } from 'contract/refund-requests'
import { type FormEvent, useState } from 'react'
import { errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { amountText, dateTimeText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, Help, Tools } from '../forms/form-parts.tsx'
import { useTyped } from '../forms/typed.ts'
import { useUnsaved } from '../forms/unsaved.ts'
import { useFailureBehind } from '../forms/use-failure-behind.ts'
import { adminClient } from '../host/admin-api.ts'
import { ActionForm } from './OrderActionForm.tsx'
import { tellOfWaiting } from './refund-order.ts'

type Props = {
  request: RefundRequest
  /** Of its sum; absent for rupees. */
  currency: string | undefined
  /** Whoever looks asked for it. */
  own: boolean
  onDone: () => void
}

/** A refund above the limit: somebody else than who asked for it approves or declines it. */
export function RefundAsked({ request, currency, own, onDone }: Props) {
  const [declines, setDeclining] = useState<boolean>()
  const { request_id, reason, about, by_bank, asked_by, asked_at, others } = request
  const amount = amountText(request.amount, currency)
  const params = { request_id }
  const [answer = '', setAnswer] = useTyped<string>(`refund-asked:${request_id}`)
  // Words that are not sent yet are shown again.
  const declining = declines ?? answer !== ''
  useUnsaved(`refund-asked:${request_id}`, declining && answer.trim() !== '')
  const failedBehind = useFailureBehind()
  const approve = useSubmission({
    mutationFn: () => adminClient.orders.approveRefund({ params }),
    onSettled: onDone,
    onError: (error) => failedBehind(error, `Approval of ${amount} not confirmed`),
    onSuccess: ({ status, waiting }) => {
      if (waiting) return tellOfWaiting(amount, waiting)
      if (status === 'failed')
        return toast.error('Razorpay did not make this refund', { description: 'See the reason in the timeline.' })
      toast.success(`Refund of ${amount} approved`)
    },
  })
  const decline = useSubmission({
    mutationFn: () => adminClient.orders.declineRefund({ params, body: { answer } }),
    onSettled: onDone,
    onError: (error) => failedBehind(error, `Refusal of ${amount} not confirmed`),
    onSuccess: () => {
      setAnswer('')
      toast.success(own ? 'Refund request withdrawn' : 'Refund declined')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (own || answer.trim()) decline.mutate()
  }
  const error = approve.error ?? decline.error
  return (
    <ActionForm noValidate onSubmit={submit} aria-label="Refund above your limit">
      <div>
        <chakra.p fontWeight="600">
          {own ? 'You requested' : `${asked_by.email} requests`} a refund of {amount}
        </chakra.p>
        <chakra.p textStyle="sm" color="fg.muted">
          {dateTimeText(asked_at)}
          {by_bank && ', sent by bank transfer'}
        </chakra.p>
        {about && <chakra.p mt="1.5">For {about}</chakra.p>}
        <chakra.p mt="1.5" whiteSpace="pre-line" overflowWrap="anywhere">
          {reason ?? 'No reason given.'}
        </chakra.p>
      </div>
      {own && (
        <Help>
          {others === 0
            ? 'It is above your refund limit and needs approval, but nobody else may refund. Add another owner or a finance admin, or remove the limit under Payment.'
            : 'It is above the refund limit: another owner or finance admin has to approve it.'}
        </Help>
      )}
      {declining && (
        <Field
          as="textarea"
          label="Reason"
          required
          maxLength={500}
          help="For your team, in the order’s timeline. The buyer does not see it."
          value={answer}
          onChange={(event) => setAnswer(event.target.value)}
        />
      )}
      {error && !isAuthError(error) && (
        <FieldProblem>{errorText(error, 'No reply from the server. Please try again.')}</FieldProblem>
      )}
      <Tools>
        {own ? (
          <Button type="submit" variant="outline" busy={decline.isPending} busyText="Withdrawing...">
            Withdraw
          </Button>
        ) : declining ? (
          <>
            <Button type="submit" disabled={!answer.trim()} busy={decline.isPending} busyText="Declining...">
              Decline refund
            </Button>
            <Button variant="outline" onClick={() => setDeclining(false)}>
              Cancel
            </Button>
          </>
        ) : (
          <>
            <Button
              colorPalette="danger"
              busy={approve.isPending}
              busyText="Refunding..."
              onClick={() => approve.mutate()}
            >
              Approve refund
            </Button>
            <Button variant="outline" onClick={() => setDeclining(true)}>
              Decline
            </Button>
          </>
        )}
      </Tools>
    </ActionForm>
  )
}
