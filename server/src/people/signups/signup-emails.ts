import { SIGNUP_DAYS } from 'contract/pages/signups'
import { button, email } from '../../platform/mail/email.ts'

/** Carries the link that confirms a wish for news. It holds no typed text: anybody may have typed the address. */
export const signupEmail = email<{ token: string }>(({ token }, { t, shopName: shop, storeUrl }) => ({
  name: null,
  subject: t('Confirm news by email'),
  blocks: [
    t('Somebody wants news from {shop} at this email address. Confirm it, and they come from then on.', { shop }),
    button(`${storeUrl}/signup?t=${token}`, t('Yes, send me news')),
    [
      t('The link works once, within {days} days.', { days: SIGNUP_DAYS }),
      t('If this was not you, do nothing: without the link nothing changes.'),
    ],
  ],
}))
