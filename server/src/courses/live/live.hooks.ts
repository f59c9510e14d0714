import { ORPCError } from '@orpc/server'
import { LiveInput } from 'contract/live'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { LESSONS } from '../courses/courses.sql.ts'
import { cancelLive, writeLive } from './live.queries.ts'
import { findNotice } from './notices.queries.ts'
import { copyLive, listLive } from './stored-live.queries.ts'

type LiveHooks = Hooks<Pick<Context, 'db' | 'now'>>

export const courseCopied: LiveHooks['courseCopied'] = (_ctx, trx, copy) => copyLive(trx, { lessons: LESSONS, ...copy })

export const lessonsListed: LiveHooks['lessonsListed'] = async ({ db }, courseId) => ({
  live: await listLive(db, courseId),
})

/** Returns true while the lesson is to begin at the moment of the message, and its reader has the course. */
export const messageNeeded: LiveHooks['messageNeeded'] = async ({ db, now }, { kind, key, userId }) => {
  if (kind !== 'live') return undefined
  const [lesson_id = '', version] = key.split(' ')
  const found = await findNotice(db, { lesson_id, user_id: userId }, now())
  return found !== undefined && !found.cancelled && found.version === Number(version)
}

const Archived = z.looseObject({
  live: LiveInput.extend({
    starts_at: z.string().transform((at) => new Date(at).toISOString()),
    cancelled_at: z.string().nullish(),
  }).nullish(),
})

/** Plans the live lessons of a course that another shop archived. */
export const courseBrought: LiveHooks['courseBrought'] = async (_ctx, trx, { lessons, course_id, name, now }) => {
  for (const { lesson_id, title, archived } of lessons) {
    const { data, error } = Archived.safeParse(archived)
    if (!data) throw new ORPCError('BAD_REQUEST', { message: `lessons: ${error?.issues[0]?.message}` })
    if (!data.live) continue
    const { cancelled_at, ...planned } = data.live
    await writeLive(
      trx,
      { lesson_id, title, kind: 'live', course_id, course_name: name },
      { ...planned, version: 1 },
      now,
    )
    if (cancelled_at) await cancelLive(trx, lesson_id, now)
  }
}
