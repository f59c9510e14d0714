import { useQueryClient } from '@tanstack/react-query'
import type { DuePart } from 'contract/parts/parts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { dateText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'

/** Ends a plan: no part falls due any more, and access ends on the day up to which it is paid. */
export default function EndPlan({ row, onClose }: { row: DuePart; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useActionForm({
    name: `end-plan:${row.plan_id}`,
    begun: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() ? undefined : 'A reason is required' }),
    send: (body) => adminClient.parts.end({ params: { plan_id: row.plan_id }, body }),
    fallback: 'The plan could not be ended',
    onDone: () => {
      toast.success(`The plan of ${row.name} has ended`, { id: 'due' })
      onClose()
      return queries.invalidateQueries({ queryKey: adminApi.parts.key() })
    },
  })
  const until = dateText(new Date(row.pauses_at))
  return (
    <Dialog
      open
      onClose={onClose}
      title={`End the plan of ${row.name}?`}
      footer={
        <>
          <Button variant="outline" onClick={() => form.cancel(onClose)}>
            Cancel
          </Button>
          <Button type="submit" form="end-plan" colorPalette="danger" busy={form.isPending} busyText="Ending...">
            End the plan
          </Button>
        </>
      }
    >
      <chakra.form method="post" id="end-plan" noValidate display="grid" gap="3.5" onSubmit={form.submit}>
        <chakra.p color="fg.muted">
          {row.paused ? `The lessons stay paused since ${until}.` : `The lessons end on ${until}.`} Paid parts and their
          invoices stay, and nothing more falls due. A refund is made in the orders of the parts.
        </chakra.p>
        <Field label="Reason" required maxLength={300} help="For your own activity log." {...form.field('reason')} />
        {form.problem !== undefined && <FieldProblem>{form.problem}</FieldProblem>}
      </chakra.form>
    </Dialog>
  )
}
