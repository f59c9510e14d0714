import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { t } from '../../language/text.ts'
import { PasswordField } from './PasswordField.tsx'

export type PasswordChange = { current_password?: string | undefined; new_password: string }

type Props = {
  /** Account of the password, for password managers. */
  email: string
  register: UseFormRegister<PasswordChange>
  errors: FieldErrors<PasswordChange>
  /** The login has just proven the present password: only the new one is requested. */
  proven?: boolean
  /** Help below the new password. */
  help: string
}

/** The present password and the new one. */
export function PasswordPair({ email, register, errors, proven = false, help }: Props) {
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {!proven && (
        <PasswordField
          label={t('Current password')}
          autoComplete="current-password"
          required
          error={errors.current_password?.message}
          {...register('current_password')}
        />
      )}
      <PasswordField
        label={t('New password')}
        autoComplete="new-password"
        required
        help={help}
        error={errors.new_password?.message}
        {...register('new_password')}
      />
    </>
  )
}
