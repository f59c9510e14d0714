import { judgeRefusal } from './refusal.ts'

/**
 * Names what a failed email means. `login`, `connection` and `sender` stop every email until a person changes the
 * settings; `recipients` means that the server refuses everybody, `away` that no connection succeeds for minutes.
 * `recipient` ends this email alone. `later` passes.
 */
export type MailTrouble = 'login' | 'connection' | 'sender' | 'recipients' | 'away'
export type MailFailureKind = MailTrouble | 'recipient' | 'later'

/** A failed email. `message` has the mail server's words, without secrets. */
export class MailFailure extends Error {
  readonly kind: MailFailureKind
  readonly to: string
  /** True if the server has surely not accepted the email: it answered so, lacks the end of the text, or was never reached. */
  readonly unsent: boolean
  /** True if there was no connection at all. */
  readonly away: boolean
  /** True if the server refused the sender before it knew for whom the email is. */
  readonly refusesSender: boolean
  /** True if the address itself is dead: nothing is sent to it any more. */
  readonly isDead: boolean
  constructor(
    kind: MailFailureKind,
    message: string,
    to: string,
    { unsent = kind !== 'later', away = false, refusesSender = false, isDead = false } = {},
  ) {
    super(message)
    this.name = 'MailFailure'
    this.kind = kind
    this.to = to
    this.unsent = unsent
    this.away = away
    this.refusesSender = refusesSender
    this.isDead = isDead
  }
}

/** The fields of a nodemailer error that say what failed. */
type Failed = {
  code?: string
  command?: string
  responseCode?: number
  response?: string
  message?: string
  syscall?: string
}

/** Names of the settings that a person changes, by what is wrong. */
export const NO_TLS =
  'The mail server offers no encryption (STARTTLS), so the password was not sent. Use smtps://, or a port with STARTTLS such as 587.'

/**
 * Builds the failure of an email from nodemailer's error. `secrets` are replaced in the server's words. Without an answer, only a server with
 * the whole text may have accepted it.
 */
export function mailFailure(error: unknown, to: string, secrets: readonly string[], hasText = false): MailFailure {
  const failed = error as Failed
  const kind = kindOf(failed)
  const lacksTls = failed.code === 'ETLS' && failed.command === 'STARTTLS' && failed.response !== undefined
  return new MailFailure(kind, lacksTls ? NO_TLS : wordsOf(failed, to, secrets), to, {
    unsent: kind !== 'later' || !hasText || (failed.responseCode ?? 0) >= 400,
    away: neverReached(failed),
    refusesSender: kind === 'sender' && failed.command === 'MAIL FROM',
    isDead: kind === 'recipient' && judgeRefusal('', failed.response ?? '') === 'dead',
  })
}

const neverReached = ({ code = '', message = '', syscall }: Failed) =>
  syscall === 'connect' ||
  /^(EDNS|ENOTFOUND)$/.test(code) ||
  /^(Greeting never received$|Connection timeout$|Client network socket disconnected before secure TLS)/.test(message)

function kindOf({ code, command = '', responseCode = 0, response = '', message = '' }: Failed): MailFailureKind {
  if (code === 'ETLS' || /certificate|self-signed/i.test(message)) return 'connection'
  const forGood = responseCode >= 500 && responseCode < 600 && responseCode !== 503
  if (code === 'ENOAUTH') return 'login'
  if (code === 'EAUTH') return forGood || responseCode === 0 ? 'login' : 'later'
  if (!forGood) return 'later'
  if (command === 'RCPT TO' && OF_THE_ADDRESS.test(response)) return 'recipient'
  if (responseCode === 530 || /authenticat|log ?in first/i.test(response)) return 'login'
  if (command === 'MAIL FROM') return 'sender'
  const verdict = judgeRefusal('', response)
  if (verdict !== 'dead' && blamesUs(response)) return 'sender'
  // A full mailbox is emptied some day.
  if (verdict === 'passing') return 'later'
  return command === 'RCPT TO' || command === 'DATA' ? 'recipient' : 'later'
}

/** Rules of one mailbox or group: who may write to it, or that it moved (Exchange; RFC 5248 and 7293). */
const OF_THE_ADDRESS = /\b5\.7\.(1[23]|1[78]|12\d|13[0-6]|193)(?!\d)/

/** Returns true if a refusal blames the sender or the text (RFC 3463: 5.7.x), not the address. */
function blamesUs(response: string): boolean {
  return /\b5\.7\.\d+\b|spam|blocked|black ?list|block ?list|reputation|policy|relay/i.test(response)
}

/** The words reach the log, which names nobody. */
function wordsOf({ response, message }: Failed, to: string, secrets: readonly string[]): string {
  let words = String(response ?? message ?? 'The mail server did not answer')
  for (const secret of secrets.toSorted((a, b) => b.length - a.length)) words = words.replaceAll(secret, '[hidden]')
  if (to) words = words.replaceAll(to, '[address]')
  return words.replace(/\s+/g, ' ').trim().slice(0, 300)
}
