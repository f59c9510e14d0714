/** What each role is called, and what it may do. */
export const roles = {
  owner: ['Owner', 'everything'],
  editor: ['Editor', 'courses, content, promo codes, media'],
  support: ['Support', 'users and orders'],
  finance: ['Finance', 'orders, refunds, invoices, promo codes'],
} as const
