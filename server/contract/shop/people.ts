/** Demo content of the pages that tell who runs the shop and on what terms; `shop-home.ts` says what must become of it. */

export type Leader = { name: string; role: string; line: string }

export type About = { mission: string; paragraphs: string[]; leadership: Leader[] }

/** The policies; each can have an own text, and has a page under its name. */
export const LEGAL_TEXTS = ['privacy', 'terms', 'cookies', 'refund', 'delivery', 'cancellation'] as const
export type LegalText = (typeof LEGAL_TEXTS)[number]

export type Legal = {
  /** The business as it is registered, and its principal address; not shown while the name is empty. */
  legal_name: string
  legal_address: string
  /** Contact named in the policies; the contact's address when empty. */
  policies_email: string
  /** Grievance officer whom the law requires of an Indian shop; no such block when the name is empty. */
  grievance_officer: { name: string; designation: string; email: string; phone: string }
  /** Own texts in place of the built-in ones, which stand while these are empty. A line that begins with `## ` is a heading. */
  privacy: string
  terms: string
  cookies: string
  refund: string
  delivery: string
  cancellation: string
  /** The Indian day on which each text was last changed; the server keeps it. */
  policy_dates: Record<LegalText, string>
}

export const aboutDefaults: About = {
  mission:
    'We want anyone with a phone to be able to learn a digital skill and use it the same week: to show their work, find customers nearby, or help a local business be seen.',
  paragraphs: [
    'SkillHaat began as a shared folder of reel ideas and editing notes. It grew into a small market of course bundles, each made to be finished in a few evenings on an ordinary phone.',
    'Every bundle has one fixed price in rupees, lessons you can return to, and files you can use at once. We say what is inside before you pay.',
  ],
  leadership: [
    {
      name: 'Founder name',
      role: 'Founder',
      line: 'Demo text: write two lines about who runs this shop, and why.',
    },
    {
      name: 'Technology partner name',
      role: 'Technology partner',
      line: 'Demo text: name the person or firm that keeps the shop running.',
    },
  ],
}

/** The day of the built-in texts: a change of one changes its day. */
const WRITTEN = '2026-11-21'

export const legalDefaults: Legal = {
  legal_name: '',
  legal_address: '',
  policies_email: '',
  grievance_officer: { name: '', designation: '', email: '', phone: '' },
  privacy: '',
  terms: '',
  cookies: '',
  refund: '',
  delivery: '',
  cancellation: '',
  policy_dates: {
    privacy: WRITTEN,
    terms: WRITTEN,
    cookies: WRITTEN,
    refund: WRITTEN,
    delivery: WRITTEN,
    cancellation: WRITTEN,
  },
}
