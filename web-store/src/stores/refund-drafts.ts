import { lessonDrafts } from './lesson-drafts.ts'

/** Why a student wants the money back, while it is not sent yet, by the order. */
export const refundDrafts = lessonDrafts<{ text: string }>('refund', ({ text }) =>
  typeof text === 'string' ? { text } : undefined,
)
