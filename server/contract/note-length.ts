/** Characters of a note at most. Apart from the calls, for the screen that needs no schemas. */
export const MAX_NOTE = 2000
