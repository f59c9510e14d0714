import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { adminApi } from '../../host/admin-api.ts'
import { useAct } from '../../kit/use-act.tsx'
import type { MediaItem } from '../media.queries.ts'
import { usedText } from './media-text.ts'

type DeleteManyProps = { items: readonly MediaItem[]; onClose: () => void; onDone: () => void }
type Used = Pick<MediaItem, 'media_id' | 'used_in'>

const filesText = (count: number) => (count === 1 ? '1 file' : `${count} files`)
const placesOf = ({ used_in }: Used) =>
  used_in.map(({ course_name, lesson_title }) => [course_name ?? 'Settings', lesson_title].filter(Boolean).join(', '))

/** Asks before files go for good; then says which stay, because something uses them. */
export default function DeleteMany({ items, onClose, onDone }: DeleteManyProps) {
  const used = items.filter(({ used_in }) => used_in.length > 0)
  const [stay, setStay] = useState<readonly Used[]>(used.length === items.length ? used : [])
  const remove = useAct(adminApi.media.deleteMany, {
    failed: 'Failed to delete the files',
    done: ({ deleted }) => (deleted.length > 0 ? `${filesText(deleted.length)} deleted` : null),
    onDone: ({ refused }) => (refused.length > 0 ? setStay(refused) : onDone()),
  })
  const over = stay.length > 0
  const close = over ? onDone : onClose
  const names = (files: readonly Used[], places: (file: Used) => readonly string[]) => (
    <chakra.ul display="grid" gap="2" mt="3" maxH="40vh" overflowY="auto" listStyleType="none">
      {files.map((file) => (
        <chakra.li key={file.media_id} overflowWrap="anywhere">
          <b>{items.find(({ media_id }) => media_id === file.media_id)?.name}</b>
          <chakra.span color="fg.muted"> {[...new Set(places(file))].join('; ')}</chakra.span>
        </chakra.li>
      ))}
    </chakra.ul>
  )
  // One dialog for both, so that none closes while the other opens.
  return (
    <Dialog
      open
      onClose={close}
      role={over ? 'dialog' : 'alertdialog'}
      title={
        over
          ? `${filesText(stay.length)} in use`
          : `Are you sure you want to delete ${filesText(items.length - used.length)}?`
      }
      footer={
        <>
          <Button variant="outline" onClick={close}>
            {over ? 'Close' : 'Keep them'}
          </Button>
          {!over && (
            <Button
              colorPalette="danger"
              busy={remove.busy}
              onClick={() => remove.run({ media_ids: items.map(({ media_id }) => media_id) })}
            >
              Delete
            </Button>
          )}
        </>
      }
    >
      {over ? (
        <>
          <p>These files stay. Remove them from these places first:</p>
          {names(stay, placesOf)}
        </>
      ) : used.length === 0 ? (
        <p>Nothing in your shop uses them. Links to them on other sites will stop working.</p>
      ) : (
        <>
          <p>{filesText(used.length)} in use will stay:</p>
          {names(used, ({ used_in }) => [usedText(used_in.length)])}
        </>
      )}
    </Dialog>
  )
}
