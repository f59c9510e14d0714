import type { StudentLesson } from 'contract/learning'

/** It is not open to the student yet: its time has not come, or a quiz or work is in the way. */
export const isShut = ({ opens_at, waits_for }: StudentLesson): boolean => opens_at !== null || waits_for !== null

/** Whether it is the work of a lesson that is in the way, and not its quiz. */
export const waitsForWork = (gate: StudentLesson | undefined): boolean =>
  gate?.assignment != null && gate.assignment.status !== 'accepted' && (gate.quiz === null || gate.quiz.passed)
