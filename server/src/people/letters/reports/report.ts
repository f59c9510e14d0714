import { OF_THE_ADDRESS } from '../../../platform/mail/mail-failure.ts'

/** One thing that a receiver or a provider reports about one reader. */
export type Report = {
  /** `blocked`: the receiver's own rules refuse the sender or the text, not the address. */
  is: 'bounced' | 'blocked' | 'complained' | 'unsubscribed'
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

/** `passes`: the next letter may arrive. */
export type Verdict = 'bounced' | 'blocked' | 'passes'

const ENHANCED = /(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?!\.?\d)/g
const BASIC = /(?:^|[^\d.#])(5\d\d)(?=[\s:;\-,]|$)/
/** Bad addresses of the sender (RFC 3463). */
const OF_THE_SENDER = /^5\.(7\.\d+|1\.[78])$/
/** A full mailbox, a letter too large or not to be converted, and one that waited too long: none says that the address is dead. */
const PASSING = /^(4\.\d+\.\d+|2\.\d+\.\d+|5\.2\.[23]|5\.3\.4|5\.4\.7|5\.6\.\d+)$/

const FULL =
  /\b(mailbox|inbox|account|user|recipient)\b.{0,30}\b(is )?(full|over ?quota)|quota (is )?exceeded|exceed.{0,20}quota|over quota/i
const BLAMES =
  /\bspam\b|black ?list|block ?list|reputation|\bpolicy\b|\bblocked\b|not authori[sz]ed to (send|relay)|\bDMARC\b|\bSPF\b/i
const GONE =
  /(user|recipient|mailbox|account|address|person).{0,40}(unknown|not found|does(n.t| not) exist|invalid|disabled|deactivated|inactive|suspended|closed|no longer|unavailable)|(unknown|no such|invalid|unrouteable) (user|mailbox|recipient|address|account|domain)|no mailbox here|not a known user|does(n.t| not) have an? .{1,40}account|address rejected|host.{0,20}not found|domain.{0,30}(not found|does(n.t| not) exist)|unrouteable/i

/**
 * Judges a failed delivery by its status and the receiver's words; the more exact of the two counts. Returns undefined where neither says
 * what failed.
 */
export function judgeFailure(status: string, words: string): Verdict | undefined {
  const codes = [...enhancedOf(status), ...enhancedOf(words)]
  // `5.0.0` says no more than that it failed.
  const code = codes.find((one) => !one.endsWith('.0.0')) ?? codes[0]
  if (code && PASSING.test(code)) return 'passes'
  if (code && OF_THE_ADDRESS.test(code)) return 'bounced'
  if (code && OF_THE_SENDER.test(code)) return 'blocked'
  if (FULL.test(words)) return 'passes'
  if (code && !code.endsWith('.0.0')) return 'bounced'
  if (GONE.test(words)) return 'bounced'
  if (BLAMES.test(words)) return 'blocked'
  const basic = BASIC.exec(words)?.[1]
  if (basic === '552') return 'passes'
  if (basic === '554') return 'blocked'
  return code || basic ? 'bounced' : undefined
}

const enhancedOf = (text: string): string[] => [...text.matchAll(ENHANCED)].map(([code]) => code)
