import { addDays, indianDay } from 'contract/indian-time'
import type { StudentPage } from 'contract/students'
import { useState } from 'react'
import type { z } from 'zod'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { dateText } from '../../ui/format.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminClient } from '../host/admin-api.ts'
import { useStudentRefresh } from './student.queries.ts'

type Course = z.input<typeof StudentPage>['courses'][number]

/** Lets a student keep a course whose access has an end until a later day. */
export function ExtendAccess({ userId, course }: { userId: string; course: Course }) {
  const refresh = useStudentRefresh()
  const [isOpened, setOpen] = useState<boolean>()
  const [last, today] = [indianDay(new Date(course.ends_at ?? 0)), indianDay(shopNow())]
  const first = last < today ? today : addDays(last, 1)
  const form = useActionForm({
    name: `access:${userId}:${course.course_id}`,
    begun: { until: addDays(first, 30) },
    check: ({ until }) => ({
      until: until < first ? `Choose ${dateText(Date.parse(first))} or later` : undefined,
    }),
    send: ({ until }) => adminClient.enrolments.extend({ course_id: course.course_id, user_ids: [userId], until }),
    failed: 'Longer access not confirmed',
    fallback: 'Please try again.',
    onDone: ({ extended }) => {
      if (extended === 0) return toast.info('Access already lasts longer')
      toast.success('Access extended')
      setOpen(false)
      return refresh()
    },
  })
  const open = isOpened ?? form.isTyped
  if (!course.ends_at) return null
  if (!open)
    return (
      <Button variant="outline" size="sm" justifySelf="start" onClick={() => setOpen(true)}>
        <span>
          Extend access
          <VisuallyHidden> to {course.course_name}</VisuallyHidden>
        </span>
      </Button>
    )
  return (
    <chakra.form display="grid" gap="2.5" maxW="288px" noValidate onSubmit={form.submit}>
      <Field label="Access until" type="date" min={first} {...form.field('until')} />
      {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
      <chakra.div display="flex" gap="2">
        <Button type="submit" size="sm" busy={form.isPending} busyText="Extending...">
          Extend
        </Button>
        <Button variant="ghost" size="sm" onClick={() => form.cancel(() => setOpen(false))}>
          Cancel
        </Button>
      </chakra.div>
    </chakra.form>
  )
}
