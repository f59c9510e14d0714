import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { plainError } from '../../../errors.ts'
import { jsonOf } from '../../../platform/net/json-of.ts'
import { isSameSecret } from '../../../platform/net/same-secret.ts'
import { isSigned } from '../../../platform/whatsapp/cloud-api.ts'
import { refusalOf } from '../../../platform/whatsapp/refusals.ts'
import { findWhatsapp, openWhatsapp } from '../../../platform/whatsapp/whatsapp-keys.queries.ts'
import { changeConsent } from '../../../shop/consents/consents.service.ts'
import { noteUnread } from '../reports/reports.queries.ts'
import { findReaderOf, hasMoved, noteWhatsappStatus, type WhatsappStatus } from '../whatsapp-status.queries.ts'
import { isStop } from './stop-words.ts'
import { noteDeadPhone, noteStopped, noteTemplate } from './whatsapp.queries.ts'
import { findByIds, idsIn, noteStranger, rememberIds, type Stops, takeStrangers } from './whatsapp-ids.queries.ts'

const text = z.string().max(600)
const Status = z.looseObject({
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

/** A person's ids stand beside each other, and any of them may be absent. */
const Person = z.looseObject({})
const maybe = <T extends z.ZodType>(field: T) => field.optional().catch(undefined)
const Choice = maybe(z.looseObject({ id: maybe(text), title: maybe(text) }))
const Message = z.looseObject({
  text: maybe(z.object({ body: text })),
  button: maybe(z.object({ text: maybe(text), payload: maybe(text) })),
  interactive: maybe(z.looseObject({ button_reply: Choice, list_reply: Choice })),
  context: maybe(z.looseObject({ id: maybe(text) })),
  system: maybe(z.looseObject({})),
})

const Value = z.object({
  contacts: listOf(Person).optional(),
  statuses: listOf(Status).optional(),
  messages: listOf(Message).optional(),
  user_preferences: listOf(z.looseObject({ category: maybe(text), value: maybe(text) })).optional(),
  user_id_update: listOf(z.looseObject({})).optional(),
  message_template_name: text.optional().catch(undefined),
  message_template_language: text.optional().catch(undefined),
  event: text.optional().catch(undefined),
  new_category: text.optional().catch(undefined),
})
const Event = z.object({
  entry: listOf(z.object({ changes: listOf(z.object({ field: text, value: Value })) })),
})

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
    for (const status of value.statuses ?? []) await takeStatus(ctx, status, idsBeside(value, status))
    for (const message of value.messages ?? []) await takeMessage(ctx, message, idsBeside(value, message))
    for (const preference of value.user_preferences ?? []) {
      const ids = idsBeside(value, preference)
      // A person who resumes in the app agrees to nothing in the shop.
      if (preference.value === 'stop') await stopFor(ctx, ids, 'marketing')
    }
    for (const update of value.user_id_update ?? []) {
      const parts = [update, ...Object.values(update).filter((part) => part !== null && typeof part === 'object')]
      await meet(ctx, parts.flatMap(idsIn))
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

/** Categories of a price that are those of a template. */
const CHARGED = new Set(['marketing', 'utility'])

/** Reads the templates from Meta, soon. */
const readAgain = ({ db, queue }: Context) => queue.send(db, 'whatsapp-templates', {}, { singletonKey: 'all' })

/** Lists the ids of a part of an event, with those of the contact that shares one, or is the only one. */
function idsBeside({ contacts = [] }: z.output<typeof Value>, part: object): string[] {
  const own = idsIn(part)
  const beside = contacts.map(idsIn)
  const fitting = beside.find((ids) => ids.some((id) => own.includes(id))) ?? (beside.length === 1 ? beside[0] : [])
  return [...new Set([...own, ...(fitting ?? [])])]
}

/** Finds whom the ids name, and stores all of them. A stop that came before anybody was known by them counts from now on. */
async function meet(ctx: Context, ids: readonly string[], more: readonly number[] = []): Promise<number[]> {
  const people = [...new Set([...(await findByIds(ctx.db, ids)), ...more])]
  if (people.length === 0) return people
  await rememberIds(ctx.db, ids, people, ctx.now())
  for (const stops of await takeStrangers(ctx.db, ids)) await stop(ctx, people, stops)
  return people
}

async function takeMessage(ctx: Context, message: z.output<typeof Message>, ids: readonly string[]): Promise<void> {
  const { text: written, button, interactive, context, system } = message
  const reader = context?.id === undefined ? undefined : await findReaderOf(ctx.db, context.id)
  const replied = reader === undefined ? [] : [reader]
  const { button_reply: pressed, list_reply: chosen } = interactive ?? {}
  const words = [written?.body, button?.text, button?.payload, pressed?.title, pressed?.id, chosen?.title, chosen?.id]
  if (words.some((one) => one !== undefined && isStop(one))) return stopFor(ctx, ids, 'all', replied)
  // A message of the system reports a new number, or a new id.
  await meet(ctx, [...ids, ...idsIn(system ?? {})], replied)
}

async function takeStatus(ctx: Context, status: z.output<typeof Status>, ids: readonly string[]): Promise<void> {
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
  if (about) await meet(ctx, ids, [about.user_id])
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

/** Ends messages for everybody whom the ids name. A stop that fits nobody waits for somebody who does, and the owner sees it. */
async function stopFor(
  ctx: Context,
  ids: readonly string[],
  stops: Stops,
  more: readonly number[] = [],
): Promise<void> {
  const people = await meet(ctx, ids, more)
  if (people.length > 0) return stop(ctx, people, stops)
  const strangers = await noteStranger(ctx.db, ids, stops, ctx.now())
  const who = strangers.length > 0 ? `from ${strangers.join(', ')}` : 'without a number'
  await noteUnread(ctx.db, `STOP on WhatsApp ${who}, which no student has`, ctx.now())
  ctx.log.warn('a stop on WhatsApp fits no student')
}

/** Withdraws the consents. STOP, written to the shop, ends messages of every kind. */
async function stop(ctx: Context, people: readonly number[], stops: Stops): Promise<void> {
  for (const id of people) {
    await withdraw(ctx, id)
    if (stops === 'all') await unlessEnded(ctx.db.transaction((trx) => noteStopped(trx, id, ctx.now())))
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
