import { html } from './html.ts'
import { button, type Letter, letter, type MailShop, paragraph } from './letter.ts'

type Kind = 'email' | 'phone'

export type ContactLinkData = {
  kind: Kind
  token: string
  minutes: number
  /** False for the address that the account has already. */
  changes: boolean
} & MailShop

/** Where a link leads. The token stands behind `#`, which browsers send to nobody. */
export const confirmAddress = (storeUrl: string, kind: Kind, token: string) =>
  `${storeUrl}/confirm${kind === 'phone' ? '?kind=phone' : ''}#${token}`

/** The link that proves an address, or a phone by the mail of its account. It holds nothing that anybody has typed. */
export function contactLinkLetter({ kind, token, minutes, changes, ...shop }: ContactLinkData): Letter {
  const what = kind === 'email' ? 'email address' : 'phone number'
  const title = changes ? `Confirm your new ${what}` : `Confirm your ${what}`
  const says =
    kind === 'phone'
      ? `Somebody has asked for a new phone number for your ${shop.shopName} account. Confirm it, and it counts from then on.`
      : changes
        ? `Somebody wants to use this email address for an account at ${shop.shopName}. Confirm it, and the account uses it from then on.`
        : `Confirm that this email address of your ${shop.shopName} account is yours.`
  const once = `The link works once, within ${minutes} minutes.`
  const not = 'If this was not you, do nothing: without the link nothing changes.'
  const address = confirmAddress(shop.storeUrl, kind, token)
  const text = `Hello,

${says}

${address}

${once}
${not}`
  const body = html`${paragraph(html`Hello,`)}
${paragraph(html`${says}`)}
${button(address, `Confirm ${what}`)}
${paragraph(html`${once} ${not}`)}`
  return letter(shop, title, text, body)
}

/** Tells the account that has the address or phone which somebody else has asked for. */
export function contactTakenLetter({ kind, ...shop }: { kind: Kind } & MailShop): Letter {
  const what = kind === 'email' ? 'email address' : 'phone number'
  const title = `You already have an account with this ${what}`
  const says = `Somebody has tried to use your ${what} for another account at ${shop.shopName}. Nothing has changed: it belongs to your account.`
  const next =
    'If this was you, sign in to the account that has it. If you have lost its password, we send you a new one.'
  const text = `Hello,

${says}

${next}
${shop.storeUrl}/login

If this was not you, there is nothing to do.`
  const body = html`${paragraph(html`Hello,`)}
${paragraph(html`${says}`)}
${paragraph(html`${next}`)}
${button(`${shop.storeUrl}/login`, 'Sign in')}
${paragraph(html`If this was not you, there is nothing to do.`)}`
  return letter(shop, title, text, body)
}
