import { useState } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { MediaGrid } from './Library.tsx'
import { MediaThumb } from './LibraryCard.tsx'
import { type MediaItem, type MediaKindFilter, NO_FILTER } from './media.queries.ts'

const Choice = chakra('button', {
  base: {
    display: 'block',
    w: 'full',
    textAlign: 'start',
    cursor: 'pointer',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l3',
    overflow: 'hidden',
    bg: 'bg.panel',
    _hover: { borderColor: 'action.solid', boxShadow: 'md' },
  },
})

const titles: Partial<Record<MediaKindFilter, string>> = {
  image: 'Choose a picture',
  video: 'Choose a video',
  subtitles: 'Choose subtitles',
}

type MediaPickerProps = { kind: MediaKindFilter; onPick: (item: MediaItem) => void; onClose: () => void }

/** Takes a file of the library into a field. Load it lazily. */
export default function MediaPicker({ kind, onPick, onClose }: MediaPickerProps) {
  const [filter, setFilter] = useState({ ...NO_FILTER, kind })
  return (
    <Dialog open onClose={onClose} title={titles[kind] ?? 'Choose a file'} size="wide">
      <chakra.div maxH="70vh" overflowY="auto" pb="4">
        <MediaGrid filter={filter} fixed onFilter={(change) => setFilter((before) => ({ ...before, ...change }))}>
          {(item) => (
            <Choice type="button" onClick={() => onPick(item)}>
              <MediaThumb item={item} />
              <chakra.span display="block" px="3" py="2" textStyle="sm" fontWeight="550" truncate>
                <VisuallyHidden>Use </VisuallyHidden>
                {item.name}
              </chakra.span>
            </Choice>
          )}
        </MediaGrid>
      </chakra.div>
    </Dialog>
  )
}
