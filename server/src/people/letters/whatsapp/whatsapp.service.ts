import type { LetterTemplate } from 'contract/letters'
import { rupeesOrNull } from 'contract/money'
import type { WhatsappInput, WhatsappSettings, WhatsappTemplate } from 'contract/whatsapp'
import type { Context, Db } from '../../../context.ts'
import { plainError } from '../../../errors.ts'
import { type CloudKeys, fetchNumber, fetchTemplates } from '../../../platform/whatsapp/cloud-api.ts'
import { stopReason } from '../../../platform/whatsapp/refusals.ts'
import {
  findWhatsapp,
  noteWhatsapp,
  openWhatsapp,
  saveWhatsapp,
  sealWhatsapp,
  stopWhatsapp,
  type WhatsappRow,
  type WhatsappSecret,
} from '../../../platform/whatsapp/whatsapp-keys.queries.ts'
import { changedFields, noteChange } from '../../../shop/activity/note-change.ts'
import { alertOwner } from '../../../shop/mails/alerts.ts'
import { findTemplate, listTemplates, replaceTemplates } from './whatsapp.queries.ts'

const SECRETS = ['token', 'app_secret', 'verify_token'] as const
const NAMES: Record<WhatsappSecret, string> = {
  token: 'Access token is required',
  app_secret: 'App secret is required',
  verify_token: 'Verify token is required',
}

const mask = (secret: string | undefined) =>
  secret === undefined ? '' : `••••••••${secret.length > 8 ? secret.slice(-4) : ''}`

const noSettings = () => plainError('not_found', 'WhatsApp is not set up')

/** Returns the settings with masked secrets; 404 before they are saved. */
export async function readSettings(ctx: Context): Promise<WhatsappSettings> {
  const row = await findWhatsapp(ctx.db)
  if (!row) throw noSettings()
  return shown(ctx, row)
}

function shown({ config }: Context, row: WhatsappRow): WhatsappSettings {
  const { phone_number_id, waba_id, api_version, phone, verified_at, stopped_at } = row
  const masked = (which: WhatsappSecret) => mask(openWhatsapp(which, row, config.encryptionKeys))
  return {
    phone_number_id,
    waba_id,
    api_version,
    phone,
    verified_at,
    token: masked('token'),
    app_secret: masked('app_secret'),
    verify_token: masked('verify_token'),
    rates: ratesOf(row),
    stopped: stopped_at ? { at: stopped_at, code: row.stopped_code ?? 0, reason: row.stopped_reason ?? '' } : null,
    webhook_url: `${config.storeUrl}/api/webhooks/whatsapp`,
  }
}

function ratesOf(row: WhatsappRow): WhatsappSettings['rates'] {
  const { marketing_rate, utility_rate, authentication_rate, rates_as_of } = row
  if (marketing_rate === null || utility_rate === null || authentication_rate === null || !rates_as_of) return null
  const [marketing, utility, authentication] = [marketing_rate, utility_rate, authentication_rate].map(
    (rate) => rate / 10_000,
  ) as [number, number, number]
  return { marketing, utility, authentication, as_of: rates_as_of }
}

/**
 * Saves the settings with sealed secrets. The mask of a saved secret, or none, preserves it. 422 for a missing one. Another account or token
 * needs a new test, and sending goes on.
 */
export async function saveSettings(ctx: Context, input: WhatsappInput): Promise<WhatsappSettings> {
  const { encryptionKeys } = ctx.config
  const { phone_number_id, waba_id, api_version, rates } = input
  const saved = await findWhatsapp(ctx.db)
  const before = saved && shown(ctx, saved)
  const plain = Object.fromEntries(
    SECRETS.map((which) => {
      const typed = input[which]
      const stored = !typed || typed === before?.[which]
      return [which, stored ? openWhatsapp(which, saved, encryptionKeys) : typed]
    }),
  ) as Record<WhatsappSecret, string | undefined>
  const errors = SECRETS.filter((which) => !plain[which] || plain[which].startsWith('•')).map((path) => ({
    path,
    message: NAMES[path],
  }))
  if (errors[0]) throw plainError('invalid', errors[0].message, { errors })
  const same =
    saved?.phone_number_id === phone_number_id &&
    saved.waba_id === waba_id &&
    openWhatsapp('token', saved, encryptionKeys) === plain.token
  const sealed = (which: WhatsappSecret) => sealWhatsapp(which, plain[which] ?? '', encryptionKeys)
  const tenThousandths = (rate: number | undefined) => (rate === undefined ? null : Math.round(rate * 10_000))
  await ctx.db.transaction(async (trx) => {
    await saveWhatsapp(
      trx,
      {
        phone_number_id,
        waba_id,
        api_version,
        token_sealed: sealed('token'),
        app_secret_sealed: sealed('app_secret'),
        verify_token_sealed: sealed('verify_token'),
        marketing_rate: tenThousandths(rates?.marketing),
        utility_rate: tenThousandths(rates?.utility),
        authentication_rate: tenThousandths(rates?.authentication),
        rates_as_of: rates?.as_of ?? null,
        ...(same ? {} : { verified_at: null, phone: null }),
        stopped_at: null,
        stopped_code: null,
        stopped_reason: null,
      },
      ctx.now(),
    )
    const row = await findWhatsapp(trx)
    const after = row && shown(ctx, row)
    await noteChange(trx, {
      kind: 'settings',
      id: 'whatsapp',
      name: 'WhatsApp',
      ...changedFields(before ?? {}, after ?? {}),
    })
  })
  return readSettings(ctx)
}

/** Returns where and as whom to speak to Meta; undefined without settings, or with a token that no key opens. */
export function keysOf({ config }: Pick<Context, 'config'>, row: WhatsappRow | undefined): CloudKeys | undefined {
  const token = openWhatsapp('token', row, config.encryptionKeys)
  if (!row || token === undefined) return undefined
  const { phone_number_id: phoneNumberId, waba_id: wabaId, api_version: apiVersion } = row
  return {
    baseUrl: config.whatsappUrl?.replace(/\/+$/, '') ?? `${config.storeUrl}/sandbox/whatsapp`,
    apiVersion,
    phoneNumberId,
    wabaId,
    token,
  }
}

/** Asks Meta for the number; keys that pass go on sending. */
export async function testKeys(
  ctx: Context,
): Promise<{ verified: boolean; checked: boolean; reason?: string; phone?: string }> {
  const row = await findWhatsapp(ctx.db)
  const keys = keysOf(ctx, row)
  if (!keys) throw noSettings()
  const answer = await fetchNumber(keys)
  if ('phone' in answer) {
    const verified = { phone: answer.phone, verified_at: ctx.now().toISOString() }
    await noteWhatsapp(ctx.db, { ...verified, stopped_at: null, stopped_code: null, stopped_reason: null })
    return { verified: true, checked: true, phone: answer.phone }
  }
  return { verified: false, checked: answer.code !== null, reason: answer.problem }
}

/** Lists the templates, with `refresh` as Meta has them now; 502 where Meta does not say. */
export async function readTemplates(
  ctx: Context,
  refresh: boolean,
): Promise<{ templates: WhatsappTemplate[]; read_at: string | null }> {
  const keys = refresh ? keysOf(ctx, await findWhatsapp(ctx.db)) : undefined
  if (keys) {
    const answer = await fetchTemplates(keys)
    if ('problem' in answer) throw plainError('gateway_error', answer.problem)
    await ctx.db.transaction(async (trx) => {
      await replaceTemplates(trx, answer.templates, ctx.now())
      await noteWhatsapp(trx, { templates_read_at: ctx.now().toISOString() })
    })
  }
  const row = await findWhatsapp(ctx.db)
  const price = (category: string) => row && rateOf(row, category)
  const templates = await listTemplates(ctx.db)
  return {
    templates: templates.map((template) => ({ ...template, price: price(template.category) ?? null })),
    read_at: row?.templates_read_at ?? null,
  }
}

/** Rupees for one delivered message of a category of Meta; undefined without rates. */
function rateOf(row: WhatsappRow, category: string): number | undefined {
  const rates = ratesOf(row)
  return rates?.[category.toLowerCase() as 'marketing' | 'utility' | 'authentication']
}

/** Writes a message as its first reader gets it, and says what it costs to send it to so many people. */
export async function previewMessage(
  db: Db,
  { name, language, parameters }: LetterTemplate,
  people: number,
): Promise<{ text: string; price: number | null }> {
  const [row, template] = await Promise.all([findWhatsapp(db), findTemplate(db, name, [language])])
  const rate = row && template && rateOf(row, template.category)
  const values = new Map(template?.parameters.map((place, at) => [place, parameters[at] ?? '']))
  const text = template?.body.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, place: string) => values.get(place) ?? '') ?? ''
  const paise = rate === undefined ? null : Math.ceil((people * Math.round(rate * 10_000)) / 100)
  return { text: text.replaceAll('{name}', 'Asha'), price: rupeesOrNull(paise) }
}

/** Stops everything until the owner acts, and tells them once. */
export async function stopSending(ctx: Context, code: number): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction(async (trx) => {
    if (!(await stopWhatsapp(trx, { code, reason: stopReason(code), now }))) return
    await alertOwner(ctx, trx, { kind: 'whatsapp_stopped', key: now.toISOString() })
  })
}
