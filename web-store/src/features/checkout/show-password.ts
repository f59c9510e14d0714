import { t } from '../../language/text.ts'
import { copyText } from '../../shared/copy-text.ts'
import { toast } from '../../ui/toaster.ts'

const PASSWORD_TOAST_MS = 10_000

/** Shows a made password for 10 s, with a press that copies it. */
export function showPassword(password: string): void {
  const copy = async () => {
    const copied = await copyText(password)
    if (copied) toast.info(t('Password copied'), { duration: 2000, id: 'password-copied' })
    else
      toast.error(t('Copying is not allowed here. Please select the password and copy it.'), { id: 'password-copied' })
  }
  const created = t('Account created successfully! Your password is: {password}. Please save it for future login.', {
    password,
  })
  toast.success(created, {
    duration: PASSWORD_TOAST_MS,
    action: { label: t('Copy'), onClick: copy },
  })
}
