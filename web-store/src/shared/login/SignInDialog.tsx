import { useNavigate } from 'react-router-dom'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { session } from '../../stores/session.ts'
import { Awning } from '../../ui/Awning.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Box } from '../../ui/layout.tsx'
import { AuthTabs } from './AuthTabs.tsx'
import { MUST_CHANGE_PASSWORD, promptNewPassword } from './new-password-notice.ts'
import { takeRedirectOfNew } from './redirect-of-new.ts'

/** The dialog of the header's Sign In button. A login stays on the page unless an address was waiting for it. */
export default function SignInDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const signedIn = ({ mustChangePassword }: { mustChangePassword: boolean }) => {
    const waiting = session.takeRedirect()
    onClose()
    if (mustChangePassword) {
      promptNewPassword('here')
      navigate(paths.settings, { state: MUST_CHANGE_PASSWORD })
    } else if (waiting) navigate(waiting)
  }
  const registered = () => {
    onClose()
    navigate(takeRedirectOfNew())
  }
  return (
    <Dialog open onClose={onClose} title={t('Log in')} titleHidden size="coins" top={<Awning mx="-6px" mt="-1px" />}>
      <Box pt="9" pb="5">
        <AuthTabs titleAs="h2" onSignedIn={signedIn} onRegistered={registered} onLeave={onClose} />
      </Box>
    </Dialog>
  )
}
