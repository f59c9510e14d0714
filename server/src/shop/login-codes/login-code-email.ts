import { CODE_MINUTES } from 'contract/mailed-codes'
import { inLanguage } from '../../platform/language/language.ts'
import type { EmailContent, MailShop } from '../../platform/mail/email.ts'
import { codeEmail } from '../mailed-codes/code-email.ts'

/** Carries a code that logs in. */
export function loginCodeEmail({ code, ...shop }: { code: string } & MailShop): EmailContent {
  const { t } = inLanguage(shop.language)
  const use = t('Type this code where you log in. It works once, within {minutes} minutes, in the same browser.', {
    minutes: CODE_MINUTES,
  })
  return codeEmail({ code, use, ...shop })
}
