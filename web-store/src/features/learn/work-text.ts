import type { StudentLesson } from 'contract/learning'
import { t } from '../../language/text.ts'

/** Returns true when an assignment is in the way, and not a quiz. */
export const waitsForWork = (gate: StudentLesson | undefined): boolean =>
  gate?.assignment != null && gate.assignment.status !== 'accepted' && gate.quiz?.passed !== false

const states = {
  waiting: t('Assignment, submitted'),
  again: t('Assignment, try again'),
  accepted: t('Assignment, accepted'),
} as const

/** Returns true when it is the student's turn. */
export const isDue = ({ status }: NonNullable<StudentLesson['assignment']>): boolean =>
  status === null || status === 'again'

/** Names the state of an assignment: `Assignment, submitted`. */
export const workText = ({ status }: NonNullable<StudentLesson['assignment']>): string =>
  status ? states[status] : t('Assignment')
