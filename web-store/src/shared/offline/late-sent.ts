/** Said in the window once the shop has what was done without a network: what it answers is another now. */
export const LATE_SENT = 'late-sent'
