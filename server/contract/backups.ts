import { z } from 'zod'
import { defineCall } from './define-call.ts'
import { Message, Moment } from './fields.ts'
import { Health } from './overview.ts'

const Plan = z.object({
  /** Null for the bucket of the library. */
  folder: z
    .string({ error: 'Must be a folder' })
    .trim()
    .min(1, { error: 'Must be a folder' })
    .max(500, { error: 'Must be at most 500 characters' })
    .nullable(),
  /** Backups that stay; older ones are removed. */
  keep: z
    .number({ error: 'Must be a number' })
    .int({ error: 'Must be a whole number' })
    .min(2, { error: 'Must be at least 2' })
    .max(365, { error: 'Must be at most 365' }),
})
export const BackupPlan = Plan
export type BackupPlan = z.output<typeof BackupPlan>

const State = z.object({
  /** The nightly backup; null while it is off. */
  plan: Plan.nullable(),
  /** Folders of the server below which backups may be written. */
  folders: z.array(z.string()),
  /** Place of backups in the bucket that stores the library; null where a disk stores it. */
  bucket: z.string().nullable(),
  backup: Health.shape.backup,
  /** The last restore, and what it did to the numbers of documents. */
  restore: z.object({ restored_at: Moment, backup_at: Moment, message: z.string() }).nullable(),
})

export type BackupState = z.output<typeof State>

export const backups = {
  /** Returns the nightly backup, the last good one, and the last restore. */
  get: defineCall({
    method: 'GET',
    path: '/admin/backups',
    access: 'admin',
    summary: 'Read the nightly backup',
  }).output(State),

  /**
   * Turns the nightly backup on, at 02:30 Indian time, or off with null. Creates the folder. 422 for one that is not below
   * the operator's folders, holds the library, or cannot be written to, and for a bucket that is not there or refuses.
   */
  setPlan: defineCall({
    method: 'PUT',
    path: '/admin/backups',
    access: 'admin',
    input: 'detailed',
    summary: 'Turn the nightly backup on or off',
    confirm: { without: 'the same call puts it back' },
  })
    .input(z.object({ body: z.object({ plan: Plan.nullable() }) }))
    .output(Message.extend(State.shape)),
}
