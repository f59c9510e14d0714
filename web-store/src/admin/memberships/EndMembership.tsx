import { EndMemberBody, type OrderMembership } from 'contract/memberships/memberships'
import { dateText } from '../../ui/format.ts'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { actionDialog } from '../kit/action-dialog.tsx'
import { segments, text } from '../kit/fields.tsx'

/** Ends one member's mandate: no payment follows, and access ends now or with what is paid. */
export default actionDialog({
  title: ({ name }: OrderMembership) => `End this member's ${name}?`,
  call: adminApi.memberships.end,
  of: ({ id }) => ({ params: { member_id: id } }),
  draft: ({ id }) => `end-member:${id}`,
  begun: () => ({ at: 'period_end' as const }),
  fields: {
    at: segments('Access ends', [
      ['period_end', 'With what is paid'],
      ['now', 'Now'],
    ]),
    reason: text('Reason', { maxLength: 300, help: 'For your own activity log.' }),
  },
  schema: EndMemberBody,
  layout: ({ at }, { paid_until }) => [
    <Help key="what">
      Autopay ends at Razorpay at once, and the member gets an email.{' '}
      {at === 'now' || paid_until === null
        ? 'The courses close now.'
        : `The courses stay open until ${dateText(new Date(paid_until))}.`}{' '}
      Nothing is refunded: refund a payment in its order.
    </Help>,
    'at',
    'reason',
  ],
  also: [adminApi.memberships.key()],
  save: 'End membership',
  busyText: 'Ending...',
  danger: true,
  failed: 'The membership could not be ended',
  fallback: 'The membership could not be ended',
})
