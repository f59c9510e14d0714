import { useQueryClient } from '@tanstack/react-query'
import { Day } from 'contract/fields'
import type { DuePart } from 'contract/parts/parts'
import { z } from 'zod'
import { fieldErrors } from '../../shared/forms/use-action-form.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { dayText, shortDay } from './due-words.ts'

const Body = z.object({ due_on: Day })

/** Moves a part to another day; the end of access moves along. */
export default function MoveDate({ row, onClose }: { row: DuePart; onClose: () => void }) {
  const queries = useQueryClient()
  const { from, to } = row.move
  const form = useActionForm({
    name: `part-date:${row.plan_id}:${row.part}`,
    begun: { due_on: row.wished_on ?? row.due_on },
    parse: (values) => Body.safeParse(values),
    send: (body: z.output<typeof Body>) =>
      adminClient.parts.move({ params: { plan_id: row.plan_id, part: String(row.part) }, body }),
    fallback: 'The date could not be moved',
    fieldsOf: (error) => fieldErrors(error, ['due_on']),
    onDone: (_, { sent }) => {
      toast.success(`Part ${row.part} is due on ${dayText(sent.due_on)}`, { id: 'due' })
      onClose()
      return queries.invalidateQueries({ queryKey: adminApi.parts.key() })
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      size="coins"
      title={`Part ${row.part} of ${row.name}`}
      footer={
        <>
          <Button variant="outline" onClick={() => form.cancel(onClose)}>
            Cancel
          </Button>
          <Button type="submit" form="part-date" busy={form.isPending} busyText="Moving...">
            Move the date
          </Button>
        </>
      }
    >
      <chakra.form method="post" id="part-date" noValidate display="grid" gap="3" onSubmit={form.submit}>
        <Field
          label="Due on"
          type="date"
          required
          min={from}
          max={to}
          help={`From ${shortDay(from)} to ${shortDay(to)}. The lessons stay open for the same days after it.`}
          {...form.field('due_on')}
        />
        {form.problem !== undefined && <FieldProblem>{form.problem}</FieldProblem>}
      </chakra.form>
    </Dialog>
  )
}
