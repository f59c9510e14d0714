import type { GuaranteeRequest } from 'contract/guarantee'
import { type FormEvent, useState } from 'react'
import { errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { dateTimeText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, Tools } from '../forms/form-parts.tsx'
import { useTyped } from '../forms/typed.ts'
import { useUnsaved } from '../forms/unsaved.ts'
import { useFailureBehind } from '../forms/use-failure-behind.ts'
import { adminClient } from '../host/admin-api.ts'
import { ActionForm } from './OrderActionForm.tsx'

type Props = {
  orderId: string
  request: GuaranteeRequest
  /** Opens the refund; missing for who may not refund. */
  onApprove: ((event: React.MouseEvent<HTMLButtonElement>) => void) | undefined
  onDone: () => void
}

/** The buyer requests a refund: a refund, or a sentence that says why not. */
export function GuaranteeAsked({ orderId, request, onApprove, onDone }: Props) {
  const [declines, setDeclining] = useState<boolean>()
  const [answer = '', setAnswer] = useTyped<string>(`guarantee:${orderId}`)
  // Words that are not sent yet are shown again.
  const declining = declines ?? answer !== ''
  useUnsaved(`guarantee:${orderId}`, declining && answer.trim() !== '')
  const failedBehind = useFailureBehind()
  const decline = useSubmission({
    mutationFn: () => adminClient.orders.declineGuarantee({ params: { order_id: orderId }, body: { answer } }),
    onSuccess: () => {
      setAnswer('')
      toast.success('Answer sent')
      onDone()
    },
    onError: (error) => failedBehind(error, 'Your answer to the refund request is not confirmed'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (answer.trim()) decline.mutate()
  }
  return (
    <ActionForm noValidate onSubmit={submit} aria-label="Refund request">
      <div>
        <chakra.p fontWeight="600">The buyer requests a refund</chakra.p>
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
          value={answer}
          onChange={(event) => setAnswer(event.target.value)}
        />
      )}
      {decline.error && !isAuthError(decline.error) && (
        <FieldProblem>{errorText(decline.error, 'The answer was not sent. Please try again.')}</FieldProblem>
      )}
      {onApprove && (
        <Tools>
          {declining ? (
            <>
              <Button type="submit" disabled={!answer.trim()} busy={decline.isPending} busyText="Sending...">
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
