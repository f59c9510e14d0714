import { randomBytes } from 'node:crypto'
import { expiryInstant, startInstant } from 'contract/expiry'
import { DAY_MS, dayStart, indianDay } from 'contract/indian-time'
import {
  MAX_ENDPOINTS,
  type Webhook,
  type WebhookAnswer,
  type WebhookDelivery,
  type WebhookEvent,
  type WebhookInput,
} from 'contract/webhooks'
import type { Context, Db } from '../../context.ts'
import { invalidField, plainError } from '../../errors.ts'
import { changedFields, noteChange } from '../../shop/activity/note-change.ts'
import { failWaiting, findDelivery, listDeliveries, resendSpan, retryDelivery } from './deliveries.queries.ts'
import {
  countEndpoints,
  deleteEndpoint,
  type EndpointCounts,
  type EndpointRow,
  findEndpoint,
  findSubscription,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  openFor,
  sealFor,
  updateEndpoint,
} from './endpoints.queries.ts'
import { sendSample } from './send-one.ts'
import { newSecret } from './sign-event.ts'

const MASK = '••••••••'

const notFound = () => plainError('not_found', 'This address is not known')
const isOff = () => plainError('conflict', 'This address is off. Turn it on first.')

function shown({ header_name, events, ...row }: EndpointRow & EndpointCounts): Webhook {
  const { webhook_id, url, format, active, by_program, off_reason, failing_since, last_done_at, created_at } = row
  const { today, done_today, waiting, failed } = row
  const header = header_name === null ? null : { name: header_name, value: MASK }
  const facts = { active, by_program, off_reason, failing_since, last_done_at, created_at }
  return { webhook_id, url, events, format, header, ...facts, today, done_today, waiting, failed }
}

export async function readEndpoints({ db, now }: Pick<Context, 'db' | 'now'>): Promise<Webhook[]> {
  return (await listEndpoints(db, new Date(dayStart(indianDay(now()))))).map(shown)
}

async function readOne(ctx: Context, webhookId: string): Promise<Webhook> {
  const found = (await readEndpoints(ctx)).find(({ webhook_id }) => webhook_id === webhookId)
  if (!found) throw notFound()
  return found
}

/** Reduces an address to its fields in the activity. */
const notedOf = ({ url, events, format, active, header_name }: EndpointRow) => ({
  address: new URL(url).origin,
  events: events.join(', '),
  format,
  active,
  header: header_name,
})

const note = (trx: Db, before: EndpointRow | undefined, after: EndpointRow | undefined) => {
  const row = after ?? before
  return noteChange(trx, {
    kind: 'settings',
    id: row?.webhook_id ?? null,
    name: row ? new URL(row.url).hostname : null,
    ...(after ? changedFields(before ? notedOf(before) : {}, notedOf(after)) : { before: before && notedOf(before) }),
  })
}

type NewEndpoint = { input: WebhookInput; byProgram: boolean }

async function makeEndpoint(ctx: Context, trx: Db, { input, byProgram }: NewEndpoint) {
  if ((await countEndpoints(trx)) >= MAX_ENDPOINTS)
    throw plainError('conflict', `A shop has at most ${MAX_ENDPOINTS} addresses. Remove one first.`)
  const webhook_id = `wh_${randomBytes(10).toString('hex')}`
  const secret = newSecret()
  const row: EndpointRow = {
    webhook_id,
    url: input.url,
    events: [...new Set(input.events)],
    format: input.format ?? 'full',
    ...headerOf(ctx, webhook_id, input, undefined),
    secret_sealed: sealFor(webhook_id, secret, ctx.config.encryptionKeys),
    old_secret_sealed: null,
    old_secret_until: null,
    active: input.active ?? true,
    by_program: byProgram,
    off_reason: null,
    failing_since: null,
    warned_at: null,
    last_done_at: null,
    created_at: ctx.now().toISOString(),
  }
  await insertEndpoint(trx, row)
  await note(trx, undefined, row)
  await wakeSender(ctx, trx)
  return { row, secret }
}

/** Has the sender look for work now; it may be at rest, for a shop without an address has none. */
const wakeSender = ({ queue }: Pick<Context, 'queue'>, trx: Db) =>
  queue.send(trx, 'send-webhooks', {}, { singletonKey: 'all' })

/** Seals the receiver's own header; the mask, or none, preserves the saved one, for the origin that it was entered for. */
function headerOf(
  { config }: Context,
  webhookId: string,
  { header, url }: WebhookInput,
  before: EndpointRow | undefined,
) {
  const saved = { header_name: before?.header_name ?? null, header_sealed: before?.header_sealed ?? null }
  if (header === null) return { header_name: null, header_sealed: null }
  const isOther = saved.header_sealed !== null && before && new URL(before.url).origin !== new URL(url).origin
  if (header === undefined && !isOther) return saved
  if (header?.value === MASK && saved.header_sealed !== null && !isOther) return { ...saved, header_name: header.name }
  if (header === undefined || header.value.includes('•')) {
    const message = 'Enter the value again'
    throw invalidField('header.value', message)
  }
  return { header_name: header.name, header_sealed: sealFor(webhookId, header.value, config.encryptionKeys) }
}

export async function addEndpoint(ctx: Context, input: WebhookInput): Promise<Webhook & { secret: string }> {
  const { row, secret } = await ctx.db.transaction((trx) => makeEndpoint(ctx, trx, { input, byProgram: false }))
  return { ...(await readOne(ctx, row.webhook_id)), secret }
}

/** Subscribes an address to one event; a repeat finds the first. */
export async function subscribe(ctx: Context, url: string, event: WebhookEvent): Promise<string> {
  return ctx.db.transaction(async (trx) => {
    const known = await findSubscription(trx, url, event)
    if (known) return known.webhook_id
    const input = { url, events: [event], format: 'flat' } satisfies WebhookInput
    return (await makeEndpoint(ctx, trx, { input, byProgram: true })).row.webhook_id
  })
}

export async function changeEndpoint(ctx: Context, webhookId: string, input: WebhookInput): Promise<Webhook> {
  await ctx.db.transaction(async (trx) => {
    const before = await lockEndpoint(trx, webhookId)
    if (!before) throw notFound()
    const active = input.active ?? before.active
    const changes = {
      url: input.url,
      events: [...new Set(input.events)],
      format: input.format ?? before.format,
      ...headerOf(ctx, webhookId, input, before),
      active,
      // Another address, or another try of the owner's, starts without the failures of the old one.
      ...(input.url !== before.url || active !== before.active ? FORGIVEN : {}),
    }
    await updateEndpoint(trx, webhookId, changes)
    if (!active) await failWaiting(trx, webhookId)
    await note(trx, before, { ...before, ...changes })
    await wakeSender(ctx, trx)
  })
  return readOne(ctx, webhookId)
}

const FORGIVEN = { off_reason: null, failing_since: null, warned_at: null }

export async function removeEndpoint({ db }: Pick<Context, 'db'>, webhookId: string): Promise<void> {
  await db.transaction(async (trx) => {
    const before = await lockEndpoint(trx, webhookId)
    if (!before) throw notFound()
    await deleteEndpoint(trx, webhookId)
    await note(trx, before, undefined)
  })
}

/** Replaces the secret; the old one signs along for a day. */
export async function replaceSecret(ctx: Context, webhookId: string): Promise<string> {
  const { encryptionKeys } = ctx.config
  return ctx.db.transaction(async (trx) => {
    const before = await lockEndpoint(trx, webhookId)
    if (!before) throw notFound()
    const secret = newSecret()
    await updateEndpoint(trx, webhookId, {
      secret_sealed: sealFor(webhookId, secret, encryptionKeys),
      old_secret_sealed: openFor(webhookId, before.secret_sealed, encryptionKeys) ? before.secret_sealed : null,
      old_secret_until: new Date(ctx.now().getTime() + DAY_MS).toISOString(),
    })
    await noteChange(trx, {
      kind: 'settings',
      id: webhookId,
      name: new URL(before.url).hostname,
      after: { secret: MASK },
    })
    return secret
  })
}

export async function testEndpoint(ctx: Context, webhookId: string, event: WebhookEvent): Promise<WebhookAnswer> {
  const row = await findEndpoint(ctx.db, webhookId)
  if (!row) throw notFound()
  const { status, ms, answer } = await sendSample(ctx, row, event)
  return { status, ms, answer: status === 404 ? `${answer}${adviceOf(row.url)}` : answer }
}

/** n8n has two addresses for one webhook, and the one for tests answers for two minutes only. */
const adviceOf = (url: string): string =>
  url.includes('/webhook-test/')
    ? '\nThis is n8n’s address for tests. Use the production address, and turn the workflow on.'
    : ''

export async function readDeliveries(
  { db }: Pick<Context, 'db'>,
  webhookId: string,
  query: Parameters<typeof listDeliveries>[2],
): Promise<{ rows: WebhookDelivery[]; total: number }> {
  const row = await findEndpoint(db, webhookId)
  if (!row) throw notFound()
  return listDeliveries(db, row, query)
}

export async function retryNow(ctx: Context, deliveryId: string): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const found = await findDelivery(trx, deliveryId)
    const endpoint = found && (await lockEndpoint(trx, found.webhook_id))
    if (!endpoint) throw plainError('not_found', 'This delivery is not known')
    if (!endpoint.active) throw isOff()
    await retryDelivery(trx, deliveryId, ctx.now())
    await noteSent(trx, endpoint, { deliveries: 1 })
    await wakeSender(ctx, trx)
  })
}

export async function resend(ctx: Context, webhookId: string, span: { from: string; to: string }): Promise<number> {
  const [from, to] = [new Date(startInstant(span.from) ?? 0), new Date(expiryInstant(span.to) ?? 0)]
  return ctx.db.transaction(async (trx) => {
    const row = await lockEndpoint(trx, webhookId)
    if (!row) throw notFound()
    if (!row.active) throw isOff()
    const count = await resendSpan(trx, row, { from, to, now: ctx.now() })
    await noteSent(trx, row, { deliveries: count, ...span })
    await wakeSender(ctx, trx)
    return count
  })
}

const noteSent = (trx: Db, { webhook_id: id, url }: EndpointRow, after: Record<string, unknown>) =>
  noteChange(trx, { kind: 'settings', id, name: new URL(url).hostname, after })
