import { inLanguage } from '../language/language.ts'
import { html } from './html.ts'
import { button, greetingOf, type Letter, letter, type MailShop, paragraph } from './letter.ts'

export type ProfileChangedData = {
  changed: readonly ('email' | 'phone')[]
  /** The change was asked for and waits for its link. */
  asked: boolean
} & MailShop

/**
 * Goes to the address the account had before; says what changed, not to what. It names nobody: that address may never have
 * been proven.
 */
export function profileChangedLetter({ changed, asked, ...shop }: ProfileChangedData): Letter {
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
  const says = asked
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

${says}

${next}
${address}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${says}`)}
${paragraph(html`${next}`)}
${button(address, label)}`
  return letter(shop, title, text, body)
}
