import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { jsonOf } from '../net/json-of.ts'
import { isSameSecret } from '../net/same-secret.ts'
import { type Refusal, refusalOf } from './refusals.ts'

/** Names the account at Meta, and its address. */
export type CloudKeys = { baseUrl: string; apiVersion: string; phoneNumberId: string; wabaId: string; token: string }

/** A parameter of a template; `name` where the template names them instead of counting. */
type Parameter = { name?: string | undefined; text: string }

export type TemplateMessage = {
  /** Digits with the country's. */
  to: string
  template: string
  /** The language as Meta spells it: `en`, `en_US`, `hi`. */
  language: string
  body: readonly Parameter[]
  /** The changing end of the address of the template's first button. */
  buttonPath?: string | undefined
  /** Returns in every status: the only way to find a message whose answer was lost. */
  key: string
}

/**
 * `accepted`: Meta took it, which is not delivered. `refused`: nothing goes out. `unknown`: the answer was lost, and there is no idempotency
 * key: it may go out, so nobody sends it again. `away`: the connection failed before anything was sent.
 */
export type Sent =
  | { kind: 'accepted'; wamid: string }
  | { kind: 'refused'; act: Refusal; code: number; message: string }
  | { kind: 'unknown' | 'away'; message: string }

/** A template as Meta lists it. `parameters` are the names or numbers in its body, in order. */
export type CloudTemplate = {
  name: string
  language: string
  status: string
  category: string
  body: string
  parameters: string[]
  /** The address of the template's first button ends in a parameter. */
  has_button_path: boolean
  /** The template needs what a letter does not have: a picture, a document, a value in its header or in a second button. */
  is_sendable: boolean
}

const ANSWER_MS = 20_000
/** A connection that failed so has carried nothing. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

const Taken = z.object({ messages: z.array(z.object({ id: z.string().min(1).max(200) })).min(1) })
const Refused = z.object({
  error: z.object({
    code: z.number().int(),
    message: z.string().catch(''),
    error_data: z
      .object({ details: z.string().catch('') })
      .optional()
      .catch(undefined),
  }),
})

/** Sends one template message. Never throws for what Meta or the network does. */
export async function sendTemplate(keys: CloudKeys, message: TemplateMessage): Promise<Sent> {
  const answer = await callApi(keys, `${keys.phoneNumberId}/messages`, bodyOf(message))
  if (answer.kind !== 'answer') return answer
  const refused = Refused.safeParse(answer.body)
  if (refused.success) return refusedBy(refused.data.error)
  const taken = answer.status >= 200 && answer.status < 300 ? Taken.safeParse(answer.body) : undefined
  if (taken?.success) return { kind: 'accepted', wamid: taken.data.messages[0]?.id ?? '' }
  if (answer.status === 401) return refusedBy({ code: 190, message: 'Meta answered 401' })
  if (answer.status === 429) return refusedBy({ code: 130429, message: 'Meta answered 429' })
  return { kind: 'unknown', message: `Meta answered ${answer.status}, and not in its form` }
}

function refusedBy({ code, message, error_data }: z.output<typeof Refused>['error']): Sent & { kind: 'refused' } {
  const shown = [message, error_data?.details].filter(Boolean).join(': ').slice(0, 300)
  return { kind: 'refused', act: refusalOf(code), code, message: shown }
}

/** A line break, a tab or four spaces in a parameter is refused (132018), and so is an empty one. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 1000) || '-'

function bodyOf({ to, template, language, body, buttonPath, key }: TemplateMessage): object {
  const text = ({ name, text }: Parameter) => ({
    type: 'text',
    ...(name && { parameter_name: name }),
    text: oneLine(text),
  })
  const components = [
    ...(body.length > 0 ? [{ type: 'body', parameters: body.map(text) }] : []),
    ...(buttonPath === undefined
      ? []
      : [{ type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: buttonPath }] }]),
  ]
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to,
    type: 'template',
    template: { name: template, language: { code: language }, ...(components.length > 0 && { components }) },
    biz_opaque_callback_data: key,
  }
}

type Answer = { kind: 'answer'; status: number; body: unknown } | { kind: 'unknown' | 'away'; message: string }

async function callApi({ baseUrl, apiVersion, token }: CloudKeys, path: string, body?: object): Promise<Answer> {
  try {
    const answer = await fetch(`${baseUrl}/${apiVersion}/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const text = await answer.text()
    return { kind: 'answer', status: answer.status, body: jsonOf(text) }
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } }
    const code = cause?.code ?? name
    return { kind: NOT_SENT.has(code) ? 'away' : 'unknown', message: `Meta did not answer (${code})` }
  }
}

/** Asks what the number is called, to try the keys. */
export async function fetchNumber(
  keys: CloudKeys,
): Promise<{ phone: string; name: string } | { problem: string; code: number | null }> {
  const answer = await callApi(keys, `${keys.phoneNumberId}?fields=display_phone_number,verified_name`)
  const number = answer.kind === 'answer' ? PhoneNumber.safeParse(answer.body) : undefined
  if (number?.success) return { phone: number.data.display_phone_number, name: number.data.verified_name }
  return problemOf(answer)
}

function problemOf(answer: Answer): { problem: string; code: number | null } {
  if (answer.kind !== 'answer') return { problem: answer.message, code: null }
  const refused = Refused.safeParse(answer.body)
  if (!refused.success) return { problem: `Meta answered ${answer.status}`, code: null }
  const { message, code } = refusedBy(refused.data.error)
  return { problem: message, code }
}

const PhoneNumber = z.object({ display_phone_number: z.string(), verified_name: z.string().catch('') })

const Component = z.object({
  type: z.string(),
  format: z.string().optional(),
  text: z.string().catch(''),
  buttons: z.array(z.object({ type: z.string(), url: z.string().catch('') })).catch([]),
})
const TemplatePage = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      language: z.string(),
      status: z.string(),
      category: z.string(),
      components: z.array(Component).catch([]),
    }),
  ),
  paging: z
    .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .optional(),
})

const MOST_PAGES = 20

/** Lists the templates of the account, all pages of it. */
export async function fetchTemplates(
  keys: CloudKeys,
): Promise<{ templates: CloudTemplate[] } | { problem: string; code: number | null }> {
  const templates: CloudTemplate[] = []
  for (let after = '', page = 0; page < MOST_PAGES; page += 1) {
    const from = after && `&after=${encodeURIComponent(after)}`
    const answer = await callApi(
      keys,
      `${keys.wabaId}/message_templates?fields=name,language,status,category,components&limit=100${from}`,
    )
    const read = answer.kind === 'answer' ? TemplatePage.safeParse(answer.body) : undefined
    if (!read?.success) return problemOf(answer)
    templates.push(...read.data.data.map(templateOf))
    after = (read.data.paging?.next && read.data.paging.cursors?.after) || ''
    if (!after) break
  }
  return { templates }
}

const placesIn = (text: string) => [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name))]

function templateOf({ components, ...of }: z.output<typeof TemplatePage>['data'][number]): CloudTemplate {
  const part = (type: string) => components.find((one) => one.type.toUpperCase() === type)
  const header = part('HEADER')
  const body = part('BODY')?.text ?? ''
  const [first, ...others] = part('BUTTONS')?.buttons ?? []
  const holds = (text: string) => placesIn(text).length > 0
  const plain = !header || ((header.format ?? 'TEXT').toUpperCase() === 'TEXT' && !holds(header.text))
  return {
    ...of,
    body,
    parameters: placesIn(body),
    has_button_path: first !== undefined && holds(first.url),
    is_sendable: plain && !others.some(({ url }) => holds(url)),
  }
}

/** Returns what the header `X-Hub-Signature-256` says of a webhook's raw body. */
export function signEvent(rawBody: Buffer | string, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(rawBody).digest('hex')}`
}

/** Returns true when `header` signs exactly these bytes. */
export function isSigned(rawBody: Buffer, header: string | undefined, appSecret: string): boolean {
  if (appSecret === '' || header === undefined) return false
  return isSameSecret(header, signEvent(rawBody, appSecret))
}
