import { inLanguage } from '../language/language.ts'
import { button, composeEmail, type EmailContent, greetingOf, type MailShop, paragraph } from './email.ts'
import { html } from './html.ts'

type Kind = 'email' | 'phone'

type ContactLinkData = {
  kind: Kind
  token: string
  minutes: number
  /** False for the account's present address. */
  changes: boolean
} & MailShop

/** Returns a link's address. The token follows `#`, which browsers send to nobody. */
export const confirmAddress = (storeUrl: string, kind: Kind, token: string) =>
  `${storeUrl}/confirm${kind === 'phone' ? '?kind=phone' : ''}#${token}`

/** Returns the address of a link that sets a password; its token follows `#`, too. */
export const setPasswordAddress = (storeUrl: string, token: string) => `${storeUrl}/set-password#${token}`

/** Carries the link that proves an address, or a phone by its account's email. It holds no typed text. */
export function contactLinkEmail({ kind, token, minutes, changes, ...shop }: ContactLinkData): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const greeting = greetingOf(speech, null)
  const { newTitle, title, label } = requestLine(kind, t)
  const named = { shop: shop.shopName }
  const shows =
    kind === 'phone'
      ? t(
          'Somebody has asked for a new phone number for your {shop} account. Confirm it, and it counts from then on.',
          named,
        )
      : changes
        ? t(
            'Somebody wants to use this email address for an account at {shop}. Confirm it, and the account uses it from then on.',
            named,
          )
        : t('Confirm that this email address of your {shop} account is yours.', named)
  const once = t('The link works once, within {minutes} minutes.', { minutes })
  const not = t('If this was not you, do nothing: without the link nothing changes.')
  const address = confirmAddress(shop.storeUrl, kind, token)
  const text = `${greeting}

${shows}

${address}

${once}
${not}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${shows}`)}
${button(address, label)}
${paragraph(html`${once} ${not}`)}`
  return composeEmail(shop, changes ? newTitle : title, text, body)
}

const requestLine = (kind: Kind, t: (text: string) => string) =>
  kind === 'email'
    ? {
        newTitle: t('Confirm your new email address'),
        title: t('Confirm your email address'),
        label: t('Confirm email address'),
      }
    : {
        newTitle: t('Confirm your new phone number'),
        title: t('Confirm your phone number'),
        label: t('Confirm phone number'),
      }

/** Notifies the account that owns the address or phone that another requested. */
export function contactTakenEmail({ kind, ...shop }: { kind: Kind } & MailShop): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const greeting = greetingOf(speech, null)
  const title =
    kind === 'email'
      ? t('You already have an account with this email address')
      : t('You already have an account with this phone number')
  const named = { shop: shop.shopName }
  const shows =
    kind === 'email'
      ? t(
          'Somebody has tried to use your email address for another account at {shop}. Nothing has changed: it belongs to your account.',
          named,
        )
      : t(
          'Somebody has tried to use your phone number for another account at {shop}. Nothing has changed: it belongs to your account.',
          named,
        )
  const next = t(
    'If this was you, log in to the account that has it. If you have lost its password, we send you a new one.',
  )
  const not = t('If this was not you, there is nothing to do.')
  const text = `${greeting}

${shows}

${next}
${shop.storeUrl}/login

${not}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${shows}`)}
${paragraph(html`${next}`)}
${button(`${shop.storeUrl}/login`, t('Log in'))}
${paragraph(html`${not}`)}`
  return composeEmail(shop, title, text, body)
}

type ProfileChangedData = {
  changed: readonly ('email' | 'phone')[]
  /** True while the requested change waits for its link. */
  asked: boolean
} & MailShop

/**
 * Notifies the account's former address of a change, without the new value. It names nobody: the address may be
 * unproven.
 */
export function profileChangedEmail({ changed, asked, ...shop }: ProfileChangedData): EmailContent {
  const speech = inLanguage(shop.language)
  const { t, plural } = speech
  const greeting = greetingOf(speech, null)
  const words = { email: t('email address'), phone: t('phone number') }
  const [first, second] = changed.map((field) => words[field])
  const what = second === undefined ? (first ?? '') : t('{first} and {second}', { first: first ?? '', second })
  const values = { what, shop: shop.shopName }
  const title = asked
    ? t('A new {what} for your account', values)
    : plural(changed.length, { one: 'Your {what} was changed', other: 'Your {what} were changed' }, values)
  const shows = asked
    ? t(
        'Somebody has asked for a new {what} for your {shop} account. It is not changed yet: we sent a link to the new address first.',
        values,
      )
    : plural(
        changed.length,
        {
          one: 'The {what} of your {shop} account was changed just now.',
          other: 'The {what} of your {shop} account were changed just now.',
        },
        values,
      )
  const next = asked
    ? t(
        'If this was you, there is nothing to do here. If not, cancel the change in your profile settings and choose a new password.',
      )
    : t('If this was you, there is nothing to do. If not, write to us at once.')
  const [address, label] = asked
    ? [`${shop.storeUrl}/dashboard/settings`, t('Open profile settings')]
    : [`${shop.storeUrl}/contact`, t('Contact us')]
  const text = `${greeting}

${shows}

${next}
${address}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${shows}`)}
${paragraph(html`${next}`)}
${button(address, label)}`
  return composeEmail(shop, title, text, body)
}

/** Confirms a deleted account. It names nobody: the name is deleted too. */
export function accountDeletedEmail(shop: MailShop): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const greeting = greetingOf(speech, null)
  const shows = t('Your {shop} account is deleted. Your courses, coins and gift codes are gone with it.', {
    shop: shop.shopName,
  })
  const stays = t(
    'Orders, invoices and credit notes stay for 6 years, because Indian law requires it. Keep those that we emailed to you.',
  )
  const next = t('If you did not do this, write to us at once.')
  const address = `${shop.storeUrl}/contact`
  const text = `${greeting}

${shows}

${stays}

${next}
${address}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${shows}`)}
${paragraph(html`${stays}`)}
${paragraph(html`${next}`)}
${button(address, t('Contact us'))}`
  return composeEmail(shop, t('Your account is deleted'), text, body)
}
