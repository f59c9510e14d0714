import { button, email } from '../../platform/mail/email.ts'

type Invited = {
  name: string | null
  percent: number
  window_days: number
  membership_payments: number
  link: string
  page: string
}

export const invitedEmail = email<Invited>(
  ({ name, percent, window_days, membership_payments, link, page }, { t, plural, shopName: shop }) => ({
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
      t('Your link: {link}', { link }),
      t('Say beside the link that it is advertising, for example with #ad.'),
      t('Log in with a code from this mailbox, and enter there where you want to be paid.'),
      button(page, t('Open the partner page')),
    ],
  }),
)

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

export const paidEmail = email<Paid>(({ name, page, tds, section, ...values }, { t, shopName: shop }) => ({
  name,
  subject: t('{shop} paid you {pay}', { shop, pay: values.pay }),
  blocks: [
    [
      t('Your shares of {month}: {shares}.', values),
      tds ? t('TDS by section {section}: {tds}.', { section, tds }) : '',
      t('Paid: {pay}, with the reference {reference}.', values),
    ],
    button(page, t('Open the partner page')),
  ],
}))
