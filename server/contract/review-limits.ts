// Apart from the other limits: a sales page loads them.

/** Share of a course's lessons to complete before a review, in per cent. */
export const REVIEW_FROM_PERCENT = 20
/** Reviews on a course's page, the latest first. */
export const REVIEWS_SHOWN = 10
/** Fewer say little of a course: its page is silent until then. */
export const REVIEWS_FROM = 3
