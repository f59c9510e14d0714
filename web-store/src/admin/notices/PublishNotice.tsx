import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

type PublishNoticeProps = { version: number; busy: boolean; onConfirm: () => void; onClose: () => void }

/** Confirms a new version before everybody reads it. */
export default function PublishNotice({ version, busy, onConfirm, onClose }: PublishNoticeProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Publish version ${version}?`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={busy} busyText="Publishing..." onClick={onConfirm}>
            Publish
          </Button>
        </>
      }
    >
      <p>
        It is in force at once, in every language, and cannot be changed or taken back. New consents name it. Earlier
        versions stay readable. Have you read each language?
      </p>
    </Dialog>
  )
}
