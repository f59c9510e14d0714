import { type DuePart, EndPlanBody } from 'contract/parts/parts'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { adminApi } from '../host/admin-api.ts'
import { actionDialog } from '../kit/action-dialog.tsx'
import { text } from '../kit/fields.tsx'

const untilText = ({ pauses_at, paused }: DuePart) =>
  paused
    ? `The lessons stay paused since ${dateText(new Date(pauses_at))}.`
    : `The lessons end on ${dateText(new Date(pauses_at))}.`

/** Ends a plan: no part falls due any more, and access ends on the day up to which it is paid. */
export default actionDialog({
  title: (row: DuePart) => `End the plan of ${row.name}?`,
  call: adminApi.parts.end,
  of: ({ plan_id }) => ({ params: { plan_id } }),
  draft: ({ plan_id }) => `end-plan:${plan_id}`,
  fields: { reason: text('Reason', { maxLength: 300, help: 'For your own activity log.' }) },
  schema: EndPlanBody,
  layout: (_, row) => [
    <chakra.p key="what" color="fg.muted">
      {untilText(row)} Paid parts and their invoices stay, and nothing more falls due. A refund is made in the orders of
      the parts.
    </chakra.p>,
    'reason',
  ],
  save: 'End the plan',
  busyText: 'Ending...',
  danger: true,
  failed: 'The plan could not be ended',
  fallback: 'The plan could not be ended',
  done: (_, __, { name }) => `The plan of ${name} has ended`,
})
