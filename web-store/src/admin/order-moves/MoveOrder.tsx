import { MoveOrderBody } from 'contract/order-moves'
import { Text } from '../../ui/text.tsx'
import { adminApi } from '../host/admin-api.ts'
import { actionDialog } from '../kit/action-dialog.tsx'
import { email, text } from '../kit/fields.tsx'

/** Moves what a paid order opens to another person. */
export default actionDialog({
  title: ({ order_no }: { order_no: string }) => `Move ${order_no} to another person`,
  call: adminApi.orderMoves.move,
  of: ({ order_no }) => ({ params: { order_no } }),
  draft: ({ order_no }) => `move-order:${order_no}`,
  fields: {
    email: email('Email of the other person'),
    reason: text('Reason', { maxLength: 300, help: 'For your own activity log.' }),
  },
  schema: MoveOrderBody,
  layout: () => [
    <Text key="what" color="fg.muted">
      The access ends for who has it now and begins for the other person, without progress. Order, invoice and refunds
      stay with the buyer. Both get an email.
    </Text>,
    'email',
    'reason',
  ],
  save: 'Move the order',
  danger: true,
  failed: 'The order was not moved',
  also: [adminApi.orders.key()],
})
