import { z } from 'zod'
import { defineCall } from './define-call.ts'
import { Message, Moment } from './fields.ts'

/** Days for which an archive can be downloaded. */
export const ARCHIVE_DAYS = 3

const Archive = z.object({
  state: z.enum(['waiting', 'running', 'ready', 'failed']),
  asked_at: Moment,
  /** Bytes that were read so far, and as many as were expected. */
  done_bytes: z.number().int(),
  total_bytes: z.number().int(),
  /** Size of the file; null until it is ready. */
  bytes: z.number().int().nullable(),
  ready_at: Moment.nullable(),
  /** The archive is deleted then. */
  expires_at: Moment.nullable(),
  /** The reason of a failure. */
  problem: z.string().nullable(),
})

const State = z.object({
  /** About the size of a new archive. */
  estimated_bytes: z.number().int(),
  /** The one archive; null without one. */
  archive: Archive.nullable(),
})
export type MoveOutState = z.output<typeof State>

/** Everything that the shop owns, in one ZIP of open files. For owners: it holds every student and every order. */
export const moveOut = {
  get: defineCall({
    method: 'GET',
    path: '/admin/move_out',
    access: 'admin',
    summary: 'Read the archive of the shop',
  }).output(State),

  /** Makes a new archive in a job, in place of the one before; again while one is made changes nothing. 507 without room. */
  begin: defineCall({
    method: 'POST',
    path: '/admin/move_out',
    access: 'admin',
    confirm: 'caller',
    status: 202,
    input: 'detailed',
    summary: 'Make an archive of the shop',
    codes: ['storage_full'],
  })
    .input(z.object({}))
    .output(State),

  /** An address that downloads the archive, in this session alone, for 10 to 15 minutes. 404 before it is ready. */
  link: defineCall({
    method: 'POST',
    path: '/admin/move_out/link',
    access: 'admin',
    confirm: 'caller',
    input: 'detailed',
    summary: 'Download the archive of the shop',
    codes: ['not_found'],
  })
    .input(z.object({}))
    .output(z.object({ url: z.string() })),

  /** Stops making the archive, or deletes it. */
  remove: defineCall({
    method: 'DELETE',
    path: '/admin/move_out',
    access: 'admin',
    summary: 'Delete the archive of the shop',
    confirm: { without: 'the same call puts it back' },
  }).output(Message),
}
