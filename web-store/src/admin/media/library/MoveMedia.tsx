import { useQuery } from '@tanstack/react-query'
import { FOLDER_LENGTH } from 'contract/spelling'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { adminApi } from '../../host/admin-api.ts'
import { text } from '../../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../../kit/form.tsx'
import { foldersQuery, type MediaItem } from '../media.queries.ts'

const fields = {
  folder: text('Folder', {
    unmarked: true,
    own: false,
    list: 'media-folders',
    maxLength: FOLDER_LENGTH,
    help: 'Pick one or type a new name; a / makes a folder in it. Leave it empty to take the files out of their folder.',
  }),
}

type MoveMediaProps = { items: readonly MediaItem[]; onClose: () => void; onDone: () => void }

/** Moves files into a folder, an existing or a new one. */
export default function MoveMedia({ items, onClose, onDone }: MoveMediaProps) {
  const [first] = items
  const media_ids = items.map(({ media_id }) => media_id)
  const begun = { folder: items.every((item) => item.folder === first?.folder) ? (first?.folder ?? '') : '' }
  const { data: folders = [] } = useQuery(foldersQuery)
  const form = useForm(adminApi.media.move, fields, {
    draft: `folder:${media_ids.join()}`,
    begun,
    shape: (body) => ({ media_ids, ...body }),
    failed: 'Move not confirmed',
    fallback: 'Failed to move the files',
    done: ({ moved }) => (moved === 1 ? '1 file moved' : `${moved} files moved`),
    onDone,
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
          <SaveButton of={form} formId="move-media" always busyText="Moving...">
            Move
          </SaveButton>
        </>
      }
    >
      <Form form={form} id="move-media">
        <datalist id="media-folders">
          {folders.map(({ folder: known }) => (
            <option key={known} value={known} />
          ))}
        </datalist>
      </Form>
    </Dialog>
  )
}
