import { fill } from 'contract/fill'
import { inLanguage } from '../language/language.ts'
import { confirmAddress } from './contact-link.ts'
import { bold, html, rich } from './html.ts'
import { button, greetingOf, type Letter, letter, linked, type MailShop, paragraph } from './letter.ts'

export type WelcomeData = {
  referral_code: string
  /** The token of the link that proves the address; undefined when there is nothing to prove. */
  token: string | undefined
  days: number
} & MailShop

/**
 * The first mail of an account. It holds no password, for the buyer's is shown in the store, and nothing that was typed: the
 * address may be a stranger's.
 */
export function welcomeLetter({ referral_code, token, days, ...shop }: WelcomeData): Letter {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const title = t('Welcome to {shop}', { shop: shop.shopName })
  const greeting = greetingOf(speech, null)
  const says = t('Your account is ready. Log in with this email address.')
  const why = t('Confirm your email to get invoices by email:')
  const once = t('The link works once, within {days} days. If you did not make this account, do nothing.', { days })
  const address = token && confirmAddress(shop.storeUrl, 'email', token)
  const friend = t('Your referral code is {code}.\nA friend who joins can enter it.')
  const text = `${greeting}

${says}

${t('Your courses are here:')}
${shop.storeUrl}/dashboard
${address ? `\n${why}\n${address}\n\n${once}\n` : ''}
${fill(friend, { code: referral_code })}`
  const confirm = t(
    'Confirm your email to get invoices by email: <link>Confirm my email address</link>. The link works once, within {days} days. If you did not make this account, do nothing.',
  )
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${says}`)}
${button(`${shop.storeUrl}/dashboard`, t('Go to my courses'))}
${address ? paragraph(rich(confirm, { days, link: linked(address) })) : html``}
${paragraph(rich(friend, { code: bold(referral_code) }))}`
  return letter(shop, title, text, body)
}
