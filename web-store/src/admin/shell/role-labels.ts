/** Names each role and its rights. */
export const roles = {
  owner: ['Owner', 'everything'],
  editor: ['Editor', 'courses, lessons, pages, media, emails, promo codes, offers, reviews'],
  support: ['Support', 'students, orders, inbox, reviews, pay links'],
  finance: ['Finance', 'revenue, orders, refunds, invoices, monthly accounts, payouts, promo codes, pay links'],
} as const
