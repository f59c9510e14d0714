import { z } from 'zod'
import { CourseStatus } from './account.ts'
import { limit, MINUTE } from './call-cost.ts'
import { Consent } from './consents.ts'
import { defineCall } from './define-call.ts'
import { DocumentName } from './documents.ts'
import { Message, Moment, Rupees, text, UserId } from './fields.ts'
import { MoveSource } from './move-sources.ts'
import { OrderNo } from './orders/fields.ts'
import { OrderStatus } from './orders/orders.ts'
import { LedgerWindow } from './referrals.ts'
import { OpenSession, SessionParams } from './sessions.ts'
import { AdminUser } from './users.ts'

/** Origin of a student's course. */
export const CourseSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('order'), order_id: z.string() }),
  /** `order_id` bought the seat; somebody else paid it. */
  z.object({ kind: z.literal('gift'), order_id: z.string() }),
  /** An admin gave it; `by` is the admin's address. */
  z.object({ kind: z.literal('hand'), by: z.string() }),
  /** A move brought it; `from` names the shop before. */
  z.object({ kind: z.literal('moved'), from: MoveSource }),
  z.object({ kind: z.literal('free') }),
])

export const StudentCourse = z.object({
  course_id: z.string(),
  course_name: z.string(),
  course_banner: z.string(),
  course_status: CourseStatus,
  percent: z.number().int(),
  lessons: z.number().int(),
  lessons_done: z.number().int(),
  /** The done lessons that were done in the shop before. */
  lessons_moved_in: z.number().int(),
  hours_spent: z.number(),
  last_watched_at: Moment.nullable(),
  granted_at: Moment,
  /** When access ends or ended; null when it has no end. */
  ends_at: Moment.nullable(),
  source: CourseSource,
})

export const JoinedLive = z.object({
  lesson_id: z.string(),
  title: z.string(),
  course_name: z.string(),
  joined_at: Moment,
})

export const StudentPage = z.object({
  user: AdminUser.extend({
    email_confirmed: z.boolean(),
    /** Since when the address refuses our emails for good, with its mail server's words. */
    email_refused: z.object({ at: Moment, reason: z.string() }).nullable(),
  }),
  /** Sum of all paid orders, less refunds. */
  paid: Rupees,
  courses_total: z.number().int(),
  finished: z.number().int(),
  hours_spent: z.number(),
  /** The newest 200. */
  courses: z.array(StudentCourse),
  /** Names of granted courses that wait for a proven address. */
  waiting: z.array(z.string()),
  /** Live lessons, the latest first; at most 50. */
  joined: z.array(JoinedLive),
  consents: z.array(Consent),
  /** The latest seen first; at most 100. */
  devices: z.array(OpenSession.omit({ current: true })),
})

export const StudentOrder = z.object({
  order_id: z.string(),
  order_no: OrderNo,
  courses: z.array(z.string()),
  total: Rupees,
  status: OrderStatus,
  created_at: Moment,
  documents: z.array(DocumentName),
})

export const StudentNote = z.object({
  note_id: z.string(),
  text: z.string(),
  created_at: Moment,
  /** The admin who wrote it. */
  by: z.string(),
})

const NOTE = 'Write a few words'

export const NoteBody = z.object({ text: text(2, 2000, NOTE) })

const params = z.object({ id: UserId })
const window = LedgerWindow.extend({ id: UserId })

/** A student by `user_id` or exact phone: all that an admin looks at, and does for one person. Every call answers 404 for nobody. */
export const students = {
  get: defineCall({
    method: 'GET',
    path: '/admin/students/{id}',
    access: 'admin',
    roles: ['support'],
    scope: 'students:read',
    summary: 'A student with courses and devices',
  })
    .input(params)
    .output(StudentPage),

  /** Newest first, 50 unless `limit` says so. */
  orders: defineCall({
    method: 'GET',
    path: '/admin/students/{id}/orders',
    access: 'admin',
    roles: ['support'],
    scope: 'orders:read',
    summary: 'The orders of a student with their documents',
  })
    .input(window)
    .output(z.object({ orders: z.array(StudentOrder), total: z.number().int() })),

  /** Newest first, 50 unless `limit` says so. */
  notes: defineCall({
    method: 'GET',
    path: '/admin/students/{id}/notes',
    access: 'admin',
    roles: ['support'],
    scope: 'students:read',
    summary: 'What admins have noted about a student',
  })
    .input(window)
    .output(z.object({ notes: z.array(StudentNote), total: z.number().int() })),

  addNote: defineCall({
    method: 'POST',
    path: '/admin/students/{id}/notes',
    access: 'admin',
    roles: ['support'],
    input: 'detailed',
    summary: 'Note something about a student',
    confirm: { without: 'adds, and takes nothing away' },
  })
    .input(z.object({ params, body: NoteBody }))
    .output(Message),

  deleteNote: defineCall({
    method: 'DELETE',
    path: '/admin/students/{id}/notes/{note_id}',
    access: 'admin',
    roles: ['support'],
    confirm: 'caller',
    input: 'detailed',
    summary: 'Delete a note about a student',
  })
    .input(
      z.object({ params: params.extend({ note_id: z.string().regex(/^\d{1,18}$/, { error: 'Must be a note id' }) }) }),
    )
    .output(Message),

  /** Begins a look at the shop as the student, read only, for 20 minutes. `code` opens it once, within a minute. */
  beginView: defineCall({
    method: 'POST',
    path: '/admin/students/{id}/view',
    access: 'admin',
    roles: ['support'],
    confirm: 'caller',
    input: 'detailed',
    summary: 'See the shop as a student, read only',
  })
    .input(z.object({ params }))
    .output(z.object({ code: z.string() })),

  /** The session of a view: whatever changes something is 403 in it, and learning is not counted. 422 for a code that was used or is older than a minute. */
  openView: defineCall({
    method: 'POST',
    path: '/view',
    access: 'public',
    summary: 'Open a read-only view of a student',
    limits: [limit('open_view', 'client', 60, 10 * MINUTE)],
    codes: ['link_expired'],
  })
    .input(z.object({ code: z.string({ error: 'Must be a code' }).trim().min(1).max(100) }))
    .output(
      z.object({
        access_token: z.string(),
        token_type: z.literal('bearer'),
        expires_in: z.number().int(),
        user: z.object({ user_id: z.string(), name: z.string(), email: z.string(), phone: z.string() }),
      }),
    ),

  /** 404 for a device that is logged out already. */
  endSession: defineCall({
    method: 'DELETE',
    path: '/admin/students/{id}/sessions/{session_id}',
    access: 'admin',
    roles: ['support'],
    input: 'detailed',
    summary: 'Log a student out of one device',
    confirm: { without: 'ends sessions, and a login opens the next' },
  })
    .input(z.object({ params: params.extend(SessionParams.shape) }))
    .output(Message),

  endSessions: defineCall({
    method: 'DELETE',
    path: '/admin/students/{id}/sessions',
    access: 'admin',
    roles: ['support'],
    input: 'detailed',
    summary: 'Log a student out everywhere',
    confirm: { without: 'ends sessions, and a login opens the next' },
  })
    .input(z.object({ params }))
    .output(Message),
}
