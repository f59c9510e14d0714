import { createHmac } from 'node:crypto'
import Bowser from 'bowser'
import { isLanguage, LANGUAGE_HEADER, type Language } from 'contract/languages'
import type { CallContext, Context, Db } from '../../context.ts'
import { type Holder, rememberDevice } from './devices.queries.ts'

export type Place = {
  device: string
  /** The client address that limits count by. */
  address: string
  /** The store's language, when the call carries one. */
  language?: Language
}

export function placeOf(context: Pick<CallContext, 'client' | 'header'>): Place {
  const language = context.header(LANGUAGE_HEADER)
  return {
    device: deviceWords(context.header('user-agent')),
    address: context.client,
    ...(isLanguage(language) ? { language } : {}),
  }
}

/** Two visits from one device and address have the same; nobody reads the address back without the key. */
export const clientOf = ({ sessionKeys }: Context['config'], { device, address }: Pick<Place, 'device' | 'address'>) =>
  createHmac('sha256', sessionKeys.user)
    .update(`client ${JSON.stringify([device, address])}`)
    .digest('base64url')

const BROWSERS = new Set<string>(Object.values(Bowser.BROWSER_MAP))
const SYSTEMS = new Set<string>(Object.values(Bowser.OS_MAP))

/** Returns `Chrome on Windows` or `Safari on iPhone`. Emails show it, so only known names of a user agent count. */
export function deviceWords(userAgent: string | undefined): string {
  if (!userAgent) return 'Unknown device'
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, 500))
  const name = browser.name && BROWSERS.has(browser.name) ? browser.name : 'Unknown browser'
  const named = name === 'Electron' ? 'Desktop app' : name
  const machine = platform.vendor === 'Apple' && platform.model ? platform.model : SYSTEMS.has(os.name ?? '') && os.name
  return machine ? `${named} on ${machine}` : named
}

/**
 * Stores the device, and emails the holder when the account knew others but not this one. Words plus wide network
 * identify a device: they separate two people with the same phone, and hold for most of a provider.
 */
export async function noticeDevice(ctx: Pick<Context, 'now' | 'queue'>, trx: Db, holder: Holder, place: Place) {
  const seen = { device: place.device, network: wideNetwork(place.address), last_seen_at: ctx.now() }
  if (await rememberDevice(trx, holder, seen)) {
    const at = ctx.now().toISOString()
    await ctx.queue.send(trx, 'new-device-mail', { ...holder, device: place.device, at })
  }
}

/** Returns the first half of an IPv4 address, or the first 32 bits of an IPv6 one. */
function wideNetwork(address: string): string {
  return address.split(address.includes(':') ? ':' : '.', 2).join('.')
}
