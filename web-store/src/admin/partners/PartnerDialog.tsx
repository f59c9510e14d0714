import { MEMBERSHIP_PAYMENTS, type Partner, PartnerInput } from 'contract/partners/partners'
import { adminApi } from '../host/admin-api.ts'
import { actionDialog } from '../kit/action-dialog.tsx'
import { addOrChange } from '../kit/call.ts'
import { email, number, percent, segments, text } from '../kit/fields.tsx'

/** The form of a partner; a new one without it. */
export default actionDialog({
  title: (partner: Partner | undefined) => (partner ? `Change ${partner.name ?? 'the partner'}` : 'Add a partner'),
  call: addOrChange(adminApi.partners.add, adminApi.partners.update),
  of: (partner) =>
    partner && { params: { partner_id: partner.partner_id }, headers: { 'if-match': `"${partner.version}"` } },
  draft: (partner) => `partner:${partner?.partner_id ?? 'new'}`,
  begun: (partner) =>
    partner ?? { window_days: 30, membership_payments: MEMBERSHIP_PAYMENTS, percent: 20, state: 'active' },
  schema: PartnerInput,
  fields: {
    name: text('Name', { maxLength: 80 }),
    email: email('Email', { help: 'The partner logs in with it to see the page of partners.' }),
    code: text('Code', { maxLength: 32, help: 'Part of the link. A promo code with the same name counts, too.' }),
    percent: percent('Share (%)', { min: 1, max: 70, help: 'Of what is paid without tax, after refunds.' }),
    window_days: number('Days that a press counts', { min: 1, max: 90 }),
    membership_payments: number('Membership payments that count', {
      min: 1,
      max: 120,
      help: 'Of each member they bring: 1 is the first payment alone.',
    }),
    state: segments('New orders', [
      ['active', 'Count'],
      ['paused', 'Do not count'],
    ]),
  },
  layout: () => ['name', 'email', 'code', ['percent', 'window_days'], 'membership_payments', 'state'],
  undo: ({ partner }, before) => before && partner,
  waitsFor: 'Change something first',
  save: (_, partner) => (partner ? 'Save changes' : 'Add partner'),
  failed: 'Failed to save the partner',
  fallback: '',
  toasts: true,
})
