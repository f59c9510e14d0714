/** Names each role and its rights. */
export const roles = {
  owner: ['Owner', 'everything'],
  editor: ['Editor', 'courses, content, promo codes, media'],
  support: ['Support', 'users and orders'],
  finance: ['Finance', 'orders, refunds, invoices, promo codes'],
} as const
