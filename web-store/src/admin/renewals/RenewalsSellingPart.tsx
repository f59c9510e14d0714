import { useQueryClient } from '@tanstack/react-query'
import type { OwnCourse } from 'contract/courses/courses'
import { Price } from 'contract/fields'
import { z } from 'zod'
import { fieldErrors } from '../../shared/forms/use-action-form.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { rupeesText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'

export const way = {
  at: 50,
  title: 'Renewal',
  help: 'Students whose access ends may renew it at a price of its own, from 30 days before the end to 30 after. Emails go out 14 and 3 days before; progress stays.',
  summary: ({ renew_price }: OwnCourse) => (renew_price ? rupeesText(renew_price) : null),
  suits: ({ kind, free, access_period }: OwnCourse) => kind === 'course' && !free && access_period !== null,
}

const Body = z.object({
  renew_price: z
    .string()
    .transform((typed) => (typed.trim() === '' ? null : Number(typed)))
    .pipe(Price.nullable()),
})

/** Edits what a further period of a course costs. */
export default function RenewalsSellingPart({ course }: { course: OwnCourse }) {
  const { course_id, renew_price, price } = course
  const queries = useQueryClient()
  const form = useActionForm({
    name: `renew-price:${course_id}`,
    begun: { renew_price: renew_price ? String(renew_price) : '' },
    parse: (values) => Body.safeParse(values),
    send: (body: z.output<typeof Body>) => adminClient.courses.update({ params: { id: course_id }, body }),
    fallback: 'The price was not saved. Please try again.',
    fieldsOf: (error) => fieldErrors(error, ['renew_price']),
    onDone: ({ course: saved }) => {
      toast.success(
        saved.renew_price
          ? `A renewal costs ${rupeesText(saved.renew_price)}`
          : 'A renewal costs the price of the course',
        { id: 'renew-price' },
      )
      return queries.invalidateQueries({ queryKey: adminApi.courses.key() })
    },
  })
  return (
    <chakra.form method="post" noValidate display="grid" gap="4" onSubmit={form.submit}>
      <chakra.div maxW={{ md: '320px' }}>
        <Field
          label="Price of a renewal (₹)"
          optional
          inputMode="decimal"
          help={`Empty: the price of the course, ${rupeesText(price)}, without these emails.`}
          {...form.field('renew_price')}
        />
      </chakra.div>
      {form.problem !== undefined && <FieldProblem>{form.problem}</FieldProblem>}
      <div>
        <Button type="submit" busy={form.isPending} busyText="Saving...">
          Save
        </Button>
      </div>
    </chakra.form>
  )
}
