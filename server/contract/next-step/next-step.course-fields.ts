import { NextStep } from '../courses/next-step.ts'

/** What buyers do next; it is in no public answer. */
export const courseFields = { shown: {}, hidden: { next_step: NextStep } }
