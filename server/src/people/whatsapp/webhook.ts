import { z } from 'zod'
import type { Context } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { isSameSecret } from '../../platform/net/same-secret.ts'
import { isSigned } from '../../platform/whatsapp/cloud-api.ts'
import { refusalOf } from '../../platform/whatsapp/refusals.ts'
import { findWhatsapp, openWhatsapp } from '../../platform/whatsapp/whatsapp-keys.queries.ts'
import { changeConsent } from '../../shop/consents/consents.service.ts'
import { findByContacts } from '../../shop/users/by-contact.queries.ts'
import { hasMoved, noteWhatsappStatus, type WhatsappStatus } from '../letters/whatsapp-status.queries.ts'
import { noteDeadPhone, noteStopped, noteTemplate } from './whatsapp.queries.ts'

const text = z.string().max(600)
const Status = z.object({
  id: text,
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  timestamp: z.coerce.number().int().positive().max(4_102_444_800),
  recipient_id: text.optional().catch(undefined),
  pricing: z.object({ billable: z.boolean(), category: text }).optional().catch(undefined),
  errors: z
    .array(
      z.object({
        code: z.number().int(),
        title: text.catch(''),
        error_data: z.object({ details: text }).optional().catch(undefined),
      }),
    )
    .optional()
    .catch(undefined),
  biz_opaque_callback_data: text.optional().catch(undefined),
})

/** Reads a list whose odd entries count as absent, so that the rest of the event can still be used. */
const listOf = <T extends z.ZodType>(entry: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((rows) => rows.flatMap((row) => entry.safeParse(row).data ?? [])) as z.ZodType<z.output<T>[]>

const Value = z.object({
  statuses: listOf(Status).optional(),
  messages: listOf(
    z.object({
      from: text,
      text: z.object({ body: text }).optional().catch(undefined),
      button: z.object({ text: text }).optional().catch(undefined),
    }),
  ).optional(),
  user_preferences: listOf(z.object({ wa_id: text, category: text, value: text })).optional(),
  message_template_name: text.optional().catch(undefined),
  message_template_language: text.optional().catch(undefined),
  event: text.optional().catch(undefined),
  new_category: text.optional().catch(undefined),
})
const Event = z.object({
  entry: listOf(z.object({ changes: listOf(z.object({ field: text, value: Value })) })),
})

/** Ends letters at once; compared without marks and case. Meta's own stop button sends `user_preferences`, and in some languages its label. */
const STOP = new Set(['stop', 'unsubscribe', 'stop promotions', 'बंद', 'बंद करें', 'बंद करा', 'बन्द', 'थांबवा', 'रोकें'])

const bare = (words: string) =>
  words
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Throws 403 unless the caller knows the verify token. */
export async function verifyWebhook(ctx: Context, token: string): Promise<void> {
  const saved = openWhatsapp('verify_token', await findWhatsapp(ctx.db), ctx.config.encryptionKeys)
  if (!saved || !isSameSecret(token, saved)) {
    throw plainError('forbidden', 'The verify token is not the saved one')
  }
}

/**
 * Receives one event of Meta: repeated and out of order, in any form. A well-signed one is never refused for its content. 401
 * `invalid_signature`; 503 while the database is away, so that Meta sends it again.
 */
export async function receiveEvent(
  ctx: Context,
  { rawBody, signature }: { rawBody: Buffer; signature: string | undefined },
): Promise<void> {
  const secret = openWhatsapp('app_secret', await findWhatsapp(ctx.db), ctx.config.encryptionKeys)
  if (!secret || !isSigned(rawBody, signature, secret)) {
    throw plainError('invalid_signature', 'The signature is not valid')
  }
  const event = Event.safeParse(jsonOf(rawBody.toString('utf8').replaceAll('\\u0000', '').replaceAll('\0', '')))
  for (const { field, value } of event.data?.entry.flatMap(({ changes }) => changes) ?? []) {
    for (const status of value.statuses ?? []) await takeStatus(ctx, status)
    for (const message of value.messages ?? []) {
      if (STOP.has(bare(message.text?.body ?? message.button?.text ?? ''))) await stopFor(ctx, message.from, 'all')
    }
    for (const { wa_id, category, value: choice } of value.user_preferences ?? []) {
      // A person who resumes in the app agrees to nothing in the shop.
      if (category === 'marketing_messages' && choice === 'stop') await stopFor(ctx, wa_id, 'marketing')
    }
    const { message_template_name: name, message_template_language: language } = value
    if (!name || !language) continue
    if (field === 'message_template_status_update' && value.event) {
      await noteTemplate(ctx.db, { name, language }, { status: value.event })
      // Meta decides on the category when it approves, and this event does not name it.
      if (value.event === 'APPROVED') await readAgain(ctx)
    }
    if (field === 'template_category_update' && value.new_category)
      await noteTemplate(ctx.db, { name, language }, { category: value.new_category })
  }
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Categories of a price that are those of a template. */
const CHARGED = new Set(['marketing', 'utility'])

/** Reads the templates from Meta, soon. */
const readAgain = ({ db, queue }: Context) => queue.send(db, 'whatsapp-templates', {}, { singletonKey: 'all' })

async function takeStatus(ctx: Context, status: z.output<typeof Status>): Promise<void> {
  const [fault] = status.errors ?? []
  const noted: WhatsappStatus = {
    wamid: status.id,
    key: status.biz_opaque_callback_data,
    status: status.status,
    at: new Date(status.timestamp * 1000),
    code: fault?.code ?? null,
    detail: (fault?.error_data?.details ?? fault?.title ?? '').slice(0, 300),
    pricing: status.pricing,
    now: ctx.now(),
  }
  const about = await noteWhatsappStatus(ctx.db, noted)
  const category = status.pricing?.category ?? ''
  if (about && CHARGED.has(category) && (await hasMoved(ctx.db, about.recipient_id, category))) await readAgain(ctx)
  if (!about || status.status !== 'failed' || !fault) return
  const act = refusalOf(fault.code)
  if (act === 'suppress') await withdraw(ctx, about.user_id)
  const phone = about.address ?? status.recipient_id
  if (act !== 'number' || !phone) return
  const dead = { userId: about.user_id, phone, code: fault.code, now: ctx.now() }
  await unlessEnded(ctx.db.transaction((trx) => noteDeadPhone(trx, dead)))
}

/** Withdraws the consent of everybody with this number. STOP, written to the shop, ends messages of every kind. */
async function stopFor(ctx: Context, phone: string, which: 'all' | 'marketing'): Promise<void> {
  if (!/^\d{8,15}$/.test(phone)) return
  for (const { id } of await findByContacts(ctx.db, [], [phone])) {
    await withdraw(ctx, id)
    if (which === 'all') await unlessEnded(ctx.db.transaction((trx) => noteStopped(trx, id, ctx.now())))
  }
}

/** Takes the consent to messages back. */
export async function withdraw(ctx: Context, userId: number): Promise<void> {
  await unlessEnded(changeConsent(ctx, userId, 'news_message', false, 'STOP by WhatsApp'))
}

/** A deleted account has nothing left to note. */
async function unlessEnded(work: Promise<unknown>): Promise<void> {
  await work.catch((error: { code?: string }) => {
    if (error.code !== 'authentication_expired') throw error
  })
}
