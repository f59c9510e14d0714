import { addDays, indianDay } from 'contract/indian-time'
import { useState } from 'react'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { dateText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { useAct } from '../kit/use-act.tsx'
import { type Course, useStudentRefresh } from './student.queries.ts'

/** Quick choices of the new end, in days from the present one. */
const SPANS = [
  [30, '30 days'],
  [90, '90 days'],
  [365, '1 year'],
] as const

/** Runs the form that lets a student have a course until a later day, and `month`, its first choice in one press. It opens again with what was typed. */
export function useExtendAccess(userId: string, course: Course) {
  const { course_id } = course
  const refresh = useStudentRefresh()
  const [isOpened, setOpen] = useState<boolean>()
  const [last, today] = [indianDay(new Date(course.ends_at ?? 0)), indianDay(shopNow())]
  const begin = last < today ? today : last
  const first = last < today ? today : addDays(last, 1)
  const form = useActionForm({
    name: `access:${userId}:${course_id}`,
    begun: { until: addDays(begin, 30) },
    check: ({ until }) => ({
      until: until < first ? `Choose ${dateText(Date.parse(first))} or later` : undefined,
    }),
    send: ({ until }) => adminClient.enrolments.extend({ course_id, user_ids: [userId], until }),
    failed: 'Longer access not confirmed',
    fallback: 'Please try again.',
    onDone: ({ extended }) => done(extended),
  })
  const done = (extended: number) => {
    if (extended === 0) return toast.info('Access already lasts longer')
    toast.success('Access extended')
    setOpen(false)
    return refresh()
  }
  const month = useAct(adminApi.enrolments.extend, {
    of: (_?: unknown) => ({ course_id, user_ids: [userId], until: addDays(begin, 30) }),
    done: null,
    failed: 'Longer access not confirmed',
    onDone: ({ extended }) => done(extended),
  })
  return { form, begin, first, setOpen, month, isOpen: course.ends_at !== null && (isOpened ?? form.isTyped) }
}

/** The form below the row of its course. */
export function ExtendAccess({ extending }: { extending: ReturnType<typeof useExtendAccess> }) {
  const { form, begin, first, setOpen } = extending
  const { until } = form.values
  return (
    <chakra.form method="post" display="grid" gap="2.5" noValidate onSubmit={form.submit}>
      <chakra.div role="group" aria-label="Longer by" display="flex" flexWrap="wrap" gap="2">
        {SPANS.map(([days, text]) => {
          const end = addDays(begin, days)
          return (
            <Button
              key={days}
              variant="outline"
              size="sm"
              aria-pressed={until === end}
              css={{ '&[aria-pressed=true]': { borderColor: 'action.fg', color: 'action.fg' } }}
              onClick={() => form.put({ until: end })}
            >
              {text}
            </Button>
          )
        })}
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" alignItems="end" gap="2.5">
        <chakra.div w="200px">
          <Field label="Access until" type="date" min={first} {...form.field('until')} />
        </chakra.div>
        <Button type="submit" busy={form.isPending} busyText="Extending...">
          Extend
        </Button>
        <Button variant="ghost" onClick={() => form.cancel(() => setOpen(false))}>
          Cancel
        </Button>
      </chakra.div>
      {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
    </chakra.form>
  )
}
