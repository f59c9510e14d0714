import { t } from '../../language/text.ts'
import { LoginForm } from '../../shared/login/LoginForm.tsx'
import { promptNewPassword } from '../../shared/login/new-password-notice.ts'
import { Button } from '../../ui/Button.tsx'

type LogInHereProps = {
  /** To begin with. */
  email: string
  onSignedIn: () => void
  onLeave: () => void
}

/** A log-in in the place of the buyer's details: a file of its own, since most buyers never ask for it. */
export default function LogInHere({ email, onSignedIn, onLeave }: LogInHereProps) {
  return (
    <>
      <LoginForm
        email={email}
        onSignedIn={({ mustChangePassword }) => {
          if (mustChangePassword) promptNewPassword('in settings')
          onSignedIn()
        }}
      />
      <Button variant="ghost" justifySelf="start" ms="-19px" onClick={onLeave}>
        {t('Use different details')}
      </Button>
    </>
  )
}
