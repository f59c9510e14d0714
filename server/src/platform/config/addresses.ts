import { z } from 'zod'

const CODES: Record<string, string> = { '@': '%40', '/': '%2F', '#': '%23', '?': '%3F' }

/**
 * Explains a password with unescaped characters, without repeating it: they end an address's host early. Undefined for
 * every other address.
 */
function unescapedPassword(address: string): string | undefined {
  const [, rest = ''] = /^[a-z\d+]+:\/\/(.*)$/is.exec(address) ?? []
  const [, authority = '', path = '', query = '', hash = ''] =
    /^([^/?#]*)([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(rest) ?? []
  const names = query.split('&').map((pair) => pair.split('=', 1)[0])
  const misread = !URL.canParse(address) && rest.lastIndexOf('@') > authority.length
  if (!misread && ![path, hash, ...names].some((part) => part?.includes('@'))) return undefined
  const password = rest.slice(rest.indexOf(':') + 1, rest.lastIndexOf('@'))
  const codes = Object.entries(CODES).filter(([character]) => password.includes(character))
  return `its password has ${codes.map(([character]) => character).join(' ')} in it: write ${codes.map(([character, code]) => `${code} for ${character}`).join(', ')}`
}

/** Checks an address of one of these protocols. */
export const addressOf = (protocol: RegExp, error: string) =>
  z.string().superRefine((value, context) => {
    const message = unescapedPassword(value) ?? (protocol.test(URL.parse(value)?.protocol ?? '') ? undefined : error)
    if (message) context.addIssue({ code: 'custom', message, continue: false })
  })

export const httpUrl = addressOf(/^https?:$/, 'must be an http or https address')

/** Checks for a host without a path; passes non-addresses, which have their own message. */
export const isHost = (value: string) => !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`

/** Returns the address of the newest release of the program's own project, or the one of the setting. */
export function updateFeedOf(setting: string, homepage?: string): string | undefined {
  if (setting === 'off') return undefined
  if (setting !== 'on') return setting
  return homepage?.replace('https://github.com/', 'https://api.github.com/repos/').concat('/releases/latest')
}

/** Returns the shop's host if it is a domain name, else `example.com`. */
export function mailDomainOf(storeUrl: string | undefined): string {
  const host = storeUrl ? new URL(storeUrl).hostname : ''
  return /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/i.test(host) ? host : 'example.com'
}
