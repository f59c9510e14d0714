import { useState } from 'react'
import { z } from 'zod'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toaster.ts'
import { Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { courses, day, tick } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { type Page, useStudentRefresh } from './student.queries.ts'

const fields = {
  course_ids: courses(),
  until: day('Access until', { optional: 'absent', help: 'The last day. Leave empty for no end.' }),
  mail: tick('Send an email', { begun: true }),
}

const Chosen = z.looseObject({ course_ids: z.array(z.string()).min(1, { error: 'Choose a course' }) })

/** Gives the student of this page courses, until a day or without an end. */
export function GiveCourse({ user }: { user: Page['user'] }) {
  const refresh = useStudentRefresh()
  const [isOpened, setOpen] = useState<boolean>()
  const form = useForm(adminApi.enrolments.give, fields, {
    draft: `give:${user.user_id}`,
    schema: Chosen,
    shape: (typed) => ({ ...typed, people: [{ email: user.email, phone: null, name: null }] }),
    failed: 'Access not confirmed',
    done: null,
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
    <Form form={form}>
      <Tools>
        <SaveButton of={form} always size="sm" busyText="Giving...">
          Give access
        </SaveButton>
        <Button variant="ghost" size="sm" onClick={() => form.cancel(() => setOpen(false))}>
          Cancel
        </Button>
      </Tools>
    </Form>
  )
}
