/** Of a quiz: what the console and the server agree on without its schemas. */
export const MAX_QUESTIONS = 100
export const MAX_OPTIONS = 12
export const MAX_ACCEPTED = 20
export const MAX_SHORT_ANSWER = 200
/** Of a student's tries at one quiz the last ones are stored, besides the best and the first that passed. */
export const STORED_TRIES = 20
