import { z } from 'zod'
import { AdminRoleName } from './admins.ts'
import { searches } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { Day, listWindow, Moment } from './fields.ts'

/** Subject of an admin's write. */
export const ActivityKind = z.enum(
  [
    'course',
    'lessons',
    'promocode',
    'offer',
    'media',
    'user',
    'order',
    'gateway',
    'settings',
    'admin',
    'ticket',
    'letter',
    'export',
    'other',
  ],
  { error: 'Must be a kind of activity' },
)
export type ActivityKind = z.output<typeof ActivityKind>

/** Changed fields by name. Secrets are masked, personal data shortened, long lists replaced by their length. */
const Fields = z.record(z.string(), z.unknown())

export const ActivityEntry = z.object({
  activity_id: z.number().int(),
  at: Moment,
  /** The admin as he was at that time; the address may be another one by now. */
  admin: z.object({
    admin_id: z.string(),
    email: z.string(),
    /** Present name; null for none. */
    name: z.string().nullable(),
    role: AdminRoleName,
  }),
  /** The call's name in the contract, e.g. `courses.update`. */
  call: z.string(),
  /** The call's summary in the contract. */
  action: z.string(),
  kind: ActivityKind,
  target_id: z.string().nullable(),
  target_name: z.string().nullable(),
  /** The fields that changed as they were; null where there was nothing before. */
  before: Fields.nullable(),
  /** The same as they are since; null where nothing is left. */
  after: Fields.nullable(),
})
export type ActivityEntry = z.output<typeof ActivityEntry>

export const activity = {
  /** Newest first; 50 unless `limit` says so. `q` matches what it was about, who did it, and the call. */
  list: defineCall({
    method: 'GET',
    path: '/admin/activity',
    access: 'admin',
    summary: 'What admins have done',
    cost: 'search',
    limits: [searches],
  })
    .input(
      z.object({
        q: z.string({ error: 'Must be text' }).trim().max(200, { error: 'Must be at most 200 characters' }).optional(),
        /** An admin id. */
        admin: z.string({ error: 'Must be an admin id' }).trim().max(100).optional(),
        kind: ActivityKind.optional(),
        /** Id of what it was about; with `kind` the timeline of one thing. */
        target_id: z.string({ error: 'Must be text' }).trim().max(100).optional(),
        from: Day.optional(),
        to: Day.optional(),
        ...listWindow,
      }),
    )
    .output(z.object({ activity: z.array(ActivityEntry), total: z.number().int() })),
}
