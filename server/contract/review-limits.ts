// Apart from the other limits: a sales page loads them.

/** How much of a course a student has learnt before reviewing it, in per cent of its lessons. */
export const REVIEW_FROM_PERCENT = 20
/** How many reviews a course's page shows, the latest first. */
export const REVIEWS_SHOWN = 10
/** Fewer say little of a course: its page is silent until then. */
export const REVIEWS_FROM = 3
