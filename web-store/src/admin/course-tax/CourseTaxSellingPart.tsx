import { useQueryClient } from '@tanstack/react-query'
import { courseFields } from 'contract/course-tax/course-tax.course-fields'
import type { OwnCourse } from 'contract/courses/courses'
import { z } from 'zod'
import { fieldErrors } from '../../shared/forms/use-action-form.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, Help, Two } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'

const { gst_rate, gst_code } = courseFields.hidden

export const way = {
  at: 90,
  title: 'GST of its own',
  help: 'For a course with another GST rate or SAC than the shop, such as books or exempt courses. Without it, the course has those of your GST settings.',
  summary: ({ gst_rate: rate, gst_code: code }: OwnCourse) =>
    [rate === null || rate === undefined ? '' : rate === 0 ? 'Exempt' : `${rate}%`, code ?? '']
      .filter(Boolean)
      .join(', ') || null,
  suits: ({ kind, free }: OwnCourse) => kind === 'course' && !free,
}

const empty = (typed: string) => (typed.trim() === '' ? null : typed.trim())

const Body = z.object({
  gst_rate: z
    .string()
    .transform((typed) => (empty(typed) === null ? null : Number(typed)))
    .pipe(gst_rate.nullable()),
  gst_code: z.string().transform(empty).pipe(gst_code.nullable()),
})

/** Edits GST rate and accounting code of one course. */
export default function CourseTaxSellingPart({ course }: { course: OwnCourse }) {
  const { course_id } = course
  const queries = useQueryClient()
  const form = useActionForm({
    name: `course-tax:${course_id}`,
    begun: { gst_rate: String(course.gst_rate ?? ''), gst_code: course.gst_code ?? '' },
    parse: (values) => Body.safeParse(values),
    send: (body: z.output<typeof Body>) => adminClient.courses.update({ params: { id: course_id }, body }),
    fallback: 'It was not saved. Please try again.',
    fieldsOf: (error) => fieldErrors(error, ['gst_rate', 'gst_code']),
    onDone: () => {
      toast.success('Saved. New purchases have it; earlier ones stay', { id: 'course-tax' })
      return queries.invalidateQueries({ queryKey: adminApi.courses.key() })
    },
  })
  return (
    <chakra.form method="post" noValidate display="grid" gap="4" onSubmit={form.submit}>
      <Help>
        Ask your accountant first: “Which GST rate does this course have, or is it exempt (entry 66), and under which
        SAC or HSN?”
      </Help>
      <Two>
        <Field
          label="GST rate (%)"
          optional
          inputMode="decimal"
          help="0 is exempt. Empty: the rate of your GST settings."
          {...form.field('gst_rate')}
        />
        <Field
          label="SAC or HSN"
          optional
          inputMode="numeric"
          maxLength={8}
          help="4, 6 or 8 digits, such as 4901 for books. Empty: the SAC of your GST settings."
          {...form.field('gst_code')}
        />
      </Two>
      {form.problem !== undefined && <FieldProblem>{form.problem}</FieldProblem>}
      <div>
        <Button type="submit" busy={form.isPending} busyText="Saving...">
          Save
        </Button>
      </div>
    </chakra.form>
  )
}
