import type { ComponentProps } from 'react'
import { t } from '../../language/text.ts'
import { PasswordField } from './PasswordField.tsx'

type Props = {
  /** Account of the password, for password managers. */
  email: string
  field: (name: 'current_password' | 'new_password') => Omit<ComponentProps<typeof PasswordField>, 'label'>
  /** The login has just proven the present password: only the new one is requested. */
  proven?: boolean
  /** Help below the new password. */
  help: string
}

/** The present password and the new one. */
export function PasswordPair({ email, field, proven = false, help }: Props) {
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {!proven && (
        <PasswordField
          label={t('Current password')}
          autoComplete="current-password"
          required
          {...field('current_password')}
        />
      )}
      <PasswordField
        label={t('New password')}
        autoComplete="new-password"
        required
        help={help}
        {...field('new_password')}
      />
    </>
  )
}
