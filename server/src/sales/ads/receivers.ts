import { createHash } from 'node:crypto'
import type { AdChannel } from 'contract/ads'
import { nameParts } from 'contract/call-name'
import { z } from 'zod'

/** A sale or a refund as a receiver hears of it; sums in paise. */
export type AdEvent = {
  kind: 'purchase' | 'refund'
  orderId: string
  at: Date
  paise: number
  coupon: string | null
  items: readonly { course_id: string; name: string; paise: number; quantity: number }[]
  /** Page of the shop on which it happened. */
  page: string
  person: { id: string; email: string; phone: string; name: string; agent: string | null; address: string | null }
  click: { fbclid: string; at: string } | null
}

export type Receiver = { channel: AdChannel; baseUrl: string; account: string; secret: string; testCode: string | null }
export type SendOutcome = { kind: 'sent' } | { kind: 'refused' | 'away'; message: string }

const PATIENCE_MS = 15_000
const META_VERSION = 'v24.0'

export const META_URL = 'https://graph.facebook.com'
export const GA4_URL = 'https://www.google-analytics.com'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The hashes that Meta asks for: of an email in small letters, and of a phone's digits with its country. */
export function hashed(person: Pick<AdEvent['person'], 'id' | 'email' | 'phone' | 'name'>) {
  const digits = person.phone.replace(/\D/g, '').replace(/^0+/, '')
  const phone = digits.length === 10 ? `91${digits}` : digits
  const plain = (name: string | null) => name?.toLowerCase().replace(/[^\p{L}\p{M}]/gu, '')
  const parts = nameParts(person)
  const [first, last] = [plain(parts.first), plain(parts.last)]
  return {
    em: [sha256(person.email.trim().toLowerCase())],
    ...(phone && { ph: [sha256(phone)] }),
    ...(first && { fn: [sha256(first)] }),
    ...(last && { ln: [sha256(last)] }),
    country: [sha256('in')],
    external_id: [sha256(person.id)],
  }
}

/** The body for Meta's Conversions API: one event, so that an old one never takes another with it. */
function metaBody(event: AdEvent, testCode: string | null) {
  const { click, person } = event
  return {
    data: [
      {
        event_name: 'Purchase',
        event_time: Math.floor(event.at.getTime() / 1000),
        event_id: event.orderId,
        action_source: 'website',
        event_source_url: event.page,
        user_data: {
          ...hashed(person),
          ...(person.address && { client_ip_address: person.address }),
          ...(person.agent && { client_user_agent: person.agent }),
          ...(click && { fbc: `fb.1.${Date.parse(click.at)}.${click.fbclid}` }),
        },
        custom_data: {
          currency: 'INR',
          value: event.paise / 100,
          order_id: event.orderId,
          content_type: 'product',
          content_ids: event.items.map(({ course_id }) => course_id),
          num_items: event.items.reduce((sum, { quantity }) => sum + quantity, 0),
        },
      },
    ],
    ...(testCode && { test_event_code: testCode }),
  }
}

/** The body for Google's Measurement Protocol, which gets no email, phone or name. The shop has no tag of Google, so the client is made of the person's id. */
function ga4Body(event: AdEvent) {
  const digest = sha256(event.person.id)
  return {
    client_id: `${Number.parseInt(digest.slice(0, 8), 16)}.${Number.parseInt(digest.slice(8, 15), 16)}`,
    timestamp_micros: event.at.getTime() * 1000,
    consent: { ad_user_data: 'GRANTED', ad_personalization: 'DENIED' },
    events: [
      {
        name: event.kind,
        params: {
          transaction_id: event.orderId,
          currency: 'INR',
          value: event.paise / 100,
          engagement_time_msec: 100,
          ...(event.coupon && event.kind === 'purchase' && { coupon: event.coupon.slice(0, 100) }),
          items: event.items.slice(0, 25).map(({ course_id, name, paise, quantity }) => ({
            item_id: course_id,
            item_name: name.slice(0, 100),
            quantity,
            price: paise / 100,
          })),
        },
      },
    ],
  }
}

const Refused = z.object({ error: z.object({ code: z.number().optional(), message: z.string().catch('') }) })
const Taken = z.object({ events_received: z.number().int().min(1) })

/** Tells a receiver of one event. Never throws for what it or the network does, and no message holds a secret. */
export async function sendToReceiver(to: Receiver, event: AdEvent): Promise<SendOutcome> {
  return to.channel === 'meta' ? sendToMeta(to, event) : sendToGa4(to, event, 'mp/collect')
}

async function sendToMeta({ baseUrl, account, secret, testCode }: Receiver, event: AdEvent): Promise<SendOutcome> {
  // Meta takes the token in the body as well, where no log of addresses has it.
  const body = { ...metaBody(event, testCode), access_token: secret }
  const answer = await post(`${baseUrl}/${META_VERSION}/${account}/events`, body, secret)
  if (answer.kind === 'away') return answer
  if (answer.status === 200 && Taken.safeParse(answer.json).success) return { kind: 'sent' }
  const refused = Refused.safeParse(answer.json).data?.error
  const message = clean(`Meta answered ${answer.status}. ${refused?.message ?? ''}`, secret)
  // 1, 2 and 4 are Meta's own troubles and limits.
  const isPassing = answer.status >= 500 || answer.status === 429 || [1, 2, 4, 17].includes(refused?.code ?? 0)
  return { kind: isPassing ? 'away' : 'refused', message }
}

/** The receiver answers 2xx whatever it gets; its test address says what is wrong. */
async function sendToGa4({ baseUrl, account, secret }: Receiver, event: AdEvent, path: string): Promise<SendOutcome> {
  const address = `${baseUrl}/${path}?${new URLSearchParams({ measurement_id: account, api_secret: secret })}`
  const answer = await post(address, ga4Body(event), secret)
  if (answer.kind === 'away') return answer
  if (answer.status < 200 || answer.status >= 300) {
    const kind = answer.status >= 500 || answer.status === 429 ? 'away' : 'refused'
    return { kind, message: `Google answered ${answer.status}` }
  }
  const problems = Problems.safeParse(answer.json).data?.validationMessages ?? []
  const [problem] = problems
  return problem ? { kind: 'refused', message: clean(problem.description, secret) } : { kind: 'sent' }
}

const Problems = z.object({ validationMessages: z.array(z.object({ description: z.string().catch('') })) })

/** Sends a made-up sale to the receiver's test. */
export async function tryReceiver(to: Receiver, event: AdEvent): Promise<SendOutcome> {
  return to.channel === 'meta' ? sendToMeta(to, event) : sendToGa4(to, event, 'debug/mp/collect')
}

type Answer = { kind: 'answer'; status: number; json: unknown } | { kind: 'away'; message: string }

async function post(address: string, body: object, secret: string): Promise<Answer> {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      // A redirect must not send this data to another host.
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const text = (await answer.text()).slice(0, 10_000)
    return { kind: 'answer', status: answer.status, json: parsed(text) }
  } catch (error) {
    const cause = (error as { cause?: { code?: unknown } }).cause?.code
    return { kind: 'away', message: clean(`No answer: ${cause ?? (error as Error).name}`, secret) }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Takes the secret out of words of others, and keeps them short. */
const clean = (words: string, secret: string): string => words.replaceAll(secret, '••••').trim().slice(0, 300)
