import { type Email, password, type Sender } from '../../platform/mail/email.ts'

/**
 * Carries a code, in the subject too: a phone shows it without opening the email. `use`: where it is typed, in the reader's language. It
 * contains no typed text.
 */
export const codeBlocks = (code: string, use: string, { t, shopName: shop }: Sender): Email => ({
  name: null,
  subject: t('{code} is your code for {shop}', { code, shop }),
  blocks: [
    use,
    password(code),
    t('Share it with nobody: we never ask for it. If you did not ask for a code, do nothing.'),
  ],
})
