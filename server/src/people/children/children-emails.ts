import { PARENT_LINK_DAYS } from 'contract/children/link-days'
import { inLanguage } from '../../platform/language/language.ts'
import {
  button,
  composeEmail,
  type EmailContent,
  greetingOf,
  type MailShop,
  oneLine,
  paragraph,
} from '../../platform/mail/email.ts'
import { html } from '../../platform/mail/html.ts'

type Child = { name: string; parent_name: string }
const FIRST_WORD = /\p{L}[\p{L}\p{M}]{0,29}/u

type Linked = { token: string; child: Child } & MailShop

/** Requests a parent's consent. Nobody has proven the address: of what was typed it holds one word, of letters alone. */
export function parentEmail({ token, child, ...shop }: Linked): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const [first = '…'] = FIRST_WORD.exec(child.name) ?? []
  const values = { child: first, shop: shop.shopName, days: PARENT_LINK_DAYS }
  const lines = [
    t('{child} wants to learn at {shop}, is under 18, and named you as parent or guardian.', values),
    t(
      'The law requires your consent before we use their data. We send no ads and no offers to them, and report them to no advertiser.',
    ),
  ]
  const notes = [
    t('What we use their data for: {address}', { address: `${shop.storeUrl}/privacy/notice` }),
    t('The link works once, within {days} days. If you do not know {child}, do nothing.', values),
  ]
  const address = `${shop.storeUrl}/parent?t=${token}`
  return letter(shop, {
    greeting: greetingOf(speech, null),
    subject: t('Your consent for {child}', values),
    lines,
    link: [address, t('Read and consent')],
    notes,
  })
}

/** Confirms a parent's consent, with the link that withdraws it. */
export function parentConfirmedEmail({ token, child, ...shop }: Linked): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const values = { child: oneLine(child.name), shop: shop.shopName }
  return letter(shop, {
    greeting: greetingOf(speech, child.parent_name),
    subject: t('You consented for {child}', values),
    lines: [
      t('You consented to the account of {child} at {shop}.', values),
      t('The link of this email lets you withdraw at any time until {child} turns 18; the account ends then.', values),
    ],
    link: [`${shop.storeUrl}/parent?w=${token}`, t('Withdraw')],
    notes: [],
  })
}

/** Reports to a child that the parent confirmed. */
export function childConfirmedEmail({ child, ...shop }: { child: Child } & MailShop): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  return letter(shop, {
    greeting: greetingOf(speech, child.name),
    subject: t('Your parent has consented'),
    lines: [t('You can buy courses now. What is in your cart is still there.')],
    link: [`${shop.storeUrl}/cart`, t('Go to the cart')],
    notes: [],
  })
}

type Letter = {
  greeting: string
  subject: string
  lines: string[]
  link: [address: string, label: string]
  notes: string[]
}

function letter(shop: MailShop, { greeting, subject, lines, link: [address, label], notes }: Letter): EmailContent {
  const text = [greeting, ...lines, address, ...notes].join('\n\n')
  const body = html`${paragraph(html`${greeting}`)}
${lines.map((line) => paragraph(html`${line}`))}
${button(address, label)}
${notes.map((line) => paragraph(html`${line}`))}`
  return composeEmail(shop, subject, text, body)
}
