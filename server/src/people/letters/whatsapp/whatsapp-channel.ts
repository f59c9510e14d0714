import { phoneKey } from 'contract/email-and-phone'
import type { Context } from '../../../context.ts'
import { sendTemplate } from '../../../platform/whatsapp/cloud-api.ts'
import { findWhatsapp } from '../../../platform/whatsapp/whatsapp-keys.queries.ts'
import type { Channel, Outcome } from '../channel.ts'
import type { Recipient } from '../outbox.queries.ts'
import { findOwnWords, isNeeded, templateValue } from '../sequences/own-words.ts'
import { beginAttempt, limitOnce, whatsappKey } from '../whatsapp-status.queries.ts'
import { OWN_LINK } from '../write-parts.ts'
import { withdraw } from './webhook.ts'
import { findTemplate, noteDeadPhone } from './whatsapp.queries.ts'
import { keysOf, stopSending } from './whatsapp.service.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Meta's own faults end after a few tries. */
const FEW_TRIES = 5

/** Letters by WhatsApp: a template that Meta approved, in the reader's language where it has that one. */
export const whatsappChannel: Channel = {
  async ready(ctx) {
    const row = await findWhatsapp(ctx.db)
    if (!keysOf(ctx, row)) throw new Error('WhatsApp is not set up')
    if (row?.stopped_at) throw new Error(row.stopped_reason ?? 'WhatsApp stopped')
  },
  async write(ctx, recipient) {
    const { template: wanted, language, blocks, token } = recipient
    const template = wanted && (await findTemplate(ctx.db, wanted.name, [language, wanted.language]))
    const stop = (error: string) => async (): Promise<Outcome> => ({ is: 'stop', reason: 'channel', error })
    if (!wanted || !template) return stop(`The template ${wanted?.name ?? ''} is not approved by Meta`)
    if (!template.is_sendable || template.parameters.length !== wanted.parameters.length)
      return stop(`The template ${wanted.name} needs ${template.parameters.length} values in its body, and no others`)
    const own = await findOwnWords(ctx.db, recipient)
    const isNamed = !/^\d+$/.test(template.parameters[0] ?? '1')
    const body = wanted.parameters.map((value, at) => ({
      text: templateValue(value, own ?? {}, recipient),
      ...(isNamed && { name: template.parameters[at] }),
    }))
    const isOwn = own !== undefined || recipient.trigger === 'order_unpaid'
    const link = isOwn ? OWN_LINK : blocks.findIndex((block) => 'course' in block || 'button' in block)
    const message = {
      template: template.name,
      language: template.language,
      body,
      ...(template.has_button_path && { buttonPath: `${token}-${Math.max(0, link)}` }),
    }
    return async (begin) => {
      if (!(await isNeeded(ctx, recipient))) return { is: 'skipped', reason: 'ended' }
      await begin()
      return send(ctx, recipient, message)
    }
  },
}

type Message = Pick<Parameters<typeof sendTemplate>[1], 'template' | 'language' | 'body' | 'buttonPath'>

async function send(ctx: Context, recipient: Recipient, message: Message): Promise<Outcome> {
  const { recipient_id, user_id, phone, tries } = recipient
  const keys = keysOf(ctx, await findWhatsapp(ctx.db))
  if (!keys) return { is: 'away', error: 'WhatsApp is not set up' }
  const attempt = await beginAttempt(ctx.db, recipient_id)
  const sent = await sendTemplate(keys, { ...message, to: internationally(phone), key: whatsappKey(attempt) })
  if (sent.kind === 'accepted') return { is: 'handed_over', provider_id: sent.wamid }
  if (sent.kind !== 'refused') return { is: sent.kind, error: sent.message }
  const error = `${sent.message} (${sent.code})`.slice(0, 300)
  const now = ctx.now()
  switch (sent.act) {
    case 'stop_all':
      await stopSending(ctx, sent.code)
      return { is: 'away', error }
    case 'slow':
      return { is: 'later', error, slow: true, after_ms: MINUTE_MS }
    case 'wait':
      return { is: 'later', error, after_ms: MINUTE_MS * 2 ** Math.min(tries, 10) }
    case 'again':
      return tries + 1 < FEW_TRIES ? { is: 'later', error } : { is: 'refused', reason: 'gave_up', error }
    case 'tomorrow':
      return (await limitOnce(ctx.db, recipient_id, now))
        ? { is: 'later', error, after_ms: DAY_MS }
        : { is: 'refused', reason: 'limited', error }
    case 'skip':
      return { is: 'refused', reason: 'limited', error }
    case 'suppress':
      await withdraw(ctx, user_id)
      return { is: 'refused', reason: 'no_consent', error }
    case 'number':
      await ctx.db.transaction((trx) => noteDeadPhone(trx, { userId: user_id, phone, code: sent.code, now }))
      return { is: 'refused', reason: 'no_whatsapp', error }
    case 'fix':
      return { is: 'stop', reason: 'channel', error }
  }
}

/** Writes a number as Meta takes it: digits with the country's, India's by default. */
function internationally(phone: string): string {
  const key = phoneKey(phone)
  return key.length === 10 ? `91${key}` : key
}
