import type { StudentLesson } from 'contract/learning'

/** Returns true before its time, or while a quiz or assignment is in the way. */
export const isShut = ({ opens_at, waits_for }: StudentLesson): boolean => opens_at !== null || waits_for !== null
