import type { Hooks } from '../../platform/features/hooks.ts'
import { LESSONS } from '../courses/courses.sql.ts'
import { copyAssignments } from './stored-assignments.queries.ts'

export const courseCopied: Hooks['courseCopied'] = (_ctx, trx, copy) =>
  copyAssignments(trx, { lessons: LESSONS, ...copy })
