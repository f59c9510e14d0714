import { mediaKinds } from 'contract/media/kinds'
import { useEffect } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { adminApi, adminClient } from '../../host/admin-api.ts'
import type { MediaItem } from '../media.queries.ts'
import { useQueueView } from '../queue/admin-queue.ts'
import { percentOf } from '../queue/upload-state.ts'
import { isUnderWay } from '../queue/upload-types.ts'
import { usedText } from './media-text.ts'
import { useTaking } from './use-taking.ts'

/** Takes a new file in the place of one, wherever that is used. The new one goes up like any other, and takes the place once it is there. */
export default function ReplaceMedia({ of, onClose }: { of: MediaItem; onClose: () => void }) {
  const { media_id, name, kind, used_in } = of
  const used = used_in.length > 0 ? `${usedText(used_in.length)}.` : undefined
  const { queue, key, busy, problem, choose } = useTaking({
    kind,
    picks: 'media',
    awaited: 'form',
    take: (arrived) => adminClient.media.replace({ params: { media_id }, body: { with: arrived.media_id } }),
    failed: 'Failed to replace the file',
    done: ['File replaced', used],
    onDone: onClose,
    // Courses and lessons name another address now.
    also: [adminApi.key()],
  })
  const upload = useQueueView(queue).items.find((one) => one.key === key)
  // Closing the dialog cancels the new file.
  useEffect(
    () => () => {
      const item = queue.view().items.find((one) => one.key === key)
      if (item && isUnderWay(item)) queue.remove(item.key)
    },
    [queue, key],
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Replace ${name}`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={busy} busyText="Replacing..." onClick={() => void choose()}>
            Choose a file
          </Button>
        </>
      }
    >
      <chakra.div display="grid" gap="3">
        <p>
          {used ? `${used} The new file shows there at once.` : 'Nothing uses this file.'} The old file is deleted, and
          links to it on other sites stop working.
        </p>
        <chakra.p textStyle="sm" color="fg.muted">
          {mediaKinds[kind].formats} only.
          {busy && ' Keep this open until it is done.'}
        </chakra.p>
        {upload && busy && <ProgressBar percent={percentOf(upload)} label={`Uploading ${upload.name}`} />}
        {problem && (
          <chakra.p role="alert" color="danger.fg">
            {problem}
          </chakra.p>
        )}
      </chakra.div>
    </Dialog>
  )
}
