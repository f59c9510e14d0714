import { useQueryClient } from '@tanstack/react-query'
import type { UserOrder } from 'contract/orders'
import { guaranteeDefaults } from 'contract/shop-brand'
import { type FormEvent, useState } from 'react'
import { api, client, errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { useShop } from '../../content/brand.ts'
import { said, t } from '../../language/text.ts'
import { refundDrafts } from '../../stores/refund-drafts.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { dateText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'

const Box = chakra('div', {
  base: { display: 'grid', gap: '2.5', px: { base: '4', md: '5' }, pt: '3.5', textStyle: 'sm' },
})

/** The money back within the shop's guarantee: how to ask for it, and what became of it. */
export function Guarantee({ order }: { order: UserOrder }) {
  const { until = null, request = null } = order.guarantee ?? {}
  const { text } = useShop('guarantee', guaranteeDefaults)
  const [open, setOpen] = useState(() => refundDrafts.read(order.order_id) !== undefined)
  if (request?.status === 'open') {
    return (
      <Box role="status">
        <p>
          {t('You asked for a refund on {day}. We will email you our answer.', {
            day: dateText(new Date(request.asked_at)),
          })}
        </p>
      </Box>
    )
  }
  return (
    <Box>
      {request?.status === 'declined' && (
        <chakra.p whiteSpace="pre-line" overflowWrap="anywhere">
          {t('We declined your refund request: {answer}', { answer: request.answer ?? '' })}
        </chakra.p>
      )}
      {until && (
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2px 12px" color="fg.muted">
          <chakra.span flex="1 1 240px" overflowWrap="anywhere">
            {said(text)} {t('Until {day}.', { day: dateText(new Date(until)) })}
          </chakra.span>
          {!open && (
            <Button size="sm" variant="ghost" mx="-13px" onClick={() => setOpen(true)}>
              {t('Ask for a refund')}
            </Button>
          )}
        </chakra.div>
      )}
      {until && open && <AskForm orderId={order.order_id} onClose={() => setOpen(false)} />}
    </Box>
  )
}

function AskForm({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const queries = useQueryClient()
  const [reason, setReason] = useState(() => refundDrafts.read(orderId)?.text ?? '')
  const write = (text: string) => {
    setReason(text)
    if (text) refundDrafts.keep(orderId, { text })
    else refundDrafts.forget(orderId)
  }
  const ask = useSubmission({
    mutationFn: () => client.orders.askGuarantee({ params: { order_id: orderId }, body: { reason } }),
    onSuccess: async () => {
      refundDrafts.forget(orderId)
      toast.success(t('Refund requested'), { description: t('We will email you our answer.') })
      await queries.invalidateQueries({ queryKey: api.orders.mine.key() })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask.mutate()
  }
  const cancel = () => {
    if (!ask.isPending) refundDrafts.forget(orderId)
    onClose()
  }
  return (
    <chakra.form display="grid" gap="3" noValidate onSubmit={submit} aria-label={t('Ask for a refund')}>
      <Field
        as="textarea"
        label={t('Why?')}
        optional
        maxLength={500}
        help={t('Your answer helps us to make the course better.')}
        error={
          ask.error && !isAuthError(ask.error)
            ? errorText(ask.error, t('Your request was not sent. Please try again.'))
            : undefined
        }
        value={reason}
        onChange={(event) => write(event.target.value)}
      />
      <chakra.div display="flex" flexWrap="wrap" gap="2.5" justifyContent="end">
        <Button variant="outline" size="sm" onClick={cancel}>
          {t('Cancel')}
        </Button>
        <Button type="submit" size="sm" busy={ask.isPending} busyText={t('Sending...')}>
          {t('Ask for a refund')}
        </Button>
      </chakra.div>
    </chakra.form>
  )
}
