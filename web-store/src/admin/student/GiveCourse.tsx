import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toaster.ts'
import { CoursePicks, type PickedCourse } from '../forms/CoursePicks.tsx'
import { Choice, FieldProblem } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminClient } from '../host/admin-api.ts'
import { type Page, useStudentRefresh } from './student.queries.ts'

type Typed = { picked: PickedCourse[]; until: string; mail: boolean }

const BEGUN: Typed = { picked: [], until: '', mail: true }

/** Gives the student of this page courses, until a day or without an end. */
export function GiveCourse({ user }: { user: Page['user'] }) {
  const refresh = useStudentRefresh()
  const [isOpened, setOpen] = useState<boolean>()
  const form = useActionForm({
    name: `give:${user.user_id}`,
    begun: BEGUN,
    check: ({ picked }) => ({ picked: picked.length > 0 ? undefined : 'Choose a course' }),
    send: ({ picked, until, mail }) =>
      adminClient.enrolments.give({
        course_ids: picked.map(({ course_id }) => course_id),
        people: [{ email: user.email, phone: null, name: null }],
        mail,
        ...(until && { until }),
      }),
    failed: 'Access not confirmed',
    fallback: 'Please try again.',
    onDone: ({ given, waiting, refused: [problem] }) => {
      if (problem) toast.error('Access not given', { description: problem.reason })
      else if (given > 0) toast.success('Access given')
      else if (waiting > 0) toast.info('Access starts once the email is confirmed')
      else toast.info('They have access already')
      setOpen(false)
      return refresh()
    },
  })
  const open = isOpened ?? form.isTyped
  if (!open)
    return (
      <Button variant="outline" size="sm" justifySelf="start" onClick={() => setOpen(true)}>
        Give a course
      </Button>
    )
  return (
    <chakra.form method="post" display="grid" gap="3.5" noValidate inert={form.isPending} onSubmit={form.submit}>
      <CoursePicks
        picked={form.values.picked}
        onChange={(picked) => form.put({ picked })}
        error={form.errorOf('picked')}
      />
      <Field
        label="Access until"
        optional
        type="date"
        maxW="224px"
        help="The last day. Leave empty for no end."
        {...form.field('until')}
      />
      <Choice>
        <input type="checkbox" {...form.box('mail')} />
        Send an email
      </Choice>
      {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
      <chakra.div display="flex" gap="2">
        <Button type="submit" size="sm" busy={form.isPending} busyText="Giving...">
          Give access
        </Button>
        <Button variant="ghost" size="sm" onClick={() => form.cancel(() => setOpen(false))}>
          Cancel
        </Button>
      </chakra.div>
    </chakra.form>
  )
}
