import { NextStep } from '../courses/next-step.ts'

/** Names the next step of buyers; it is in no public answer. */
export const courseFields = { shown: {}, hidden: { next_step: NextStep } }
