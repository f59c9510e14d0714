import type { StudentLesson } from 'contract/learning'

/** Whether it is the work of a lesson that is in the way, and not its quiz. */
export const waitsForWork = (gate: StudentLesson | undefined): boolean =>
  gate?.assignment != null && gate.assignment.status !== 'accepted' && gate.quiz?.passed !== false

const states = { waiting: ', handed in', again: ', try again', accepted: ', accepted' } as const

/** `Assignment, handed in`: how the work of a lesson stands. */
export const workText = ({ status }: NonNullable<StudentLesson['assignment']>): string =>
  `Assignment${status ? states[status] : ''}`
