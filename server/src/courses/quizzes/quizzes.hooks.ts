import type { Hooks } from '../../platform/features/hooks.ts'
import { LESSONS } from '../courses/courses.sql.ts'
import { copyQuizzes } from './stored-quizzes.queries.ts'

export const courseCopied: Hooks['courseCopied'] = (_ctx, trx, copy) => copyQuizzes(trx, { lessons: LESSONS, ...copy })
