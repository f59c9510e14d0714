import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FOLDER_LENGTH } from 'contract/spelling'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/toaster.ts'
import { useActionForm } from '../../forms/use-action-form.ts'
import { adminApi, adminClient } from '../../host/admin-api.ts'
import { foldersQuery, type MediaItem } from '../media.queries.ts'

type MoveMediaProps = { items: readonly MediaItem[]; onClose: () => void; onDone: () => void }

/** Moves files into a folder, an existing or a new one. */
export default function MoveMedia({ items, onClose, onDone }: MoveMediaProps) {
  const [first] = items
  const media_ids = items.map(({ media_id }) => media_id)
  const begun = { folder: items.every((item) => item.folder === first?.folder) ? (first?.folder ?? '') : '' }
  const { data: folders = [] } = useQuery(foldersQuery)
  const queries = useQueryClient()
  const form = useActionForm({
    name: `folder:${media_ids.join()}`,
    begun,
    send: (body) => adminClient.media.move({ media_ids, ...body }),
    failed: 'Move not confirmed',
    fallback: 'Failed to move the files',
    onDone: async ({ moved }) => {
      onDone()
      toast.success(moved === 1 ? '1 file moved' : `${moved} files moved`)
      await queries.cancelQueries({ queryKey: adminApi.media.key() })
      return queries.invalidateQueries({ queryKey: adminApi.media.key() })
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={items.length === 1 ? 'Move 1 file' : `Move ${items.length} files`}
      footer={
        <>
          <Button variant="outline" onClick={() => form.cancel(onClose)}>
            Cancel
          </Button>
          <Button type="submit" form="move-media" busy={form.isPending} busyText="Moving...">
            Move
          </Button>
        </>
      }
    >
      <form method="post" id="move-media" noValidate onSubmit={form.submit}>
        <Field
          label="Folder"
          help="Pick one or type a new name; a / makes a folder in it. Leave it empty to take the files out of their folder."
          maxLength={FOLDER_LENGTH}
          list="media-folders"
          autoComplete="off"
          {...form.field('folder')}
          error={form.problem}
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
