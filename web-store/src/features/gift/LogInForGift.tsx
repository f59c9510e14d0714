import { AuthTabs } from '../../shared/login/AuthTabs.tsx'
import { promptNewPassword } from '../../shared/login/new-password-notice.ts'

/** Login and registration below a gift: it stays in view, and its code in the address. */
export default function LogInForGift() {
  return (
    <AuthTabs
      initial="register"
      titleAs="h2"
      onSignedIn={({ mustChangePassword }) => mustChangePassword && promptNewPassword('in settings')}
      onRegistered={() => undefined}
    />
  )
}
