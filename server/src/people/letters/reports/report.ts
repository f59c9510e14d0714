import type { Verdict } from '../../../platform/mail/refusal.ts'

/** One thing that a receiver or a provider reports about one reader. */
export type Report = {
  /** A `passing` one is noted beside the letter, and ends nothing. */
  is: Verdict | 'complained' | 'unsubscribed'
  /** Token of the reader's letter; an address in a mail is no proof. */
  token?: string | undefined
  /** Address that a provider names at the secret address; absent in a mail, which anybody can write. */
  address?: string | undefined
  /** The receiver's own words. */
  says: string
}

/** Reports of one posted mail or notice; none for what needs nothing. `unread` says why it could not be understood. */
export type Reading = { reports: Report[]; unread?: string }

/** Tokens of a letter: in the envelope's sender, in its Message-ID, and in the link that ends the letters. */
const TOKENS = [/bounce\+([0-9a-f]{32})@/i, /\bletter\.([0-9a-f]{32})@/i, /[?&]t=([0-9a-f]{32})\b/i]

/** Finds the first token of our own in a text. */
export function tokenIn(text: string): string | undefined {
  for (const form of TOKENS) {
    const found = form.exec(text)?.[1]
    if (found) return found.toLowerCase()
  }
  return undefined
}

/** Meaning of each `Feedback-Type` (RFC 5965, 6430, 6591); Amazon SES has the same words. Null needs nothing. */
const FEEDBACK: Record<string, Report['is'] | null> = {
  abuse: 'complained',
  fraud: 'complained',
  virus: 'complained',
  'opt-out': 'unsubscribed',
  'opt-out-list': 'unsubscribed',
  'not-spam': null,
  'auth-failure': null,
  dmarc: null,
}

/** Returns what a type of feedback means; undefined for one that means nothing in particular. */
export const meaningOfFeedback = (type: string): Report['is'] | null | undefined => FEEDBACK[type.trim().toLowerCase()]
