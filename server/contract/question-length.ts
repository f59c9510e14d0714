/** Characters of a question at most. Apart from the calls, for the screen that needs no schemas. */
export const MAX_QUESTION = 2000
