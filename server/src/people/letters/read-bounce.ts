/** Report of a returned mail or a provider about one letter. */
export type Bounce = {
  is: 'bounced' | 'complained' | 'blocked'
  /** Token of our own envelope's sender; the address is no proof. */
  token: string
  /** The receiver's own words. */
  says: string
}

const TOKEN_OF_SENDER = /bounce\+([0-9a-f]{32})@/i
const TOKEN_OF_LINK = /[?&]t=([0-9a-f]{32})\b/i
/** Parts of a mail that are looked at; a report has three. */
const MOST_PARTS = 20

type Part = { head: Map<string, string>; body: string }

/**
 * Reads a returned mail (RFC 3464) or a complaint (RFC 5965) by lines, in time that grows with its length. Answers by people and machines,
 * delays and full mailboxes are none.
 */
export function readReturnedMail(source: string): Bounce | undefined {
  const mail = partOf(source)
  const kind = mail.head.get('content-type') ?? ''
  const parts = partsOf(mail, kind)
  const part = (type: string) => parts.find(({ head }) => head.get('content-type')?.toLowerCase().startsWith(type))
  if (!/^multipart\/report\b/i.test(kind)) return undefined
  const feedback = part('message/feedback-report')
  if (feedback) return complaint(feedback, part('message/rfc822') ?? part('text/rfc822-headers'), mail)
  const status = part('message/delivery-status')
  const token = tokenIn(mail, ['to', 'delivered-to', 'x-original-to', 'envelope-to'])
  if (!status || !token) return undefined
  // The fields of the mail come first, then those of each address, after an empty line.
  const ofAddress = status.body.split(/\n\s*\n/).map((text) => headOf(text))
  const failed = ofAddress.find((fields) => /^failed\b/i.test(fields.get('action') ?? ''))
  const code = /\b([245])\.\d{1,3}\.\d{1,3}\b/.exec(failed?.get('status') ?? '')?.[0] ?? ''
  const says = failed?.get('diagnostic-code') ?? code
  if (!failed || !code.startsWith('5.') || code === '5.2.2') return undefined
  return { is: code.startsWith('5.7.') ? 'blocked' : 'bounced', token, says: says.slice(0, 300) }
}

function complaint(feedback: Part, original: Part | undefined, mail: Part): Bounce | undefined {
  const fields = headOf(feedback.body)
  if (!/^abuse\b/i.test(fields.get('feedback-type') ?? '')) return undefined
  const sender = TOKEN_OF_SENDER.exec(fields.get('original-mail-from') ?? '')?.[1]
  const link = TOKEN_OF_LINK.exec(headOf(original?.body ?? '').get('list-unsubscribe') ?? '')?.[1]
  const token = sender ?? tokenIn(mail, ['to', 'delivered-to']) ?? link
  return token ? { is: 'complained', token: token.toLowerCase(), says: 'abuse' } : undefined
}

const tokenIn = ({ head }: Part, names: readonly string[]): string | undefined =>
  names.flatMap((name) => TOKEN_OF_SENDER.exec(head.get(name) ?? '')?.[1]?.toLowerCase() ?? [])[0]

function partOf(source: string): Part {
  const text = source.replaceAll('\r\n', '\n').replace(/^\n+/, '')
  const end = text.indexOf('\n\n')
  return end < 0 ? { head: headOf(text), body: '' } : { head: headOf(text.slice(0, end)), body: text.slice(end + 2) }
}

/** Reads header fields, whose lines may be folded; the first of a name counts. */
function headOf(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  let name = ''
  for (const line of text.split('\n')) {
    if (line === '' && fields.size > 0) break
    const folded = /^[ \t]/.test(line) && name !== ''
    const colon = line.indexOf(':')
    if (folded) fields.set(name, `${fields.get(name)} ${line.trim()}`)
    else if (colon > 0) {
      name = line.slice(0, colon).trim().toLowerCase()
      if (fields.has(name)) name = ''
      else fields.set(name, line.slice(colon + 1).trim())
    }
  }
  return fields
}

function partsOf({ body }: Part, kind: string): Part[] {
  const boundary = /boundary="?([^";\s]{1,200})"?/i.exec(kind)?.[1]
  if (!boundary) return []
  return body.split(`--${boundary}`).slice(1, MOST_PARTS).map(partOf)
}

type Notice = {
  notificationType?: string
  eventType?: string
  mail?: { source?: string }
  bounce?: { bounceType?: string; bouncedRecipients?: { diagnosticCode?: string; status?: string }[] }
}

/** Reads what Amazon SES posts through SNS; `message` is the JSON in its `Message`. Only permanent bounces and complaints count. */
export function readSesNotice(message: string): Bounce | undefined {
  let notice: Notice
  try {
    notice = Object(JSON.parse(message))
  } catch {
    return undefined
  }
  const token = TOKEN_OF_SENDER.exec(String(notice.mail?.source ?? ''))?.[1]?.toLowerCase()
  const kind = notice.notificationType ?? notice.eventType
  if (!token) return undefined
  if (kind === 'Complaint') return { is: 'complained', token, says: 'complaint' }
  if (kind !== 'Bounce' || notice.bounce?.bounceType !== 'Permanent') return undefined
  const { status = '', diagnosticCode } = notice.bounce.bouncedRecipients?.[0] ?? {}
  const says = String(diagnosticCode ?? status).slice(0, 300)
  return { is: /^5\.7\./.test(String(status)) ? 'blocked' : 'bounced', token, says }
}
