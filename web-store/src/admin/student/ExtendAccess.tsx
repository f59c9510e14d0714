import { addDays, indianDay } from 'contract/indian-time'
import type { StudentPage } from 'contract/students'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { dateText } from '../../ui/format.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem } from '../forms/form-parts.tsx'
import { useUnsaved } from '../forms/unsaved.ts'
import { adminClient } from '../host/admin-api.ts'
import { useStudentsAnew } from './student.queries.ts'

type Course = z.input<typeof StudentPage>['courses'][number]

/** Lets a student keep a course whose access has an end until a later day. */
export function ExtendAccess({ userId, course }: { userId: string; course: Course }) {
  const anew = useStudentsAnew()
  const [open, setOpen] = useState(false)
  /** Undefined until another day than the first offered is chosen. */
  const [typed, setTyped] = useState<string>()
  const [asked, setAsked] = useState(false)
  useUnsaved(`access:${userId}:${course.course_id}`, open && typed !== undefined)
  const extend = useSubmission({
    mutationFn: (until: string) =>
      adminClient.enrolments.extend({ course_id: course.course_id, user_ids: [userId], until }),
    onSuccess: ({ extended }) => {
      if (extended === 0) return void toast.info('Access already lasts longer')
      toast.success('Access extended')
      setOpen(false)
      return anew()
    },
  })
  if (!course.ends_at) return null
  const [last, today] = [indianDay(new Date(course.ends_at)), indianDay(shopNow())]
  const first = last < today ? today : addDays(last, 1)
  const until = typed ?? addDays(first, 30)
  const problem = until < first ? `Choose ${dateText(Date.parse(first))} or later` : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!problem && !extend.isPending) extend.mutate(until)
  }
  if (!open)
    return (
      <Button
        variant="outline"
        size="sm"
        justifySelf="start"
        onClick={() => {
          setTyped(undefined)
          setAsked(false)
          setOpen(true)
        }}
      >
        <span>
          Extend access
          <VisuallyHidden> to {course.course_name}</VisuallyHidden>
        </span>
      </Button>
    )
  return (
    <chakra.form display="grid" gap="2.5" maxW="288px" noValidate onSubmit={submit}>
      <Field
        label="Access until"
        type="date"
        min={first}
        value={until}
        onChange={(event) => setTyped(event.target.value)}
        error={asked ? problem : undefined}
      />
      {extend.error && !isAuthError(extend.error) && (
        <FieldProblem>{errorText(extend.error, 'Please try again.')}</FieldProblem>
      )}
      <chakra.div display="flex" gap="2">
        <Button type="submit" size="sm" busy={extend.isPending} busyText="Extending...">
          Extend
        </Button>
        <Button variant="ghost" size="sm" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </chakra.div>
    </chakra.form>
  )
}
