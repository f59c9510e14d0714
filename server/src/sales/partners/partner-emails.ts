import { button, email, rich, shownLink, subjectOf } from '../../platform/mail/email.ts'

type Invited = {
  name: string | null
  percent: number
  window_days: number
  membership_payments: number
  link: string
  page: string
  /** The shop has the login by a code. */
  byCode: boolean
}

export const invitedEmail = email<Invited>(
  ({ name, percent, window_days, membership_payments, link, page, byCode }, { t, plural, shopName: shop }) => ({
    name,
    subject: t('You are a partner of {shop}', { shop }),
    blocks: [
      plural(
        window_days,
        {
          one: 'You get {percent}% of what people pay without tax who buy within a day of pressing your link.',
          other: 'You get {percent}% of what people pay without tax who buy within {count} days of pressing your link.',
        },
        { percent },
      ),
      plural(membership_payments, {
        one: 'If they join a membership, its first payment counts.',
        other: 'If they join a membership, its first {count} payments count.',
      }),
      rich(t('Your link: {link}'), { link: shownLink(link) }),
      t('Say beside the link that it is advertising, for example with #ad.'),
      byCode
        ? t('Log in with a code from this mailbox, and enter there where you want to be paid.')
        : t('The first time, tap “Forgot your password?” on the login page: this mailbox gets a password.'),
      button(page, t('Open the partner page')),
    ],
  }),
)

type PayeeChanged = { name: string | null; account: string | null; pan: string | null; page: string }

export const payeeChangedEmail = email<PayeeChanged>(({ name, account, pan, page }, { t, shopName: shop }) => ({
  name,
  subject: t('{shop}: where you are paid has changed', { shop }),
  blocks: [
    [account ? t('Account: {account}', { account }) : '', pan ? t('PAN: {pan}', { pan }) : ''],
    t('If this was not you, change your password now and answer this email before the next payout.'),
    button(page, t('Open the partner page')),
  ],
}))

type Paid = {
  name: string | null
  month: string
  pay: string
  shares: string
  tds: string | null
  section: string
  reference: string
  page: string
}

export const paidEmail = email<Paid>(({ name, page, tds, section, ...values }, { t, shopName: shop, language }) => ({
  name,
  subject: subjectOf({ language }, `${shop} paid you ${values.pay}`, t('{shop} paid your shares', { shop })),
  blocks: [
    [
      t('Your shares of {month}: {shares}.', values),
      tds ? t('TDS by section {section}: {tds}.', { section, tds }) : '',
      t('Paid: {pay}, with the reference {reference}.', values),
    ],
    button(page, t('Open the partner page')),
  ],
}))
