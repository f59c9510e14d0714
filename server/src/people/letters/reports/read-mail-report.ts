import type { Email } from 'postal-mime'
import { judgeRefusal, type Verdict } from '../../../platform/mail/refusal.ts'
import { readNotice } from './read-notice.ts'
import { meaningOfFeedback, type Reading, type Report, tokenIn } from './report.ts'

/** Parts that a report consists of, by the beginning of their type. */
const DELIVERY = /^message\/(global-)?delivery-status/
const DISPOSITION = /^message\/(global-)?disposition-notification/
const ORIGINAL = /^(message\/(rfc822|global)|text\/(rfc822|global)-headers)/
const ENCLOSED = /^message\/(rfc822|global)/

const DAEMON = /mailer-?daemon|mdaemon@|post_?master@|mail[ -]?delivery|maildaemon|mail administrator/i
const RETURNED =
  /undeliver|user unknown|returned mail|delivery (has )?fail|delivery (status )?notification|failure notice|delivery failure|could not be delivered|unable to deliver|mail system error|non-?delivery/i
const AUTOMATIC = /auto-(replied|generated|notified)/i
const FOR_GOOD = /permanent|fatal error|failed permanently|giving up|given up/i

/** A reader's whole first line. */
const STOPS = /^\s*(stop|unsubscribe)[.!]?[ \t]*(\r?\n|$)/i

/** Begins the returned letter below the words of the mail server. */
const QUOTED =
  /^(-{2,}.*(copy of (the|your) message|original message|message header|unsent message|returned message|undelivered message)|original message headers?:|return-path:|received: (from|by)|the header of the original message|\s*below is a copy of the original message)/im

/** Reports inside reports: a provider forwards one, which encloses that of another server. */
const DEEPEST = 3
const NO_REASON = 'A failure without a reason'

/**
 * Reads a mail that a mailbox or a provider passes on: delivery reports (RFC 3464) and the free words of older servers, complaints
 * (RFC 5965), rejections by a mailbox (RFC 5429), receipts of reading (RFC 8098), a provider's JSON, answers of people and machines.
 */
export async function readMailReport(source: string): Promise<Reading> {
  const { default: PostalMime } = await import('postal-mime')
  try {
    return await readMail(PostalMime, source, DEEPEST)
  } catch {
    return { reports: [], unread: 'The mail has no end of headers or parts' }
  }
}

async function readMail(parser: typeof import('postal-mime').default, source: string, deep: number): Promise<Reading> {
  const mail = await parser.parse(source, { forceRfc822Attachments: true, attachmentEncoding: 'utf8' })
  const parts = mail.attachments.map(({ mimeType, content }) => ({
    type: mimeType.toLowerCase(),
    text: String(content),
  }))
  const part = (type: RegExp) => parts.find((one) => type.test(one.type))?.text
  const words = mail.text ?? (mail.html ?? '').replace(/<[^>]{0,2000}>/g, ' ')
  const feedback = part(/^message\/feedback-report/)
  const whole = [...mail.headers.map(({ value }) => value), feedback, part(ORIGINAL), words, part(DELIVERY)].join('\n')
  const token = tokenIn(whole)
  if (feedback !== undefined) return readFeedback(feedback, token)
  const receipt = part(DISPOSITION)
  if (receipt !== undefined) return readDisposition(receipt, { subject: mail.subject ?? '', words }, token)
  const status = part(DELIVERY)
  const own = status === undefined ? undefined : readDelivery(status, serverWords(words), token)
  if (own && own.unread !== NO_REASON) return own
  const enclosed = part(ENCLOSED)
  if (enclosed !== undefined && deep > 0) {
    const inner = await readMail(parser, enclosed, deep - 1)
    if (inner.reports.length > 0) return inner
  }
  if (own) return own
  if (isHotmailComplaint(mail)) return reported({ is: 'complained', token, says: 'abuse' })
  if (isReturned(mail)) return readWords(words, token)
  // A letter that a report encloses is none.
  return deep < DEEPEST ? { reports: [] } : readAnswer(mail, words, token)
}

/** Reads what looks like an answer: of a machine, of a person, or a report that somebody passes on in their own mail. */
function readAnswer(mail: Email, words: string, token: string | undefined): Reading {
  if (isUnsubscribing(mail)) return reported({ is: 'unsubscribed', token, says: 'unsubscribe' })
  const notice = readEmbeddedNotice(words, token)
  if (notice) return notice
  if (token && RETURNED.test(mail.subject ?? '')) return readWords(words, token)
  if (isAutomatic(mail)) return { reports: [] }
  if (token && STOPS.test(words)) return reported({ is: 'unsubscribed', token, says: 'stop' })
  // Letters that are lost on their way to somebody else are no report.
  if (mail.from && !token) return { reports: [] }
  if (token && RETURNED.test(serverWords(words))) return readWords(words, token)
  return { reports: [], unread: mail.from ? 'An answer of a person, not a report' : 'No mail' }
}

const headerOf = ({ headers }: Email, name: string): string => headers.find(({ key }) => key === name)?.value ?? ''

function reported(report: Report): Reading {
  if (report.token) return { reports: [report] }
  return report.is === 'passing' ? { reports: [] } : { reports: [], unread: 'It names no letter of this shop' }
}

const judged = (is: Verdict | undefined, unread: string, report: Omit<Report, 'is'>): Reading =>
  is ? reported({ is, ...report }) : { reports: [], unread }

function readFeedback(text: string, token: string | undefined): Reading {
  const [fields] = fieldsOf(text)
  const type = fields?.get('feedback-type') ?? ''
  const meaning = meaningOfFeedback(type)
  if (meaning === null) return { reports: [] }
  if (meaning === undefined) return { reports: [], unread: `Feedback of the type "${type.slice(0, 40)}"` }
  return reported({ is: meaning, token: tokenIn(fields?.get('original-mail-from') ?? '') ?? token, says: type })
}

/** Reads each address of a delivery report: the fields of the mail come first, then those of each address. `words` are the report's text. */
function readDelivery(text: string, words: string, token: string | undefined): Reading {
  const groups = fieldsOf(text)
  const actions = groups.flatMap((fields) => fields.get('action')?.toLowerCase() ?? [])
  // Some servers write `failure` and `error`, or no action at all.
  const failed = groups.find((fields) => /^(fail|error)/i.test(fields.get('action') ?? ''))
  // Delayed, delivered, relayed and expanded letters are under way, or there.
  if (!failed && actions.length > 0) return { reports: [] }
  const [status = '', diagnostic = ''] = [failed?.get('status'), failed?.get('diagnostic-code')]
  // OpenSMTPD and Exim write the reason into the text alone.
  const is = judgeRefusal(status, diagnostic || words) ?? judgeRefusal(status, words)
  const quote = (diagnostic || words.replace(/\s+/g, ' ').trim() || status).slice(0, 300)
  return judged(is, NO_REASON, { token, says: quote })
}

/** Reads a receipt: a mailbox that rejects by a rule of its owner (Sieve), or is full, answers by one. Others say that it was read or deleted. */
function readDisposition(
  text: string,
  { subject, words }: { subject: string; words: string },
  token: string | undefined,
): Reading {
  const disposition = fieldsOf(text).flatMap((fields) => fields.get('disposition') ?? [])[0] ?? ''
  const begin = serverWords(words)
  const rejects = /;\s*(denied|failed)|error/i.test(disposition) || /reject|refus|quota/i.test(`${subject}\n${begin}`)
  if (!/automatic-action/i.test(disposition) || !rejects) return { reports: [] }
  return reported({ is: judgeRefusal('', `${subject}\n${begin}`) ?? 'refused', token, says: shown(begin) })
}

/** Reads header-like fields in groups, which an empty line ends; lines may be folded, and the first of a name counts. */
function fieldsOf(text: string): Map<string, string>[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map((group) => {
      const lines = group.replace(/\n[ \t]+/g, ' ').split('\n')
      const fields = new Map<string, string>()
      for (const line of lines) {
        const colon = line.indexOf(':')
        const name = line.slice(0, colon).trim().toLowerCase()
        if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
      }
      return fields
    })
}

/** Reads a provider's notice that arrives as an email (Amazon SNS). Anybody can write one, so that its token alone counts, not its address. */
function readEmbeddedNotice(words: string, token: string | undefined): Reading | undefined {
  const [from, to] = [words.indexOf('{'), words.lastIndexOf('}')]
  if (from < 0 || to < from) return undefined
  try {
    const posted = JSON.parse(words.slice(from, to + 1))
    const { reports, unread } = readNotice(posted.Type === 'Notification' ? JSON.parse(posted.Message) : posted)
    const named = reports.map(({ is, says, token: own = token }) => ({ is, says, token: own }))
    const [lost] = named.filter((report) => !report.token)
    return lost ? reported(lost) : { reports: named, ...(unread && { unread }) }
  } catch {
    return undefined
  }
}

const isReturned = (mail: Email): boolean =>
  headerOf(mail, 'x-failed-recipients') !== '' ||
  DAEMON.test(headerOf(mail, 'from')) ||
  (headerOf(mail, 'return-path').trim() === '<>' && RETURNED.test(mail.subject ?? ''))

const isAutomatic = (mail: Email): boolean =>
  AUTOMATIC.test(headerOf(mail, 'auto-submitted')) ||
  /auto|bulk|junk|list/i.test(headerOf(mail, 'precedence')) ||
  ['x-autoreply', 'x-autorespond', 'x-auto-response-suppress'].some((name) => headerOf(mail, name) !== '')

/** Reads the old form of Outlook.com, whose complaints only enclose the letter. */
const isHotmailComplaint = (mail: Email): boolean =>
  /^staff@hotmail\.com$/i.test(mail.from?.address ?? '') && /complaint about message/i.test(mail.subject ?? '')

/** Apple's mail programs answer so when their reader presses Unsubscribe. */
const isUnsubscribing = (mail: Email): boolean =>
  /^true$/i.test(headerOf(mail, 'x-apple-unsubscribe').trim()) || /^\s*unsubscribe\s*$/i.test(mail.subject ?? '')

/** Cuts the returned letter off. A forwarded report may begin by a line that looks like one. */
function serverWords(text: string): string {
  const begin = text.slice(0, QUOTED.exec(text)?.index ?? text.length)
  return (begin.trim() ? begin : text).slice(0, 8000)
}

const shown = (words: string): string => words.replace(/\s+/g, ' ').trim().slice(0, 300)

/** Reads the words of a server that writes no delivery report: qmail, Exim, Sendmail, Exchange, and many of India's providers. */
function readWords(text: string, token: string | undefined): Reading {
  const begin = serverWords(text)
  const is = judgeRefusal('', begin) ?? (FOR_GOOD.test(begin) ? 'refused' : undefined)
  return judged(is, 'A returned mail in words that say no reason', { token, says: shown(begin) })
}
