import { useQueryClient } from '@tanstack/react-query'
import { Price } from 'contract/fields'
import { z } from 'zod'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { rupeesText } from '../../../ui/format.ts'
import { toast } from '../../../ui/toaster.ts'
import { FieldProblem } from '../../forms/form-parts.tsx'
import { useActionForm } from '../../forms/use-action-form.ts'
import { adminApi, adminClient } from '../../host/admin-api.ts'
import type { AdminCard } from '../courses.queries.ts'

const Body = z.object({ price: z.string().transform(Number).pipe(Price) })

/** Changes a price where the list shows it; everything else of the course stays as it is. */
export default function ChangePrice({ course, onClose }: { course: AdminCard; onClose: () => void }) {
  const { course_id, name, price } = course
  const queries = useQueryClient()
  const form = useActionForm({
    name: `price:${course_id}`,
    begun: { price: price === 0 ? '' : String(price) },
    parse: (values) => Body.safeParse(values),
    send: (body: z.output<typeof Body>) => adminClient.courses.update({ params: { id: course_id }, body }),
    fallback: 'The price could not be changed',
    onDone: (answer) => {
      toast.success(`${name} costs ${rupeesText(answer.course.price)}`, { id: 'price-changed' })
      onClose()
      return queries.invalidateQueries({ queryKey: adminApi.courses.key() })
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      size="coins"
      title={`Price of ${name}`}
      footer={
        <>
          <Button variant="outline" onClick={() => form.cancel(onClose)}>
            Cancel
          </Button>
          <Button type="submit" form="price-form" busy={form.isPending} busyText="Saving...">
            Change price
          </Button>
        </>
      }
    >
      <chakra.form method="post" id="price-form" noValidate display="grid" gap="3" onSubmit={form.submit}>
        <Field
          label="New price (₹)"
          inputMode="decimal"
          required
          help={price > 0 ? `Now ${rupeesText(price)}. Orders that wait for their payment keep it.` : undefined}
          {...form.field('price')}
          onFocus={(event) => event.currentTarget.select()}
        />
        {form.problem !== undefined && <FieldProblem>{form.problem}</FieldProblem>}
      </chakra.form>
    </Dialog>
  )
}
