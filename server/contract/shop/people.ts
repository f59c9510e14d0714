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

export const aboutDefaults: About = { mission: '', paragraphs: [], leadership: [] }

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
