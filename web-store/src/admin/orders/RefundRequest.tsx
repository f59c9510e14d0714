import { text as said } from 'contract/fields'
import type { RefundRequest } from 'contract/orders/refund-requests'
import { z } from 'zod'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { amountText, dateTimeText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { Help, Muted } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { area } from '../kit/fields.tsx'
import { SaveButton, useForm } from '../kit/form.tsx'
import { WaitingCard, Wish } from './OrderActionForm.tsx'
import { toastWaiting } from './refund-order.ts'

type Props = {
  request: RefundRequest
  /** The currency of the amount; absent for rupees. */
  currency: string | undefined
  /** True if this admin requested it. */
  own: boolean
  onFailed: () => void
}

const fields = {
  answer: area('Reason', {
    maxLength: 500,
    help: 'For your team, in the order’s timeline. The buyer does not see it.',
  }),
}
const Answer = z.object({ answer: said(1, 500, 'Enter a reason') })

/** Shows a refund above the limit: another admin than its requester approves or declines it. */
export function RefundRequestCard({ request, currency, own, onFailed }: Props) {
  const { request_id, reason, about, by_bank, asked_by, asked_at, others } = request
  const amount = amountText(request.amount, currency)
  const both = {
    of: { params: { request_id } },
    fallback: 'No reply from the server. Please try again.',
    onFailed,
  }
  const approve = useForm(
    adminApi.orders.approveRefund,
    {},
    {
      ...both,
      draft: `refund-approved:${request_id}`,
      failed: `Approval of ${amount} not confirmed`,
      done: ({ status, waiting }) => {
        if (waiting) toastWaiting(amount, waiting)
        else if (status !== 'failed') return `Refund of ${amount} approved`
        else toast.error('Razorpay did not make this refund', { description: 'See the reason in the timeline.' })
        return null
      },
    },
  )
  const decline = useForm(adminApi.orders.declineRefund, fields, {
    ...both,
    draft: `refund-asked:${request_id}`,
    ...(!own && { schema: Answer }),
    failed: `Refusal of ${amount} not confirmed`,
    done: own ? 'Refund request withdrawn' : 'Refund declined',
  })
  return (
    <WaitingCard
      form={{ ...decline, problem: approve.problem ?? decline.problem }}
      title="Refund above your limit"
      lead={`${own ? 'You requested' : `${asked_by.email} requests`} a refund of ${amount}`}
      asks={['answer']}
      first={
        <Button colorPalette="danger" busy={approve.isPending} busyText="Refunding..." onClick={() => approve.submit()}>
          Approve refund
        </Button>
      }
      opens="Decline"
      save="Decline refund"
      busyText="Declining..."
      tools={
        own ? (
          <SaveButton of={decline} always variant="outline" busyText="Withdrawing...">
            Withdraw
          </SaveButton>
        ) : undefined
      }
    >
      <Muted>
        {dateTimeText(asked_at)}
        {by_bank && ', sent by bank transfer'}
      </Muted>
      {about && <chakra.p mt="1.5">For {about}</chakra.p>}
      <Wish>{reason}</Wish>
      {own && (
        <Help mt="3.5">
          {others === 0
            ? 'It is above your refund limit and needs approval, but nobody else may refund. Add another owner or a finance admin, or remove the limit in Settings, Guarantee.'
            : 'It is above the refund limit: another owner or finance admin has to approve it.'}
        </Help>
      )}
    </WaitingCard>
  )
}
