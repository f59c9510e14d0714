import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { toast } from '../../ui/toaster.ts'

/** State of the settings after such a login: they request the new password, too. */
export const MUST_CHANGE_PASSWORD = { mustChangePassword: true }

/**
 * Shows a notice after a login with a mailed password, which works only once. `here`: the next screen chooses a new one; elsewhere the
 * notice leads there.
 */
export function promptNewPassword(where: 'here' | 'in settings'): void {
  const here = where === 'here'
  toast.info(t('Please choose a new password'), {
    description: here
      ? t('The password from our email works only once. Choose your own here.')
      : t('The password from our email works only once. Choose your own in Settings.'),
    duration: 10_000,
    id: 'new-password',
    ...(here ? {} : { action: { label: t('Settings'), to: paths.settings } }),
  })
}
