import { Link } from 'react-router-dom'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { adminPaths } from '../../host/admin-paths.ts'

type PublishEmptyProps = {
  busy: boolean
  /** The stored course, whose lessons the dialog links to; a new one is saved as a draft. */
  courseId?: string
  onPublish: () => void
  onDraft?: () => void
  onClose: () => void
}

/** Asks before a course without lessons goes on sale. */
export default function PublishEmpty({ busy, courseId, onPublish, onDraft, onClose }: PublishEmptyProps) {
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
          {courseId === undefined ? (
            <Button busy={busy} onClick={onDraft}>
              Keep as draft
            </Button>
          ) : (
            <Button asChild>
              <Link to={adminPaths.lessons(courseId)} onClick={onClose}>
                Add lessons
              </Link>
            </Button>
          )}
        </>
      }
    >
      This course has no lessons yet. Students could buy it and find nothing to watch.
    </Dialog>
  )
}
