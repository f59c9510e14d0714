/** Names the draft of a pasted list of people, which the wizard of a move reads. */
export const PASTED = 'move-in:list'
