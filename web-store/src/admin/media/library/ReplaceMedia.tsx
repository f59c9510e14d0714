import { useQueryClient } from '@tanstack/react-query'
import { claimedKind, mediaKinds, typeMessage } from 'contract/media/kinds'
import { useEffect, useState } from 'react'
import { errorText, isApiError } from '../../../api/client.ts'
import { useSubmission } from '../../../api/use-submission.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { toast } from '../../../ui/toaster.ts'
import { adminApi, adminClient } from '../../host/admin-api.ts'
import { usePlatform } from '../../host/platform.tsx'
import type { MediaItem } from '../media.queries.ts'
import { adminQueue, useQueueView } from '../queue/admin-queue.ts'
import { arrival, NotArrived } from '../queue/arrivals.ts'
import { isUnderWay } from '../queue/upload-types.ts'
import { usedText } from './media-text.ts'

/** Takes a new file in the place of one, wherever that is used. The new one goes up like any other, and takes the place once it is there. */
export default function ReplaceMedia({ item, onClose }: { item: MediaItem; onClose: () => void }) {
  const { media_id, name, kind, used_in } = item
  const platform = usePlatform()
  const queue = adminQueue(platform)
  const queries = useQueryClient()
  const [key, setKey] = useState<string>()
  const [refused, setRefused] = useState<string>()
  const upload = useQueueView(queue).items.find((one) => one.key === key)
  // Closing the dialog cancels the new file.
  useEffect(
    () => () => {
      const item = queue.view().items.find((one) => one.key === key)
      if (item && isUnderWay(item)) queue.remove(item.key)
    },
    [queue, key],
  )
  const replace = useSubmission({
    mutationFn: async (upload: string) => {
      const arrived = await arrival(queue, upload)
      if (!arrived) throw new NotArrived(name)
      return adminClient.media.replace({ params: { media_id }, body: { with: arrived.media_id } })
    },
    onSuccess: () => {
      onClose()
      toast.success('File replaced', { description: used_in.length > 0 ? `${usedText(used_in.length)}.` : undefined })
    },
    // Courses and lessons name another address now.
    onSettled: () => queries.invalidateQueries({ queryKey: adminApi.key() }),
  })
  const choose = async () => {
    const [file] = await platform.pickFiles({
      kind: kind === 'image' || kind === 'video' ? kind : 'media',
      multiple: false,
      keep: true,
    })
    if (!file) return
    if (claimedKind(file) !== kind) return setRefused(typeMessage(kind))
    setRefused(undefined)
    const [added] = queue.add([file], { awaited: 'form' })
    if (!added) return
    setKey(added)
    replace.mutate(added)
  }
  const problem = refused ?? (replace.error ? problemOf(replace.error) : undefined)
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
          <Button busy={replace.isPending} busyText="Replacing..." onClick={() => void choose()}>
            Choose a file
          </Button>
        </>
      }
    >
      <chakra.div display="grid" gap="3">
        <p>
          {used_in.length === 0
            ? 'Nothing uses this file.'
            : `${usedText(used_in.length)}. The new file shows there at once.`}{' '}
          The old file is deleted, and links to it on other sites stop working.
        </p>
        <chakra.p textStyle="sm" color="fg.muted">
          {mediaKinds[kind].formats} only.
          {replace.isPending && ' Keep this open until it is done.'}
        </chakra.p>
        {upload && replace.isPending && (
          <ProgressBar
            percent={upload.size > 0 ? Math.floor((upload.sent / upload.size) * 100) : 100}
            label={`Uploading ${upload.name}`}
          />
        )}
        {problem && (
          <chakra.p role="alert" color="danger.fg">
            {problem}
          </chakra.p>
        )}
      </chakra.div>
    </Dialog>
  )
}

function problemOf(error: unknown): string | undefined {
  if (error instanceof NotArrived) return error.message || 'The file did not arrive. Please choose it again.'
  if (isApiError(error) && error.status === 404) return 'Someone else has replaced or deleted this file.'
  return errorText(error, 'Failed to replace the file')
}
