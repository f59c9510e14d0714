import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { adminApi } from '../../host/admin-api.ts'
import { useAct } from '../../kit/use-act.tsx'
import type { MediaItem } from '../media.queries.ts'
import MediaUses from './MediaUses.tsx'

/** Asks before a file goes for good; one that is used, perhaps since the library loaded, says where instead. */
export default function DeleteMedia({ of, onClose }: { of: MediaItem; onClose: () => void }) {
  const { media_id, name } = of
  const [used_in, setUsedIn] = useState(of.used_in)
  const remove = useAct(adminApi.media.deleteMany, {
    failed: 'Failed to delete the file',
    done: ({ refused }) => (refused.length > 0 ? null : 'File deleted successfully'),
    onDone: ({ refused: [refused] }) => (refused ? setUsedIn(refused.used_in) : onClose()),
  })
  if (used_in.length > 0) return <MediaUses of={{ name, used_in }} deleting onClose={onClose} />
  return (
    <ConfirmDialog
      open
      title="Are you sure you want to delete this file?"
      busy={remove.busy}
      onConfirm={() => remove.run({ media_ids: [media_id] })}
      onClose={onClose}
    >
      <p>
        <b>{name}</b> is not used anywhere in your shop. Links to it on other sites will stop working.
      </p>
    </ConfirmDialog>
  )
}
