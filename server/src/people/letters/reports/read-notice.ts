import { z } from 'zod'
import { judgeRefusal, type Verdict } from '../../../platform/mail/refusal.ts'
import { meaningOfFeedback, type Reading, type Report, tokenIn } from './report.ts'

/** One event of a provider: null needs nothing, undefined is not known. */
type Found = Pick<Report, 'is' | 'says' | 'address'> | null | undefined

const text = z.string().catch('')
const words = z.union([z.string(), z.number()]).transform(String).catch('')

/** Judges a delivery that failed for good, as the provider says; `otherwise` is the provider's own class, for words that say no reason. */
function failed(address: string, status: string, shows: string, otherwise: Verdict = 'dead'): Found {
  const is = judgeRefusal(status, shows) ?? otherwise
  return { is, address, says: (shows || status).slice(0, 300) }
}

/** Returns null for the events that need nothing, undefined for others. */
const nothing = (event: string, known: readonly string[]): Found => (known.includes(event) ? null : undefined)

const Ses = z.looseObject({
  notificationType: text,
  eventType: text,
  bounce: z
    .looseObject({
      bounceType: text,
      bounceSubType: text,
      bouncedRecipients: z.array(z.looseObject({ emailAddress: text, status: text, diagnosticCode: text })).catch([]),
    })
    .optional(),
  complaint: z
    .looseObject({
      complaintFeedbackType: text,
      complainedRecipients: z.array(z.looseObject({ emailAddress: text })).catch([]),
    })
    .optional(),
  subscription: z
    .looseObject({ newTopicPreferences: z.looseObject({ unsubscribeAll: z.boolean().catch(false) }) })
    .optional()
    .catch(undefined),
})

/** https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html */
function readSes(event: z.output<typeof Ses>): Found {
  const kind = event.notificationType || event.eventType
  const { bounce, complaint } = event
  if (kind === 'Complaint') {
    const type = complaint?.complaintFeedbackType || 'abuse'
    const is = meaningOfFeedback(type)
    return is && { is, says: type, address: complaint?.complainedRecipients[0]?.emailAddress }
  }
  if (kind === 'Bounce') {
    const { emailAddress = '', status = '', diagnosticCode = '' } = bounce?.bouncedRecipients[0] ?? {}
    const { bounceType = '', bounceSubType = '' } = bounce ?? {}
    if (bounceSubType === 'UnsubscribedRecipient')
      return { is: 'unsubscribed', says: bounceSubType, address: emailAddress }
    if (bounceType === 'Permanent') return failed(emailAddress, status, diagnosticCode)
    const is = /Rejected$/.test(bounceSubType) ? 'refused' : 'passing'
    return { is, says: diagnosticCode || bounceSubType || bounceType, address: emailAddress }
  }
  if (kind === 'Subscription' && event.subscription?.newTopicPreferences.unsubscribeAll)
    return { is: 'unsubscribed', says: kind }
  const quiet = ['Send', 'Delivery', 'DeliveryDelay', 'Open', 'Click', 'Reject', 'Rendering Failure', 'Subscription']
  return nothing(kind, [...quiet, 'AmazonSnsSubscriptionSucceeded', 'Received'])
}

const SendGrid = z.looseObject({
  event: z.string(),
  email: z.string(),
  sg_event_id: z.string(),
  type: text,
  status: text,
  reason: words,
})

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */
function readSendGrid({ event, email: address, type, status, reason }: z.output<typeof SendGrid>): Found {
  if (event === 'bounce') return failed(address, status, reason, type === 'blocked' ? 'refused' : 'dead')
  if (event === 'dropped' && /^(bounced address|invalid)/i.test(reason)) return { is: 'dead', says: reason, address }
  if (event === 'dropped' && /^spam report/i.test(reason)) return { is: 'complained', says: reason, address }
  if (event === 'dropped' && /^unsubscribed/i.test(reason)) return { is: 'unsubscribed', says: reason, address }
  if (event === 'spamreport') return { is: 'complained', says: event, address }
  if (event === 'unsubscribe' || event === 'group_unsubscribe') return { is: 'unsubscribed', says: event, address }
  return nothing(event, ['processed', 'deferred', 'delivered', 'dropped', 'open', 'click', 'group_resubscribe'])
}

const Mailgun = z.looseObject({
  'event-data': z.looseObject({
    event: z.string(),
    recipient: text,
    severity: text,
    reason: text,
    'delivery-status': z
      .looseObject({ code: words, 'enhanced-code': text, message: text, description: text })
      .optional()
      .catch(undefined),
  }),
})

/** https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads */
function readMailgun({ 'event-data': data }: z.output<typeof Mailgun>): Found {
  const { event, recipient: address, severity, reason, 'delivery-status': status } = data
  if (event === 'complained') return { is: 'complained', says: event, address }
  if (event === 'unsubscribed') return { is: 'unsubscribed', says: event, address }
  if (event === 'failed' && severity === 'permanent') {
    if (reason === 'suppress-unsubscribe') return { is: 'unsubscribed', says: reason, address }
    if (reason === 'suppress-complaint') return { is: 'complained', says: reason, address }
    if (reason === 'suppress-bounce') return { is: 'dead', says: reason, address }
    if (reason === 'old') return null
    const { code = '', message = '', description = '', 'enhanced-code': enhanced = '' } = status ?? {}
    return failed(address, enhanced, `${code} ${message || description}`.trim())
  }
  return nothing(event, [
    'accepted',
    'delivered',
    'failed',
    'rejected',
    'opened',
    'clicked',
    'stored',
    'list_member_uploaded',
  ])
}

const Postmark = z.looseObject({
  RecordType: z.string(),
  Type: text,
  Email: text,
  Recipient: text,
  Details: text,
  Description: text,
  SuppressSending: z.boolean().catch(false),
  SuppressionReason: text,
  Origin: text,
})
const POSTMARK_GONE = ['BadEmailAddress', 'ManuallyDeactivated']
const POSTMARK_PASSING = ['Transient', 'SoftBounce', 'DnsError', 'AddressChange', 'Unknown']
const POSTMARK_BLOCKED = ['SpamNotification', 'Blocked', 'DMARCPolicy', 'VirusNotification']

/** https://postmarkapp.com/developer/api/bounce-api#bounce-types */
function readPostmark(event: z.output<typeof Postmark>): Found {
  const { RecordType: kind, Type: type, SuppressionReason: reason } = event
  const address = event.Email || event.Recipient
  const shows = event.Details || event.Description || type || reason || kind
  if (kind === 'SpamComplaint' || type === 'SpamComplaint') return { is: 'complained', says: shows, address }
  if (kind === 'Bounce') {
    if (type === 'Unsubscribe') return { is: 'unsubscribed', says: shows, address }
    if (type === 'HardBounce') return failed(address, '', shows)
    if (POSTMARK_GONE.includes(type)) return { is: 'dead', says: shows, address }
    if (POSTMARK_BLOCKED.includes(type)) return { is: 'refused', says: shows, address }
    return POSTMARK_PASSING.includes(type) ? { is: 'passing', says: shows, address } : null
  }
  if (kind === 'SubscriptionChange') {
    if (!event.SuppressSending) return null
    if (reason === 'HardBounce') return { is: 'dead', says: reason, address }
    if (reason === 'SpamComplaint') return { is: 'complained', says: reason, address }
    return event.Origin === 'Recipient' ? { is: 'unsubscribed', says: reason, address } : null
  }
  return nothing(kind, ['Delivery', 'Open', 'Click', 'Inbound', 'SMTPApiError'])
}

const Brevo = z
  .looseObject({ event: z.string(), email: z.string(), reason: text, 'message-id': z.string() })
  .or(z.looseObject({ event: z.string(), email: z.string(), reason: text, ts_event: z.number() }))

/** https://developers.brevo.com/docs/transactional-webhooks */
function readBrevo({ event, email: address, reason }: z.output<typeof Brevo>): Found {
  switch (event) {
    case 'hard_bounce':
    case 'hardBounce':
      return failed(address, '', reason)
    case 'blocked':
    case 'invalid_email':
    case 'invalid':
      return { is: 'dead', says: reason || event, address }
    case 'spam':
    case 'complaint':
      return { is: 'complained', says: event, address }
    case 'unsubscribed':
    case 'unsubscribe':
      return { is: 'unsubscribed', says: event, address }
    default: {
      const opened = ['opened', 'unique_opened', 'open', 'proxy_open', 'unique_proxy_open', 'click', 'delivered']
      return nothing(event, [...opened, 'request', 'sent', 'deferred', 'soft_bounce', 'softBounce', 'error'])
    }
  }
}

const Zepto = z.looseObject({
  event_name: z.array(z.string()),
  event_message: z.array(
    z.looseObject({
      email_info: z.looseObject({
        to: z.array(z.looseObject({ email_address: z.looseObject({ address: text }) })).catch([]),
      }),
      event_data: z
        .array(
          z.looseObject({
            details: z
              .array(z.looseObject({ reason: text, bounced_recipient: text, diagnostic_message: text }))
              .catch([]),
          }),
        )
        .catch([]),
    }),
  ),
})

/** https://www.zoho.com/zeptomail/help/webhooks.html */
function readZepto({ event_name: [event = ''], event_message: [message] }: z.output<typeof Zepto>): Found {
  const details = message?.event_data[0]?.details[0]
  const address = details?.bounced_recipient || message?.email_info.to[0]?.email_address.address || ''
  if (event === 'hardbounce') return failed(address, '', details?.diagnostic_message || details?.reason || '')
  if (event === 'feedback_loop') return { is: 'complained', says: event, address }
  return nothing(event, ['softbounce', 'email_open', 'email_link_click', 'process_failed'])
}

const Mandrill = z.looseObject({
  event: z.string(),
  msg: z.looseObject({ email: z.string(), diag: text, bounce_description: text }),
})

/** https://mailchimp.com/developer/transactional/docs/webhooks/ */
function readMandrill({ event, msg }: z.output<typeof Mandrill>): Found {
  const address = msg.email
  if (event === 'hard_bounce') return failed(address, '', msg.diag || msg.bounce_description)
  if (event === 'spam') return { is: 'complained', says: event, address }
  if (event === 'unsub') return { is: 'unsubscribed', says: event, address }
  return nothing(event, ['send', 'deferral', 'soft_bounce', 'open', 'click', 'delivered', 'reject'])
}

const SparkPost = z.looseObject({
  msys: z.record(z.string(), z.looseObject({ type: text, rcpt_to: text, bounce_class: words, raw_reason: text })),
})
const SPARKPOST_GONE = ['10', '30']
const SPARKPOST_BLOCKED = ['50', '51', '52', '53', '54']

/** https://support.sparkpost.com/docs/deliverability/bounce-classification-codes */
function readSparkPost({ msys }: z.output<typeof SparkPost>): Found {
  const [event] = Object.values(msys)
  // SparkPost tries a new address with an empty event.
  if (!event) return null
  const { type, rcpt_to: address, bounce_class: kind, raw_reason: shows } = event
  if (type === 'spam_complaint') return { is: 'complained', says: type, address }
  if (type === 'list_unsubscribe' || type === 'link_unsubscribe') return { is: 'unsubscribed', says: type, address }
  if (type === 'bounce' || type === 'out_of_band') {
    if (kind === '90') return { is: 'unsubscribed', says: shows, address }
    if (SPARKPOST_BLOCKED.includes(kind)) return { is: 'refused', says: shows, address }
    return SPARKPOST_GONE.includes(kind) ? failed(address, '', shows) : { is: 'passing', says: shows, address }
  }
  return type === '' ? undefined : null
}

const provider =
  <S extends z.ZodType>(schema: S, read: (event: z.output<S>) => Found) =>
  (event: unknown): Found => {
    const parsed = schema.safeParse(event)
    return parsed.success ? read(parsed.data) : undefined
  }

/** Each form of event is of one provider alone, by the fields that it must have. */
const PROVIDERS = [
  provider(SendGrid, readSendGrid),
  provider(Mailgun, readMailgun),
  provider(Postmark, readPostmark),
  provider(Zepto, readZepto),
  provider(Mandrill, readMandrill),
  provider(SparkPost, readSparkPost),
  provider(Brevo, readBrevo),
  provider(Ses, readSes),
]

/** Reads what a mail provider posts: one event, or a list of them. `unread` names the first that no provider's form fits. */
export function readNotice(posted: unknown): Reading {
  const events = Array.isArray(posted) ? posted : [posted]
  const reports: Report[] = []
  let unread = events.length === 0 ? 'A notice without an event' : undefined
  for (const event of events) {
    const found = PROVIDERS.map((read) => read(event)).find((one) => one !== undefined)
    if (found === undefined) unread ??= 'A notice of an unknown form'
    else if (found !== null) reports.push({ ...found, token: tokenIn(JSON.stringify(event)) })
  }
  return unread === undefined ? { reports } : { reports, unread }
}
