import { useQueryClient } from '@tanstack/react-query'
import { PEOPLE_AT_ONCE } from 'contract/enrolments'
import { addDays, indianDay } from 'contract/indian-time'
import { shopNow } from '../../../stores/shop-clock.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { countText, dateText } from '../../../ui/format.ts'
import { toast } from '../../../ui/toaster.ts'
import { FieldProblem, Help } from '../../forms/form-parts.tsx'
import { useActionForm } from '../../forms/use-action-form.ts'
import { WaitingButton } from '../../forms/WaitingButton.tsx'
import { adminApi, adminClient } from '../../host/admin-api.ts'
import { useStudentRefresh } from '../../student/student.queries.ts'

const FORM = 'extend-many'

/** Extends in calls of so many people as one takes. Again changes nothing, so what failed midway is simply sent once more. */
async function extendAll(courseId: string, userIds: string[], until: string): Promise<number> {
  let extended = 0
  for (let at = 0; at < userIds.length; at += PEOPLE_AT_ONCE) {
    const user_ids = userIds.slice(at, at + PEOPLE_AT_ONCE)
    extended += (await adminClient.enrolments.extend({ course_id: courseId, user_ids, until })).extended
  }
  return extended
}

type ExtendManyProps = {
  courseId: string
  students: readonly { user_id: string; ends_at: string | null }[]
  onClose: () => void
  /** They are extended. */
  onDone: () => void
}

/** Lets many students keep a course until one day. */
export default function ExtendMany({ courseId, students, onClose, onDone }: ExtendManyProps) {
  const queries = useQueryClient()
  const refresh = useStudentRefresh()
  const settle = () =>
    Promise.all([refresh(), queries.invalidateQueries({ queryKey: adminApi.courses.students.key() })])
  const today = indianDay(shopNow())
  const ends = students.flatMap(({ ends_at }) => (ends_at === null ? [] : [indianDay(new Date(ends_at))]))
  const endless = students.length - ends.length
  const form = useActionForm({
    name: `extend-many:${courseId}`,
    begun: { until: addDays([today, ...ends].sort().at(-1) ?? today, 30) },
    check: ({ until }) => ({
      until: until < today ? `Choose ${dateText(Date.parse(today))} or later` : undefined,
    }),
    send: ({ until }) =>
      extendAll(
        courseId,
        students.flatMap(({ user_id, ends_at }) => (ends_at === null ? [] : [user_id])),
        until,
      ),
    failed: 'Access not extended for all students',
    fallback: 'Please try again.',
    onFailed: settle,
    onDone: (extended) => {
      const stored = students.length - extended
      const description = stored > 0 ? `${countText(stored, 'student')} had it as long already.` : undefined
      toast.success(`Access extended for ${countText(extended, 'student')}`, { ...(description && { description }) })
      onDone()
      onClose()
      return settle()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      size="confirm"
      title="Extend access"
      footer={
        <>
          <Button variant="outline" onClick={() => form.cancel(onClose)}>
            Cancel
          </Button>
          <WaitingButton
            type="submit"
            form={FORM}
            waitsFor={endless === students.length && 'Nobody selected has an end of access'}
            busy={form.isPending}
            busyText="Extending..."
          >
            Extend for {countText(students.length - endless, 'student')}
          </WaitingButton>
        </>
      }
    >
      <chakra.form method="post" id={FORM} display="grid" gap="4" noValidate onSubmit={form.submit}>
        <Help>
          Nobody’s access becomes shorter.
          {endless > 0 && ` ${countText(endless, 'selected student')} ${endless === 1 ? 'has' : 'have'} no end.`}
        </Help>
        <Field label="Access until" type="date" min={today} {...form.field('until')} />
        {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
      </chakra.form>
    </Dialog>
  )
}
