import type { GuaranteeRequest } from 'contract/orders/guarantee'
import { useState } from 'react'
import { soldName } from '../../shared/orders/opened-courses.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { dateTimeText, rupeesText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, Tools } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminClient } from '../host/admin-api.ts'
import { ActionForm } from './OrderActionForm.tsx'
import type { RefundOrder } from './refund-order.ts'

type Props = {
  order: Pick<RefundOrder, 'order_id' | 'courses'>
  request: GuaranteeRequest
  /** Opens the refund; missing for who may not refund. */
  onApprove: ((event: React.MouseEvent<HTMLButtonElement>) => void) | undefined
  onDone: () => void
}

/** The buyer requests a refund: a refund, or a sentence that says why not. */
export function GuaranteeRequestCard({ order, request, onApprove, onDone }: Props) {
  const [declines, setDeclining] = useState<boolean>()
  const form = useActionForm({
    name: `guarantee:${order.order_id}`,
    begun: { answer: '' },
    check: ({ answer }) => ({ answer: answer.trim() ? undefined : 'Enter an answer' }),
    send: (body) => adminClient.orders.declineGuarantee({ params: { order_id: order.order_id }, body }),
    failed: 'Your answer to the refund request is not confirmed',
    fallback: 'The answer was not sent. Please try again.',
    onDone: () => {
      toast.success('Answer sent')
      onDone()
    },
  })
  const names = request.course_ids?.map((id) => soldName(order.courses, id) ?? id).join(', ')
  // Words that are not sent yet are shown again.
  const declining = declines ?? form.isTyped
  return (
    <ActionForm method="post" noValidate onSubmit={form.submit} aria-label="Refund request">
      <div>
        <chakra.p fontWeight="600">
          The buyer requests a refund{request.amount !== null && ` of ${rupeesText(request.amount)}`}
        </chakra.p>
        {names && <chakra.p overflowWrap="anywhere">For {names}</chakra.p>}
        <chakra.p textStyle="sm" color="fg.muted">
          {dateTimeText(request.asked_at)}
        </chakra.p>
        <chakra.p mt="1.5" whiteSpace="pre-line" overflowWrap="anywhere">
          {request.reason ?? 'No reason given.'}
        </chakra.p>
      </div>
      {declining && (
        <Field
          as="textarea"
          label="Your answer"
          required
          maxLength={500}
          help="We email it to the buyer, who keeps the courses."
          {...form.field('answer')}
        />
      )}
      {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
      {onApprove && (
        <Tools>
          {declining ? (
            <>
              <Button type="submit" busy={form.isPending} busyText="Sending...">
                Decline and email the buyer
              </Button>
              <Button variant="outline" onClick={() => setDeclining(false)}>
                Cancel
              </Button>
            </>
          ) : (
            <>
              <Button onClick={onApprove}>Refund</Button>
              <Button variant="outline" onClick={() => setDeclining(true)}>
                Decline
              </Button>
            </>
          )}
        </Tools>
      )}
    </ActionForm>
  )
}
