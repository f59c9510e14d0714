/** Who has seen this share of a lesson has seen it: it counts as done, and starts from the beginning again. */
export const SEEN_SHARE = 0.95
