import { useQuery } from '@tanstack/react-query'
import type { OwnCourse } from 'contract/courses/courses'
import { NextStep } from 'contract/courses/next-step'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import type { SellingWay } from '../courses/selling/selling-parts.ts'
import { Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { text } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { useAct } from '../kit/use-act.tsx'

export const way: SellingWay = {
  at: 10,
  title: 'Next step after paying',
  help: 'Buyers see it on the page of their payment, in the receipt and on their dashboard; nobody else does.',
  summary: ({ next_step }) => (next_step ? next_step.label || new URL(next_step.url).hostname : null),
  suits: ({ kind }) => kind === 'course',
}

const fields = {
  text: text('What to do', { maxLength: 300, placeholder: 'Ritu answers in the group on weekdays.' }),
  url: text('Link', {
    inputMode: 'url',
    maxLength: 2000,
    placeholder: 'https://chat.whatsapp.com/…',
    help: 'In no public page. After a refund the buyer still knows it: change the link of the group then.',
  }),
  label: text('Label of the button', {
    optional: true,
    maxLength: 40,
    help: 'Links of WhatsApp, Telegram and Discord have one in the reader’s language.',
  }),
}

/** Sets what buyers do next, and counts those who did. */
export default function NextStepSellingPart({ course: { course_id, next_step } }: { course: OwnCourse }) {
  const of = { params: { id: course_id } }
  const done = 'Next step saved'
  const count = useQuery({
    ...adminApi.nextSteps.count.queryOptions({ input: { course_id } }),
    enabled: Boolean(next_step),
  })
  const form = useForm(adminApi.courses.update, fields, {
    draft: `next-step:${course_id}`,
    begun: next_step ?? {},
    schema: NextStep.transform((step) => ({ next_step: step })),
    of,
    done,
    undo: () => ({ ...of, body: { next_step: next_step ?? null } }),
    failed: 'Next step not saved',
    fallback: 'The next step could not be saved',
  })
  const remove = useAct(adminApi.courses.update, {
    done,
    failed: 'The next step could not be removed',
    undo: {
      call: adminApi.courses.update,
      of: () => ({ ...of, body: { next_step } }),
      done,
      failed: 'The next step could not be restored',
    },
  })
  return (
    <>
      {next_step && count.data && (
        <chakra.p fontWeight="600" fontVariantNumeric="tabular-nums">
          {`Opened by ${count.data.pressed} of ${count.data.students} students`}
        </chakra.p>
      )}
      <Form form={form}>
        <Tools>
          <SaveButton of={form} always>
            Save next step
          </SaveButton>
          {next_step && (
            <Button
              variant="ghost"
              busy={remove.busy}
              busyText="Removing..."
              onClick={() => remove.run({ ...of, body: { next_step: null } })}
            >
              Remove next step
            </Button>
          )}
        </Tools>
      </Form>
    </>
  )
}
