import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

type PublishEmptyProps = { busy: boolean; onPublish: () => void; onDraft: () => void; onClose: () => void }

/** Asks before a course without lessons goes on sale. */
export default function PublishEmpty({ busy, onPublish, onDraft, onClose }: PublishEmptyProps) {
  return (
    <Dialog
      open
      role="alertdialog"
      title="Publish without lessons?"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" disabled={busy} onClick={onPublish}>
            Publish anyway
          </Button>
          <Button busy={busy} onClick={onDraft}>
            Keep as draft
          </Button>
        </>
      }
    >
      This course has no lessons yet. Students could buy it and find nothing to watch.
    </Dialog>
  )
}
