import { text as said } from 'contract/fields'
import type { GuaranteeRequest } from 'contract/orders/guarantee'
import type { MouseEvent } from 'react'
import { z } from 'zod'
import { soldName } from '../../shared/orders/opened-courses.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText, rupeesText } from '../../ui/format.ts'
import { Muted } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { area } from '../kit/fields.tsx'
import { useForm } from '../kit/form.tsx'
import { WaitingCard, Wish } from './OrderActionForm.tsx'
import type { RefundOrder } from './refund-order.ts'

type Props = {
  order: Pick<RefundOrder, 'order_id' | 'courses'>
  request: GuaranteeRequest
  /** Opens the refund; missing for who may not refund. */
  onApprove: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
}

const fields = {
  answer: area('Your answer', { maxLength: 500, help: 'We email it to the buyer, who keeps the courses.' }),
}
const Answer = z.object({ answer: said(1, 500, 'Enter an answer') })

/** The buyer requests a refund: a refund, or a sentence that says why not. */
export function GuaranteeRequestCard({ order: { order_id, courses }, request, onApprove }: Props) {
  const form = useForm(adminApi.orders.declineGuarantee, fields, {
    draft: `guarantee:${order_id}`,
    schema: Answer,
    of: { params: { order_id } },
    done: 'Answer sent',
    failed: 'Your answer to the refund request is not confirmed',
    fallback: 'The answer was not sent. Please try again.',
  })
  const { amount, asked_at, reason, course_ids } = request
  const names = course_ids?.map((id) => soldName(courses, id) ?? id).join(', ')
  return (
    <WaitingCard
      form={form}
      title="Refund request"
      lead={`The buyer requests a refund${amount === null ? '' : ` of ${rupeesText(amount)}`}`}
      asks={['answer']}
      first={<Button onClick={onApprove}>Refund</Button>}
      opens="Decline"
      save="Decline and email the buyer"
      busyText="Sending..."
      tools={onApprove ? undefined : false}
    >
      {names && <chakra.p overflowWrap="anywhere">For {names}</chakra.p>}
      <Muted>{dateTimeText(asked_at)}</Muted>
      <Wish>{reason}</Wish>
    </WaitingCard>
  )
}
