/** Who has seen this share of a lesson has seen it: it counts as done, and starts from the beginning again. */
export const SEEN_SHARE = 0.95

/**
 * Certificates and reviews count a lesson once clock time of this share of its length was measured: at double speed, the fastest there is,
 * four fifths of the lesson.
 */
export const MEASURED_SHARE = 0.4

/**
 * Seconds of a lesson whose length the shop does not know, such as a text, a file or a foreign player without a typed length. More than the
 * 15 that the first beat of a student can claim without a clock.
 */
export const MEASURED_SECONDS = 20
