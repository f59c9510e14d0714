import { Awning } from '../ui/Awning.tsx'
import { Dialog } from '../ui/Dialog.tsx'

/** The dialog of the header's Sign In button. */
export default function SignInDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Sign in" titleHidden size="coins" top={<Awning mx="-6px" mt="-1px" />}>
      <div id="sign-in-forms" />
    </Dialog>
  )
}
