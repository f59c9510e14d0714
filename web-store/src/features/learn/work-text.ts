import type { StudentLesson } from 'contract/learning'
import { t } from '../../language/text.ts'

/** Whether it is the work of a lesson that is in the way, and not its quiz. */
export const waitsForWork = (gate: StudentLesson | undefined): boolean =>
  gate?.assignment != null && gate.assignment.status !== 'accepted' && gate.quiz?.passed !== false

const states = {
  waiting: t('Assignment, submitted'),
  again: t('Assignment, try again'),
  accepted: t('Assignment, accepted'),
} as const

/** It is the student's turn. */
export const isDue = ({ status }: NonNullable<StudentLesson['assignment']>): boolean =>
  status === null || status === 'again'

/** `Assignment, submitted`: how the work of a lesson stands. */
export const workText = ({ status }: NonNullable<StudentLesson['assignment']>): string =>
  status ? states[status] : t('Assignment')
