import { button, email, together } from './email.ts'

type Kind = 'email' | 'phone'

type ContactLinkData = {
  kind: Kind
  token: string
  minutes: number
  /** False for the account's present address. */
  changes: boolean
}

/** Returns a link's address. The token follows `#`, which browsers send to nobody. */
export const confirmAddress = (storeUrl: string, kind: Kind, token: string) =>
  `${storeUrl}/confirm${kind === 'phone' ? '?kind=phone' : ''}#${token}`

/** Returns the address of a link that sets a password; its token follows `#`, too. */
export const setPasswordAddress = (storeUrl: string, token: string) => `${storeUrl}/set-password#${token}`

/** Carries the link that proves an address, or a phone by its account's email. It holds no typed text. */
export const contactLinkEmail = email<ContactLinkData>(
  ({ kind, token, minutes, changes }, { t, shopName: shop, storeUrl }) => {
    const [next, present, label, shows] =
      kind === 'email'
        ? [
            t('Confirm your new email address'),
            t('Confirm your email address'),
            t('Confirm email address'),
            changes
              ? t(
                  'Somebody wants to use this email address for an account at {shop}. Confirm it, and the account uses it from then on.',
                  { shop },
                )
              : t('Confirm that this email address of your {shop} account is yours.', { shop }),
          ]
        : [
            t('Confirm your new phone number'),
            t('Confirm your phone number'),
            t('Confirm phone number'),
            t(
              'Somebody has asked for a new phone number for your {shop} account. Confirm it, and it counts from then on.',
              { shop },
            ),
          ]
    return {
      name: null,
      subject: changes ? next : present,
      blocks: [
        shows,
        button(confirmAddress(storeUrl, kind, token), label),
        [
          t('The link works once, within {minutes} minutes.', { minutes }),
          t('If this was not you, do nothing: without the link nothing changes.'),
        ],
      ],
    }
  },
)

/** Notifies the account that owns the address that another requested. */
export const contactTakenEmail = email<void>((_, { t, shopName: shop, storeUrl }) => {
  return {
    name: null,
    subject: t('You already have an account with this email address'),
    blocks: [
      t(
        'Somebody has tried to use your email address for another account at {shop}. Nothing has changed: it belongs to your account.',
        { shop },
      ),
      together(
        t('If this was you, log in to the account that has it. If you have lost its password, we send you a new one.'),
        button(`${storeUrl}/login`, t('Log in')),
      ),
      t('If this was not you, there is nothing to do.'),
    ],
  }
})

type ProfileChangedData = {
  changed: readonly Kind[]
  /** True while the requested change waits for its link. */
  asked: boolean
}

/**
 * Notifies the account's former address of a change, without the new value. It names nobody: the address may be
 * unproven.
 */
export const profileChangedEmail = email<ProfileChangedData>(
  ({ changed, asked }, { t, plural, shopName: shop, storeUrl }) => {
    const words = { email: t('email address'), phone: t('phone number') }
    const [first = '', second] = changed.map((field) => words[field])
    const what = second === undefined ? first : t('{first} and {second}', { first, second })
    const values = { what, shop }
    if (asked)
      return {
        name: null,
        subject: t('A new {what} for your account', values),
        blocks: [
          t(
            'Somebody has asked for a new {what} for your {shop} account. It is not changed yet: we sent a link to the new address first.',
            values,
          ),
          together(
            t(
              'If this was you, there is nothing to do here. If not, cancel the change in your profile settings and choose a new password.',
            ),
            button(`${storeUrl}/dashboard/settings`, t('Open profile settings')),
          ),
        ],
      }
    return {
      name: null,
      subject: plural(changed.length, { one: 'Your {what} was changed', other: 'Your {what} were changed' }, values),
      blocks: [
        plural(
          changed.length,
          {
            one: 'The {what} of your {shop} account was changed just now.',
            other: 'The {what} of your {shop} account were changed just now.',
          },
          values,
        ),
        together(
          t('If this was you, there is nothing to do. If not, write to us at once.'),
          button(`${storeUrl}/contact`, t('Contact us')),
        ),
      ],
    }
  },
)

/** Confirms a deleted account. It names nobody: the name is deleted too. */
export const accountDeletedEmail = email<void>((_, { t, shopName: shop, storeUrl }) => ({
  name: null,
  subject: t('Your account is deleted'),
  blocks: [
    t('Your {shop} account is deleted. Your courses, coins and gift codes are gone with it.', { shop }),
    t(
      'Orders, invoices and credit notes stay for 6 years, because Indian law requires it. Keep those that we emailed to you.',
    ),
    together(t('If you did not do this, write to us at once.'), button(`${storeUrl}/contact`, t('Contact us'))),
  ],
}))
