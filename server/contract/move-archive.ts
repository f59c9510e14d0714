import { z } from 'zod'
import { defineCall } from './define-call.ts'
import { Message, Moment } from './fields.ts'

const Brought = z.object({ new: z.number().int(), same: z.number().int() })

export const ArchiveResult = z.object({
  files: Brought.extend({ left_out: z.array(z.object({ path: z.string(), reason: z.string() })) }),
  courses: Brought.extend({ left_out: z.array(z.object({ name: z.string(), reason: z.string() })) }),
  /** The move of the people: the letter to them, and taking it back. */
  move_id: z.string(),
  past_orders: z.number().int(),
  /** Coins of accounts that the archive made; an archive of before 0.8 has neither. */
  coins: z.number().int().optional(),
  promocodes: Brought.extend({ left_out: z.array(z.object({ name: z.string(), reason: z.string() })) }).optional(),
  /** Lessons that became done, and attempts at quizzes. */
  lessons_done: z.number().int(),
  attempts: z.number().int(),
  settings: z.boolean(),
})
export type ArchiveResult = z.output<typeof ArchiveResult>

/** Counts what an archive would bring; `lost` names the rest with its numbers. */
export const ArchiveCheck = z.object({
  format: z.number().int(),
  files: z.number().int(),
  bytes: z.number().int(),
  courses_new: z.number().int(),
  courses_same: z.number().int(),
  /** Students who get an account, and those who have one. */
  accounts: z.number().int(),
  known: z.number().int(),
  enrolments: z.number().int(),
  orders: z.number().int(),
  past_orders: z.number().int(),
  coins: z.number().int(),
  promocodes: z.number().int(),
  lost: z.array(z.string()),
})
export type ArchiveCheck = z.output<typeof ArchiveCheck>

const State = z.object({
  archive_id: z.string(),
  file_name: z.string(),
  made_at: Moment,
  /** `checking` → `checked` → `waiting` → `running` → `done`; nothing is brought before its owner runs a checked one. */
  state: z.enum(['checking', 'checked', 'waiting', 'running', 'done', 'failed']),
  step: z.enum(['reading', 'files', 'courses', 'people', 'progress', 'settings']),
  /** Bytes of files that were brought, of all. */
  done_bytes: z.number().int(),
  total_bytes: z.number().int(),
  check: ArchiveCheck.nullable(),
  result: ArchiveResult.nullable(),
  problem: z.string().nullable(),
  finished_at: Moment.nullable(),
})
export type MoveArchiveState = z.output<typeof State>

const OneArchive = z.object({ archive_id: z.string({ error: 'Must be an archive' }).min(1).max(40) })

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
   * Checks a complete upload (tus, with `move_in` in its metadata); nothing is brought yet. 404 for another admin's upload, 409 while bytes
   * are missing or another archive is brought.
   */
  begin: defineCall({
    method: 'POST',
    path: '/admin/move_archive',
    access: 'admin',
    status: 202,
    summary: 'Check the archive of another shop',
    confirm: { without: 'reads or checks' },
    codes: ['not_found', 'conflict'],
  })
    .input(
      z.object({
        upload_id: z.string({ error: 'Must be an upload' }).min(1).max(100),
      }),
    )
    .output(State),

  /** Brings a checked archive in a job that a closed tab or a restart does not end. 409 for any other one. */
  run: defineCall({
    method: 'POST',
    path: '/admin/move_archive/{archive_id}/run',
    access: 'admin',
    confirm: 'caller',
    status: 202,
    summary: 'Bring the archive of another shop',
    codes: ['not_found', 'conflict'],
  })
    .input(
      OneArchive.extend({
        /** Takes name, people and texts too. */
        settings: z.boolean({ error: 'Must be true or false' }),
      }),
    )
    .output(State),

  /** Deletes a checked archive, of which nothing was brought. 409 for any other one. */
  discard: defineCall({
    method: 'DELETE',
    path: '/admin/move_archive/{archive_id}',
    access: 'admin',
    summary: 'Discard the archive of another shop',
    confirm: { without: 'nothing of it is in the shop yet, and the file can be chosen again' },
    codes: ['not_found', 'conflict'],
  })
    .input(OneArchive)
    .output(Message),
}
