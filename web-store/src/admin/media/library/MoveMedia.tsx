import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText, isAuthError } from '../../../api/client.ts'
import { useSubmission } from '../../../api/use-submission.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/toaster.ts'
import { adminApi, adminClient } from '../../host/admin-api.ts'
import { foldersQuery, type MediaItem } from '../media.queries.ts'

type MoveMediaProps = { items: readonly MediaItem[]; onClose: () => void; onDone: () => void }

/** Puts files into a folder, one that is there or a new one. */
export default function MoveMedia({ items, onClose, onDone }: MoveMediaProps) {
  const [first] = items
  const [folder, setFolder] = useState(
    items.every((item) => item.folder === first?.folder) ? (first?.folder ?? '') : '',
  )
  const { data: folders = [] } = useQuery(foldersQuery)
  const queries = useQueryClient()
  const move = useSubmission({
    mutationFn: () => adminClient.media.move({ media_ids: items.map(({ media_id }) => media_id), folder }),
    onSuccess: async ({ moved }) => {
      onDone()
      toast.success(moved === 1 ? '1 file moved' : `${moved} files moved`)
      await queries.cancelQueries({ queryKey: adminApi.media.key() })
      return queries.invalidateQueries({ queryKey: adminApi.media.key() })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!move.isPending) move.mutate()
  }
  const problem = move.error && !isAuthError(move.error) && errorText(move.error, 'Failed to move the files')
  return (
    <Dialog
      open
      onClose={onClose}
      title={items.length === 1 ? 'Move 1 file' : `Move ${items.length} files`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="move-media" busy={move.isPending} busyText="Moving...">
            Move
          </Button>
        </>
      }
    >
      <form id="move-media" noValidate onSubmit={submit}>
        <Field
          label="Folder"
          help="Pick one or type a new name. Leave it empty to take the files out of their folder."
          value={folder}
          maxLength={80}
          list="media-folders"
          autoComplete="off"
          error={problem || undefined}
          onChange={(event) => setFolder(event.target.value)}
        />
        <datalist id="media-folders">
          {folders.map(({ folder: known }) => (
            <option key={known} value={known} />
          ))}
        </datalist>
      </form>
    </Dialog>
  )
}
