import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { CourseId, IfMatch, Message, UserId } from '../fields.ts'
import { AdminRun, OwnRun, Run, RunId, RunInput } from './run.ts'

const params = z.object({ run_id: RunId })

/** Dates of a course, each with its seats. */
export const workshops = {
  /** Dates of a course that are ahead or running, the earliest first; cancelled ones are left out. None of a course without a page. */
  list: defineCall({ method: 'GET', path: '/go/runs/{course_id}', access: 'public', summary: 'Dates of a workshop' })
    .input(z.object({ course_id: CourseId }))
    .output(z.object({ runs: z.array(Run) })),

  /** Own seats of dates whose replay is open. `holds`: dates of which an open order of the student holds a seat; a new order of theirs takes it over. */
  mine: defineCall({
    method: 'GET',
    path: '/user/runs',
    access: 'user',
    inView: true,
    summary: 'My dates of workshops',
  }).output(z.object({ runs: z.array(OwnRun), holds: z.array(z.string()) })),

  /**
   * Chooses what a cancelled date becomes: the next date, or the money or coins back; once, and again when the refund fails. 404; 409 `conflict` where it is
   * not cancelled or was chosen.
   */
  choose: defineCall({
    method: 'POST',
    path: '/user/runs/{run_id}/choice',
    access: 'user',
    input: 'detailed',
    summary: 'Take the next date, or the money back',
    codes: ['not_found', 'conflict', 'not_refundable'],
  })
    .input(z.object({ params, body: z.object({ choice: z.enum(['next', 'refund']) }) }))
    /** `back`: what goes back; `asked` is money that a second person has to approve, `seat` a seat that cost nothing. */
    .output(Message.extend({ back: z.enum(['money', 'asked', 'coins', 'seat']).optional() })),

  /** As iCalendar, with the address of the course in the store. 404. */
  calendar: defineCall({
    method: 'GET',
    path: '/user/runs/{run_id}/calendar',
    access: 'user',
    summary: 'A workshop for the calendar',
    codes: ['not_found'],
  })
    .input(params)
    .output(z.file()),

  adminList: defineCall({
    method: 'GET',
    path: '/admin/runs',
    access: 'admin',
    roles: ['editor', 'support'],
    scope: 'courses:read',
    summary: 'Dates of a course with their seats',
  })
    .input(z.object({ course_id: CourseId }))
    .output(z.object({ runs: z.array(AdminRun) })),

  /** 404; 409 `conflict` for a bundle and a free course; 422. */
  create: defineCall({
    method: 'POST',
    path: '/admin/runs',
    access: 'admin',
    roles: ['editor'],
    status: 201,
    input: 'detailed',
    confirm: { without: 'a date can be cancelled' },
    summary: 'Add a date to a course',
    codes: ['not_found', 'conflict'],
  })
    .input(z.object({ body: RunInput.and(z.object({ course_id: CourseId })) }))
    .output(Message.extend({ run_id: z.string() })),

  /**
   * Emails everybody with a seat about another time, and moves the end of their access. 409 `conflict` below the seats that are taken or held; 422 where
   * students would lose their date or their access at once.
   * With `If-Match`, `version` in quotes, a stale edit is 409 `edit_conflict` with the present date as `current`.
   */
  update: defineCall({
    method: 'PUT',
    path: '/admin/runs/{run_id}',
    access: 'admin',
    roles: ['editor'],
    input: 'detailed',
    confirm: { without: 'the same call puts it back' },
    summary: 'Change a date',
    codes: ['not_found', 'conflict', 'edit_conflict'],
  })
    .input(z.object({ params, headers: IfMatch, body: RunInput }))
    .output(Message.extend({ run: AdminRun })),

  people: defineCall({
    method: 'GET',
    path: '/admin/runs/{run_id}/people',
    access: 'admin',
    roles: ['support'],
    scope: 'students:read',
    summary: 'Who has a seat',
    codes: ['not_found'],
  })
    .input(params)
    .output(
      z.object({
        people: z.array(
          z.object({ user_id: z.string(), name: z.string(), email: z.string(), order_no: z.string().nullable() }),
        ),
      }),
    ),

  /** Moves students with a seat to another date of the course, with an email to each; all or none. 404; 409 `conflict` without seats there. */
  move: defineCall({
    method: 'POST',
    path: '/admin/runs/{run_id}/move',
    access: 'admin',
    roles: ['support'],
    input: 'detailed',
    confirm: { without: 'they can be moved back' },
    summary: 'Move students to another date',
    cost: 'mail',
    codes: ['not_found', 'conflict'],
  })
    .input(z.object({ params, body: z.object({ user_ids: z.array(UserId).min(1).max(500), to: RunId }) }))
    .output(Message),

  /** Everybody with a seat chooses the next date or the money back, which is refunded in the name of who cancels. 404, 409 `conflict`. */
  cancel: defineCall({
    method: 'POST',
    path: '/admin/runs/{run_id}/cancel',
    access: 'admin',
    input: 'detailed',
    confirm: 'caller',
    summary: 'Cancel a date',
    codes: ['not_found', 'conflict'],
  })
    .input(z.object({ params }))
    .output(Message),
}
