import { useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../../api/client.ts'
import { useSubmission } from '../../../api/use-submission.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { toast } from '../../../ui/toaster.ts'
import { adminApi, adminClient } from '../../host/admin-api.ts'
import type { MediaItem } from '../media.queries.ts'
import { usedText } from './media-text.ts'

type DeleteManyProps = { items: readonly MediaItem[]; onClose: () => void; onDone: () => void }
const filesText = (count: number) => (count === 1 ? '1 file' : `${count} files`)

/** Asks before files go for good; then says which stay, because something uses them. */
export default function DeleteMany({ items, onClose, onDone }: DeleteManyProps) {
  const queries = useQueryClient()
  const remove = useSubmission({
    mutationFn: () => adminClient.media.deleteMany({ media_ids: items.map(({ media_id }) => media_id) }),
    onSuccess: ({ deleted, refused }) => {
      if (deleted.length > 0) toast.success(`${filesText(deleted.length)} deleted`)
      if (refused.length === 0) onDone()
      return queries.invalidateQueries({ queryKey: adminApi.media.key() })
    },
    onError: (error) => {
      onClose()
      toast.error(errorText(error, 'Failed to delete the files'))
    },
  })
  const used = items.filter(({ used_in }) => used_in.length > 0)
  const refused = remove.data?.refused ?? (used.length === items.length ? used : [])
  const over = refused.length > 0
  // One dialog for both, so that none closes while the other opens.
  return (
    <Dialog
      open
      onClose={over ? onDone : onClose}
      role={over ? 'dialog' : 'alertdialog'}
      title={
        over
          ? `${filesText(refused.length)} in use`
          : `Are you sure you want to delete ${filesText(items.length - used.length)}?`
      }
      footer={
        <>
          <Button variant="outline" onClick={over ? onDone : onClose}>
            {over ? 'Close' : 'Keep them'}
          </Button>
          {!over && (
            <Button colorPalette="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
              Delete
            </Button>
          )}
        </>
      }
    >
      {over ? (
        <>
          <chakra.p mb="3">These files stay. Remove them from these places first:</chakra.p>
          <FileNames
            files={refused.map(({ media_id, used_in }) => ({
              media_id,
              name: items.find((item) => item.media_id === media_id)?.name ?? media_id,
              places: used_in.map(({ course_name, lesson_title }) =>
                [course_name ?? 'Settings', lesson_title].filter(Boolean).join(', '),
              ),
            }))}
          />
        </>
      ) : used.length === 0 ? (
        <p>Nothing in your shop uses them. Links to them on other sites will stop working.</p>
      ) : (
        <>
          <chakra.p mb="3">{filesText(used.length)} in use will stay:</chakra.p>
          <FileNames
            files={used.map(({ media_id, name, used_in }) => ({ media_id, name, places: [usedText(used_in.length)] }))}
          />
        </>
      )}
    </Dialog>
  )
}

type Named = { media_id: string; name: string; places: string[] }

function FileNames({ files }: { files: readonly Named[] }) {
  return (
    <chakra.ul display="grid" gap="2" maxH="40vh" overflowY="auto" listStyleType="none">
      {files.map(({ media_id, name, places }) => (
        <chakra.li key={media_id} overflowWrap="anywhere">
          <b>{name}</b>
          <chakra.span color="fg.muted"> {[...new Set(places)].join('; ')}</chakra.span>
        </chakra.li>
      ))}
    </chakra.ul>
  )
}
