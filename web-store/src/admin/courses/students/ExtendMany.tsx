import { PEOPLE_AT_ONCE } from 'contract/enrolments'
import { addDays, indianDay } from 'contract/indian-time'
import { useId } from 'react'
import { z } from 'zod'
import { shopNow } from '../../../stores/shop-clock.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { countText, dateText } from '../../../ui/format.ts'
import { Help } from '../../forms/form-parts.tsx'
import { adminApi, adminClient } from '../../host/admin-api.ts'
import { day } from '../../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../../kit/form.tsx'
import { useStudentRefresh } from '../../student/student.queries.ts'

type ExtendManyProps = {
  courseId: string
  students: readonly { user_id: string; ends_at: string | null }[]
  onClose: () => void
  /** They are extended. */
  onDone: () => void
}

/** Lets many students keep a course until one day. */
export default function ExtendMany({ courseId: course_id, students, onClose, onDone }: ExtendManyProps) {
  const id = useId()
  const refresh = useStudentRefresh()
  const today = indianDay(shopNow())
  const ending = students.filter(({ ends_at }) => ends_at !== null)
  const ends = ending.map(({ ends_at }) => indianDay(new Date(ends_at ?? '')))
  const endless = students.length - ending.length
  /** Extends in calls of so many people as one takes. Again changes nothing, so what failed midway is simply sent once more. */
  const extendAll = async ({ until }: { until: string }) => {
    let extended = 0
    for (let at = 0; at < ending.length; at += PEOPLE_AT_ONCE) {
      const user_ids = ending.slice(at, at + PEOPLE_AT_ONCE).map(({ user_id }) => user_id)
      extended += (await adminClient.enrolments.extend({ course_id, user_ids, until })).extended
    }
    return extended
  }
  const form = useForm(
    { call: extendAll, key: adminApi.enrolments.key },
    { until: day('Access until', { min: today, unmarked: true }) },
    {
      draft: `extend-many:${course_id}`,
      begun: { until: addDays([today, ...ends].sort().at(-1) ?? today, 30) },
      schema: z.object({
        until: z.string().refine((until) => until >= today, `Choose ${dateText(Date.parse(today))} or later`),
      }),
      failed: 'Access not extended for all students',
      onFailed: refresh,
      done: (extended) => [
        `Access extended for ${countText(extended, 'student')}`,
        students.length > extended
          ? `${countText(students.length - extended, 'student')} had it as long already.`
          : undefined,
      ],
      onDone: () => {
        onDone()
        onClose()
        return refresh()
      },
    },
  )
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
          <SaveButton
            of={form}
            formId={id}
            always={ending.length > 0}
            waitsFor="Nobody selected has an end of access"
            busyText="Extending..."
          >
            Extend for {countText(ending.length, 'student')}
          </SaveButton>
        </>
      }
    >
      <Form
        form={form}
        id={id}
        layout={[
          <Help key="endless">
            Nobody’s access becomes shorter.
            {endless > 0 && ` ${countText(endless, 'selected student')} ${endless === 1 ? 'has' : 'have'} no end.`}
          </Help>,
          'until',
        ]}
      />
    </Dialog>
  )
}
