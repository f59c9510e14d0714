import type { AdChannel, AdConnection, AdInput } from 'contract/ads'
import { DAY_MS } from 'contract/indian-time'
import type { Context } from '../../context.ts'
import { invalidField, plainError } from '../../errors.ts'
import { changedFields, noteChange } from '../../shop/activity/note-change.ts'
import { type AdConfigRow, findAdConfig, openAdSecret, sealAdSecret } from './ad-config.queries.ts'
import { type ConnectionRow, listConnections, saveAdConfig } from './ad-events.queries.ts'
import { GA4_URL, META_URL, type Receiver, tryReceiver } from './receivers.ts'

const NAMES: Record<AdChannel, string> = { meta: 'Meta', ga4: 'Google Analytics' }

const mask = (secret: string | undefined) =>
  secret === undefined ? '' : `••••••••${secret.length > 8 ? secret.slice(-4) : ''}`

/** Returns the connections with masked secrets. */
export async function readConnections({ config, db, now }: Context): Promise<AdConnection[]> {
  const since = new Date(now().getTime() - 30 * DAY_MS)
  return (await listConnections(db, since)).map((row) => shown(row, openAdSecret(row, config.encryptionKeys)))
}

function shown({ secret_sealed: _, ...row }: ConnectionRow, secret: string | undefined): AdConnection {
  return { ...row, secret: mask(secret) }
}

/** Saves a connection with a sealed secret; the mask of the saved one, or none, preserves it. 422 without any. */
export async function saveConnection(ctx: Context, channel: AdChannel, input: AdInput): Promise<AdConnection> {
  const { db, config } = ctx
  const { account, test_code, active } = input
  await db.transaction(async (trx) => {
    const before = await findAdConfig(trx, channel)
    const saved = openAdSecret(before, config.encryptionKeys)
    const secret = !input.secret || input.secret === mask(saved) ? saved : input.secret
    if (!secret || secret.startsWith('•')) {
      const message = channel === 'meta' ? 'Access token is required' : 'API secret is required'
      throw invalidField('secret', message)
    }
    const secret_sealed = sealAdSecret(channel, secret, config.encryptionKeys)
    await saveAdConfig(trx, { channel, account, test_code, active, secret_sealed }, ctx.now())
    const notified = (row: Omit<AdConfigRow, 'secret_sealed' | 'channel'>, plain: string | undefined) => ({
      account: row.account,
      test_code: row.test_code,
      active: row.active,
      secret: mask(plain),
    })
    const changed = changedFields(
      before ? notified(before, saved) : {},
      notified({ account, test_code, active }, secret),
    )
    await noteChange(trx, { kind: 'settings', id: channel, name: NAMES[channel], ...changed })
  })
  const row = (await readConnections(ctx)).find((one) => one.channel === channel)
  if (!row) throw new Error('the saved connection is gone')
  return row
}

/** Returns the receiver of a connection: in a demo the sandbox's stand-in. */
export function receiverOf({ config }: Context, row: AdConfigRow, secret: string): Receiver {
  const { channel, account, test_code: testCode } = row
  const standIn = config.adsUrl ?? (config.production ? undefined : `${config.storeUrl}/sandbox/ads`)
  const baseUrl = standIn ? `${standIn}/${channel}` : { meta: META_URL, ga4: GA4_URL }[channel]
  return { channel, baseUrl, account, secret, testCode }
}

/** Sends a made-up sale to the receiver's test. 404 before the connection is saved. */
export async function testConnection(ctx: Context, channel: AdChannel): Promise<{ message: string; ok: boolean }> {
  const row = await findAdConfig(ctx.db, channel)
  if (!row) throw plainError('not_found', 'This connection is not set up')
  const secret = openAdSecret(row, ctx.config.encryptionKeys)
  if (secret === undefined) return { ok: false, message: 'The secret cannot be read. Save it again.' }
  if (channel === 'meta' && !row.test_code)
    return {
      ok: false,
      message: 'Enter the test code of Meta’s Events Manager first, so that the sale counts nowhere.',
    }
  const to = receiverOf(ctx, row, secret)
  const notified = await tryReceiver(to, {
    kind: 'purchase',
    orderId: `test_${ctx.now().getTime()}`,
    at: ctx.now(),
    paise: 100,
    coupon: null,
    click: null,
    items: [{ course_id: 'test', name: 'Test', paise: 100, quantity: 1 }],
    page: `${ctx.config.storeUrl}/checkout`,
    person: { id: 'test', email: 'test@example.com', phone: '', name: 'Test', agent: 'SkillHaat', address: null },
  })
  return notified.kind === 'sent'
    ? { ok: true, message: `${NAMES[channel]} took the test sale.` }
    : { ok: false, message: notified.message }
}
