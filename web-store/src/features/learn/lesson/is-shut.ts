import type { StudentLesson } from 'contract/learning'

/** It is not open to the student yet: its time has not come, or a quiz or work is in the way. */
export const isShut = ({ opens_at, waits_for }: StudentLesson): boolean => opens_at !== null || waits_for !== null
