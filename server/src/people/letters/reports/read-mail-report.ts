import type { Email } from 'postal-mime'
import { judgeFailure, meaningOfFeedback, type Reading, type Report, tokenIn } from './report.ts'

/** Parts that a report consists of, by the beginning of their type. */
const DELIVERY = /^message\/(global-)?delivery-status/
const DISPOSITION = /^message\/(global-)?disposition-notification/
const ORIGINAL = /^(message\/(rfc822|global)|text\/(rfc822|global)-headers)/

const DAEMON = /mailer-?daemon|postmaster@|mail[ -]?delivery|maildaemon|mail administrator/i
const RETURNED =
  /undeliver|returned mail|delivery (has )?fail|delivery (status )?notification|failure notice|delivery failure|could not be delivered|mail system error|non-?delivery/i
const AUTOMATIC = /auto-(replied|generated|notified)/i
const NOT_YET =
  /delayed|not (yet )?been (able to be )?delivered yet|not yet been delivered|will (be retried|retry|keep trying|continue)|still (being|trying)|warning message only|do not need to (resend|take)|delivery incomplete/i
const FOR_GOOD = /permanent|fatal error|failed permanently|giving up|given up/i

/** Begins the returned letter below the words of the mail server. */
const QUOTED =
  /^(-{2,}.*(copy of (the|your) message|original message|message header|unsent message|returned message|undelivered message)|original message headers?:|return-path:|received: (from|by)|the header of the original message)/im

/**
 * Reads a mail that a mailbox or a provider passes on: delivery reports (RFC 3464) and the free words of older servers, complaints
 * (RFC 5965), receipts of reading (RFC 8098), answers of people and machines.
 */
export async function readMailReport(source: string): Promise<Reading> {
  const { default: PostalMime } = await import('postal-mime')
  let mail: Email
  try {
    mail = await PostalMime.parse(source, { forceRfc822Attachments: true, attachmentEncoding: 'utf8' })
  } catch {
    return { reports: [], unread: 'The mail has no end of headers or parts' }
  }
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
  if (part(DISPOSITION) !== undefined) return { reports: [] }
  const status = part(DELIVERY)
  if (status !== undefined) return readDelivery(status, token)
  if (isHotmailComplaint(mail)) return reported({ is: 'complained', token, says: 'abuse' })
  if (isReturned(mail)) return readWords(words, token)
  if (isAutomatic(mail)) return { reports: [] }
  // Letters that are lost on their way to somebody else are no report.
  if (mail.from && !token) return { reports: [] }
  return { reports: [], unread: mail.from ? 'An answer of a person, not a report' : 'No mail' }
}

const headerOf = ({ headers }: Email, name: string): string => headers.find(({ key }) => key === name)?.value ?? ''

const reported = (report: Report): Reading =>
  report.token ? { reports: [report] } : { reports: [], unread: 'It names no letter of this shop' }

function readFeedback(text: string, token: string | undefined): Reading {
  const [fields] = fieldsOf(text)
  const type = fields?.get('feedback-type') ?? ''
  const meaning = meaningOfFeedback(type)
  if (meaning === null) return { reports: [] }
  if (meaning === undefined) return { reports: [], unread: `Feedback of the type "${type.slice(0, 40)}"` }
  return reported({ is: meaning, token: tokenIn(fields?.get('original-mail-from') ?? '') ?? token, says: type })
}

/** Reads each address of a delivery report: the fields of the mail come first, then those of each address. */
function readDelivery(text: string, token: string | undefined): Reading {
  const groups = fieldsOf(text)
  const actions = groups.flatMap((fields) => fields.get('action')?.toLowerCase() ?? [])
  const failed = groups.find((fields) => /^failed\b/i.test(fields.get('action') ?? ''))
  // Delayed, delivered, relayed and expanded letters are under way, or there.
  if (!failed)
    return actions.length > 0 ? { reports: [] } : { reports: [], unread: 'A delivery report without an action' }
  const [status = '', diagnostic = ''] = [failed.get('status'), failed.get('diagnostic-code')]
  const is = judgeFailure(status, diagnostic)
  if (is === 'passes') return { reports: [] }
  if (!is) return { reports: [], unread: 'A failure without a reason' }
  return reported({ is, token, says: (diagnostic || status).slice(0, 300) })
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

/** Reads the words of a server that writes no delivery report: qmail, Exim, Sendmail, Exchange, and many of India's providers. */
function readWords(text: string, token: string | undefined): Reading {
  const begin = text.slice(0, QUOTED.exec(text)?.index ?? text.length).slice(0, 8000)
  if (NOT_YET.test(begin) && !FOR_GOOD.test(begin)) return { reports: [] }
  const is = judgeFailure('', begin) ?? (FOR_GOOD.test(begin) ? 'bounced' : undefined)
  if (is === 'passes') return { reports: [] }
  if (!is) return { reports: [], unread: 'A returned mail in words that say no reason' }
  return reported({ is, token, says: begin.replace(/\s+/g, ' ').trim().slice(0, 300) })
}
