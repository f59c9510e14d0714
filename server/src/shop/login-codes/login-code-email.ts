import { CODE_MINUTES } from 'contract/mailed-codes'
import { email } from '../../platform/mail/email.ts'
import { codeBlocks } from '../mailed-codes/code-email.ts'

/** Carries a code that logs in. */
export const loginCodeEmail = email<{ code: string }>(({ code }, sender) =>
  codeBlocks(
    code,
    sender.t('Type this code where you log in. It works once, within {minutes} minutes, in the same browser.', {
      minutes: CODE_MINUTES,
    }),
    sender,
  ),
)
