import type { Knex } from 'knex'
import { z } from 'zod'
import { type LinkRow, linkEntity, type PaymentRow } from './entities.ts'
import { queueEvents, type SandboxAccount } from './events.ts'
import { newId } from './ids.ts'
import { Refusal, unknownId } from './refusal.ts'

const MINUTE_MS = 60_000
export const notes = z
  .record(z.string(), z.union([z.string().max(512), z.number(), z.boolean()]))
  .refine((passed) => Object.keys(passed).length <= 15, 'Number of fields in notes should be less than or equal to 15')
  .or(z.tuple([]).transform(() => ({})))

const createBody = z.object({
  amount: z.int('The amount must be an integer.').min(100, 'The amount must be atleast INR 1.00'),
  currency: z.literal('INR', 'Currency is not supported').default('INR'),
  accept_partial: z.literal(false, 'Partial payments are not part of the sandbox').default(false),
  reference_id: z.string().max(40, 'The reference id may not be greater than 40 characters.').optional(),
  description: z.string().max(2048, 'The description may not be greater than 2048 characters.').default(''),
  customer: z.object({ name: z.string(), email: z.string(), contact: z.string() }).partial().default({}),
  notify: z.record(z.string(), z.boolean()).default({}),
  reminder_enable: z.boolean().default(false),
  notes: notes.default({}),
  expire_by: z.int().optional(),
  callback_url: z
    .url({ protocol: /^https?$/, error: 'The callback url format is invalid.' })
    .or(z.literal(''))
    .default(''),
  callback_method: z.literal('get', 'The selected callback method is invalid.').or(z.literal('')).default(''),
})

/** Parses a body like Razorpay: the first error is the response. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body ?? {})
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Refusal(issue?.message ?? 'The request is invalid', { field: issue?.path.join('.') })
}

/** Creates a link; refuses a `reference_id` that any link has used. */
export async function createLink(db: Knex, body: unknown, now: Date): Promise<LinkRow> {
  const input = parseBody(createBody, body)
  if (input.expire_by !== undefined) requireSoundExpiry(input.expire_by, now)
  const [link] = await db<LinkRow>('sandbox.links')
    .insert({
      link_id: newId('plink_'),
      reference_id: input.reference_id || null,
      amount_paise: input.amount,
      currency: input.currency,
      description: input.description,
      status: 'created',
      customer: input.customer,
      notes: input.notes,
      notify: input.notify,
      reminder_enable: input.reminder_enable,
      callback_url: input.callback_url,
      callback_method: input.callback_method,
      expire_by: input.expire_by === undefined ? null : new Date(input.expire_by * 1000),
      created_at: now,
      updated_at: now,
    })
    .onConflict('reference_id')
    .ignore()
    .returning('*')
  if (!link) {
    throw new Refusal('payment link creation with reference ID already attempted', { field: 'reference_id' })
  }
  return link
}

function requireSoundExpiry(expireBy: number, now: Date): void {
  const ahead = expireBy * 1000 - now.getTime()
  // A second of tolerance, because the shop's clock rounds down to seconds.
  if (ahead < 15 * MINUTE_MS - 1000) {
    throw new Refusal('expire_by should be at least 15 minutes after current time', { field: 'expire_by' })
  }
  if (ahead > 184 * 24 * 60 * MINUTE_MS) {
    throw new Refusal('expire_by should be at most 6 months after current time', { field: 'expire_by' })
  }
}

/** Returns the link, locked until the transaction ends. */
export async function lockLink(trx: Knex, linkId: string): Promise<LinkRow> {
  const link = await trx<LinkRow>('sandbox.links').where({ link_id: linkId }).forUpdate().first()
  if (!link) throw unknownId()
  return link
}

export async function findLink(db: Knex, linkId: string): Promise<LinkRow> {
  const link = await db<LinkRow>('sandbox.links').where({ link_id: linkId }).first()
  if (!link) throw unknownId()
  return link
}

export async function listLinks(
  db: Knex,
  filter: { referenceId?: string | undefined; paymentId?: string | undefined },
) {
  const query = db<LinkRow>('sandbox.links').orderBy('created_at', 'desc').orderBy('link_id').limit(100)
  if (filter.referenceId !== undefined) query.where({ reference_id: filter.referenceId })
  if (filter.paymentId !== undefined) {
    query.whereIn('link_id', db('sandbox.payments').where({ payment_id: filter.paymentId }).select('link_id'))
  }
  const links = await query
  return links
}

export async function paymentsOfLinks(db: Knex, linkIds: string[]): Promise<PaymentRow[]> {
  return db<PaymentRow>('sandbox.payments').whereIn('link_id', linkIds).orderBy('created_at').orderBy('payment_id')
}

/** Returns a link in the API's format. */
export async function showLink(db: Knex, account: SandboxAccount, link: LinkRow) {
  return linkEntity(link, await paymentsOfLinks(db, [link.link_id]), account.shortUrl(link.link_id))
}

/** Cancels an open link. `again: 'ignore'` makes a second press of the page's button do nothing. */
export async function cancelLink(
  db: Knex,
  account: SandboxAccount,
  linkId: string,
  now: Date,
  again: 'refuse' | 'ignore' = 'refuse',
): Promise<LinkRow> {
  return db.transaction(async (trx) => {
    const link = await lockLink(trx, linkId)
    if (link.status !== 'created') {
      if (again === 'ignore') return link
      throw new Refusal(`Payment Link cannot be cancelled as it is in ${link.status} state`)
    }
    return close(trx, account, link, 'cancelled', now)
  })
}

/** Expires an open link now, whatever its date. */
export async function expireLink(db: Knex, account: SandboxAccount, linkId: string, now: Date): Promise<LinkRow> {
  return db.transaction(async (trx) => {
    const link = await lockLink(trx, linkId)
    return link.status === 'created' ? close(trx, account, link, 'expired', now) : link
  })
}

/** Expires every open link after its date, or only `linkId`; returns the number. */
export async function expireDueLinks(db: Knex, account: SandboxAccount, now: Date, linkId?: string): Promise<number> {
  const due = db<LinkRow>('sandbox.links').where({ status: 'created' }).where('expire_by', '<=', now).limit(100)
  if (linkId !== undefined) due.where({ link_id: linkId })
  const links = await due.select('link_id')
  for (const { link_id } of links) await expireLink(db, account, link_id, now)
  return links.length
}

async function close(
  trx: Knex,
  account: SandboxAccount,
  link: LinkRow,
  status: 'cancelled' | 'expired',
  now: Date,
): Promise<LinkRow> {
  const closed = { ...link, status, [`${status}_at`]: now, updated_at: now }
  await trx<LinkRow>('sandbox.links')
    .where({ link_id: link.link_id })
    .update({ status, [`${status}_at`]: now, updated_at: now })
  const events = [{ event: `payment_link.${status}`, payload: { payment_link: await showLink(trx, account, closed) } }]
  await queueEvents(trx, account, link.link_id, events, now)
  return closed
}
