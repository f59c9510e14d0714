import { useQueryClient } from '@tanstack/react-query'
import type { UserOrder } from 'contract/orders/orders'
import { guaranteeDefaults } from 'contract/shop/brand'
import { useState } from 'react'
import { api, client } from '../../api/client.ts'
import { useShop } from '../../content/brand.ts'
import { said, t } from '../../language/text.ts'
import { useActionForm } from '../../shared/forms/use-action-form.ts'
import { studentDrafts } from '../../stores/drafts.ts'
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
  const [typed] = studentDrafts.useDraft(`refund ${order.order_id}`)
  const [isOpened, setOpen] = useState<boolean>()
  const open = isOpened ?? typed !== undefined
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
  const form = useActionForm({
    ...{ drafts: studentDrafts, name: `refund ${orderId}`, begun: { text: '' } },
    send: ({ text }) => client.orders.askGuarantee({ params: { order_id: orderId }, body: { reason: text } }),
    failed: t('Your request was not sent. Please try again.'),
    fallback: t('Your request was not sent. Please try again.'),
    onDone: () => {
      toast.success(t('Refund requested'), { description: t('We will email you our answer.') })
      return queries.invalidateQueries({ queryKey: api.orders.mine.key() })
    },
  })
  return (
    <chakra.form display="grid" gap="3" noValidate onSubmit={form.submit} aria-label={t('Ask for a refund')}>
      <Field
        as="textarea"
        label={t('Why?')}
        optional
        maxLength={500}
        help={t('Your answer helps us to make the course better.')}
        {...form.field('text')}
        error={form.problem}
      />
      <chakra.div display="flex" flexWrap="wrap" gap="2.5" justifyContent="end">
        <Button variant="outline" size="sm" onClick={() => form.cancel(onClose)}>
          {t('Cancel')}
        </Button>
        <Button type="submit" size="sm" busy={form.isPending} busyText={t('Sending...')}>
          {t('Ask for a refund')}
        </Button>
      </chakra.div>
    </chakra.form>
  )
}
