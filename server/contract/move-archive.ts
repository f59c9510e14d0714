import { z } from 'zod'
import { defineCall } from './define-call.ts'
import { Moment } from './fields.ts'

const Brought = z.object({ new: z.number().int(), same: z.number().int() })

export const ArchiveResult = z.object({
  files: Brought.extend({ left_out: z.array(z.object({ path: z.string(), reason: z.string() })) }),
  courses: Brought.extend({ left_out: z.array(z.object({ name: z.string(), reason: z.string() })) }),
  /** The move of the people: the letter to them, and taking it back. */
  move_id: z.string(),
  past_orders: z.number().int(),
  /** Lessons that became done, and attempts at quizzes. */
  lessons_done: z.number().int(),
  attempts: z.number().int(),
  settings: z.boolean(),
})
export type ArchiveResult = z.output<typeof ArchiveResult>

const State = z.object({
  archive_id: z.string(),
  file_name: z.string(),
  made_at: Moment,
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  step: z.enum(['reading', 'files', 'courses', 'people', 'progress', 'settings']),
  /** Bytes of files that were brought, of all. */
  done_bytes: z.number().int(),
  total_bytes: z.number().int(),
  result: ArchiveResult.nullable(),
  problem: z.string().nullable(),
  finished_at: Moment.nullable(),
})
export type MoveArchiveState = z.output<typeof State>

/** The archive of another SkillHaat, as `moveOut` makes it. Twice is once. */
export const moveArchive = {
  /** The newest archive of another shop; null before the first. */
  get: defineCall({
    method: 'GET',
    path: '/admin/move_archive',
    access: 'admin',
    summary: 'Read the archive of another shop',
  }).output(z.object({ archive: State.nullable() })),

  /**
   * Brings a complete upload (tus, with `move_in` in its metadata) in a job that a closed tab or a restart does not end. 404 for another
   * admin's upload, 409 while bytes are missing or another archive is brought.
   */
  begin: defineCall({
    method: 'POST',
    path: '/admin/move_archive',
    access: 'admin',
    confirm: 'caller',
    status: 202,
    summary: 'Bring the archive of another shop',
    codes: ['not_found', 'conflict'],
  })
    .input(
      z.object({
        upload_id: z.string({ error: 'Must be an upload' }).min(1).max(100),
        /** Takes name, texts and GST details too. */
        settings: z.boolean({ error: 'Must be true or false' }),
      }),
    )
    .output(State),
}
