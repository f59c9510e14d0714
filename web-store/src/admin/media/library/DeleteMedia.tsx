import { useQueryClient } from '@tanstack/react-query'
import { errorText, isApiError } from '../../../api/client.ts'
import { useSubmission } from '../../../api/use-submission.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { toast } from '../../../ui/toaster.ts'
import { adminApi, adminClient } from '../../host/admin-api.ts'
import type { MediaItem } from '../media.queries.ts'
import MediaUses from './MediaUses.tsx'

/** Asks before a file goes for good; one that is used says where instead. */
export default function DeleteMedia({ item, onClose }: { item: MediaItem; onClose: () => void }) {
  const { media_id, name } = item
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: adminApi.media.key() })
  const remove = useSubmission({
    mutationFn: () => adminClient.media.delete({ params: { media_id } }),
    onSuccess: () => {
      onClose()
      toast.success('File deleted successfully')
      return reload()
    },
    onError: (error) => {
      void reload()
      // The uses are shown in place.
      if (isApiError(error) && error.code === 'in_use') return
      onClose()
      toast.error(errorText(error, 'Failed to delete the file'))
    },
  })
  const used_in = usesOf(remove.error) ?? item.used_in
  if (used_in.length > 0) return <MediaUses item={{ ...item, used_in }} deleting onClose={onClose} />
  return (
    <ConfirmDialog
      open
      title="Are you sure you want to delete this file?"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        <b>{name}</b> is not used anywhere in your shop. Links to it on other sites will stop working.
      </p>
    </ConfirmDialog>
  )
}

/** Returns the places that use it since the library loaded. */
function usesOf(error: unknown): MediaItem['used_in'] | undefined {
  if (!isApiError(error) || error.code !== 'in_use') return undefined
  return (error.data as { used_in?: MediaItem['used_in'] }).used_in
}
