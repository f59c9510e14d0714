import type { Hooks } from '../../platform/features/hooks.ts'
import { LESSONS } from '../courses/courses.sql.ts'
import { copyLive } from './stored-live.queries.ts'

export const courseCopied: Hooks['courseCopied'] = (_ctx, trx, copy) => copyLive(trx, { lessons: LESSONS, ...copy })
