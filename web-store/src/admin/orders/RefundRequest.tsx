import type { RefundRequest } from 'contract/orders/refund-requests'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { amountText, dateTimeText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, Help, Tools } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminClient } from '../host/admin-api.ts'
import { ActionForm } from './OrderActionForm.tsx'
import { toastWaiting } from './refund-order.ts'

type Props = {
  request: RefundRequest
  /** The currency of the amount; absent for rupees. */
  currency: string | undefined
  /** True if this admin requested it. */
  own: boolean
  onDone: () => void
}

/** Shows a refund above the limit: another admin than its requester approves or declines it. */
export function RefundRequestCard({ request, currency, own, onDone }: Props) {
  const [declines, setDeclining] = useState<boolean>()
  const { request_id, reason, about, by_bank, asked_by, asked_at, others } = request
  const amount = amountText(request.amount, currency)
  const params = { request_id }
  const fallback = 'No reply from the server. Please try again.'
  const approve = useActionForm({
    name: `refund-approved:${request_id}`,
    begun: {},
    fallback,
    onFailed: onDone,
    send: () => adminClient.orders.approveRefund({ params }),
    failed: `Approval of ${amount} not confirmed`,
    onDone: ({ status, waiting }) => {
      if (waiting) toastWaiting(amount, waiting)
      else if (status !== 'failed') toast.success(`Refund of ${amount} approved`)
      else toast.error('Razorpay did not make this refund', { description: 'See the reason in the timeline.' })
      onDone()
    },
  })
  const decline = useActionForm({
    name: `refund-asked:${request_id}`,
    begun: { answer: '' },
    fallback,
    onFailed: onDone,
    check: ({ answer }) => ({ answer: own || answer.trim() ? undefined : 'Enter a reason' }),
    send: (body) => adminClient.orders.declineRefund({ params, body }),
    failed: `Refusal of ${amount} not confirmed`,
    onDone: () => {
      toast.success(own ? 'Refund request withdrawn' : 'Refund declined')
      onDone()
    },
  })
  // Words that are not sent yet are shown again.
  const declining = declines ?? decline.isTyped
  const problem = approve.problem ?? decline.problem
  return (
    <ActionForm method="post" noValidate onSubmit={decline.submit} aria-label="Refund above your limit">
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
          {...decline.field('answer')}
        />
      )}
      {problem && <FieldProblem>{problem}</FieldProblem>}
      <Tools>
        {own ? (
          <Button type="submit" variant="outline" busy={decline.isPending} busyText="Withdrawing...">
            Withdraw
          </Button>
        ) : declining ? (
          <>
            <Button type="submit" busy={decline.isPending} busyText="Declining...">
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
              onClick={() => approve.submit()}
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
