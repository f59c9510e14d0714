import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnCourse } from 'contract/courses/courses'
import { NextStep } from 'contract/courses/next-step'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toaster.ts'
import type { SellingWay } from '../courses/selling/selling-parts.ts'
import { FieldProblem } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'

export const way: SellingWay = {
  at: 10,
  title: 'Next step after paying',
  help: 'Buyers see it on the page of their payment, in the receipt and on their dashboard; nobody else does.',
  summary: ({ next_step }) => (next_step ? next_step.label || new URL(next_step.url).hostname : null),
  suits: ({ kind }) => kind === 'course',
}

/** Sets what buyers do next, and counts those who did. */
export default function NextStepSellingPart({ course: { course_id, next_step } }: { course: OwnCourse }) {
  const queries = useQueryClient()
  const count = useQuery({
    ...adminApi.nextSteps.count.queryOptions({ input: { course_id } }),
    enabled: Boolean(next_step),
  })
  const send = (body: { next_step: typeof next_step }) =>
    adminClient.courses.update({ params: { id: course_id }, body })
  const onDone = () => {
    toast.success('Next step saved', { id: 'next-step' })
    return queries.invalidateQueries({ queryKey: adminApi.courses.key() })
  }
  const form = useActionForm({
    name: `next-step:${course_id}`,
    begun: { text: next_step?.text ?? '', url: next_step?.url ?? '', label: next_step?.label ?? '' },
    parse: (values) => NextStep.safeParse({ ...values, label: values.label.trim() || null }),
    send: (step) => send({ next_step: step as OwnCourse['next_step'] }),
    fallback: 'The next step could not be saved',
    onDone,
  })
  const remove = useActionForm({
    name: `next-step-off:${course_id}`,
    begun: {},
    send: () => send({ next_step: null }),
    fallback: 'The next step could not be removed',
    onDone,
  })
  return (
    <>
      {next_step && count.data && (
        <chakra.p fontWeight="600" fontVariantNumeric="tabular-nums">
          {`Opened by ${count.data.pressed} of ${count.data.students} students`}
        </chakra.p>
      )}
      <chakra.form method="post" noValidate display="grid" gap="4" onSubmit={form.submit}>
        <Field
          label="What to do"
          required
          maxLength={300}
          placeholder="Ritu answers in the group on weekdays."
          {...form.field('text')}
        />
        <Field
          label="Link"
          required
          inputMode="url"
          maxLength={2000}
          placeholder="https://chat.whatsapp.com/…"
          help="In no public page. After a refund the buyer still knows it: change the link of the group then."
          {...form.field('url')}
        />
        <Field
          label="Label of the button"
          optional
          maxLength={40}
          help="Links of WhatsApp, Telegram and Discord have one in the reader’s language."
          {...form.field('label')}
        />
        {form.problem !== undefined && <FieldProblem>{form.problem}</FieldProblem>}
        <chakra.div display="flex" flexWrap="wrap" gap="3">
          <Button type="submit" busy={form.isPending} busyText="Saving...">
            Save next step
          </Button>
          {next_step && (
            <Button variant="ghost" busy={remove.isPending} busyText="Removing..." onClick={() => remove.submit()}>
              Remove next step
            </Button>
          )}
        </chakra.div>
      </chakra.form>
    </>
  )
}
