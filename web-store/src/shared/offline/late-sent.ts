/** Event of the window after offline work was sent: the shop's answers changed. */
export const LATE_SENT = 'late-sent'
