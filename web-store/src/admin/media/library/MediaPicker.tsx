import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { VisuallyHidden } from '../../../ui/text.tsx'
import { useIsHere } from '../../../ui/use-is-here.ts'
import { FieldProblem } from '../../forms/form-parts.tsx'
import { IconUpload } from '../../host/admin-icons.ts'
import { type MediaItem, type MediaKindFilter, NO_FILTER } from '../media.queries.ts'
import { MediaList } from './Library.tsx'
import { MediaThumb } from './MediaThumb.tsx'
import { useTaking } from './use-taking.ts'

const Grid = chakra('ul', {
  base: {
    display: 'grid',
    // Two on a phone, one with letters of twice the size.
    gridTemplateColumns: { base: 'repeat(auto-fill, minmax(max(8rem, 34%), 1fr))', lg: 'repeat(4, minmax(0,1fr))' },
    gap: { base: '3', lg: '4.5' },
    listStyleType: 'none',
  },
})

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
  image: 'Choose an image',
  video: 'Choose a video',
  subtitles: 'Choose subtitles',
}

/** A file that was just uploaded has no preview yet. */
type PickedMedia = Pick<MediaItem, 'url' | 'name'> & Partial<Pick<MediaItem, 'preview_url'>>
type MediaPickerProps = { kind: MediaKindFilter; onPick: (item: PickedMedia) => void; onClose: () => void }

/** Puts a file of the library, or one that is uploaded here, into a field. Load it lazily. */
export default function MediaPicker({ kind, onPick, onClose }: MediaPickerProps) {
  const [filter, setFilter] = useState({ ...NO_FILTER, kind })
  return (
    <Dialog open onClose={onClose} title={titles[kind] ?? 'Choose a file'} size="wide">
      {/* Focus rings at the edges have room. */}
      <chakra.div maxH="70vh" overflowY="auto" pb="4" px="1.5" mx="-1.5" pt="1.5">
        <UploadHere kind={kind} onPick={onPick} />
        <MediaList filter={filter} fixed onFilter={(change) => setFilter((before) => ({ ...before, ...change }))}>
          {(items) => (
            <Grid>
              {items.map((item) => (
                <li key={item.media_id}>
                  <Choice type="button" onClick={() => onPick(item)}>
                    <MediaThumb item={item} />
                    <chakra.span display="block" px="3" py="2" textStyle="sm" fontWeight="550" truncate>
                      <VisuallyHidden>Use </VisuallyHidden>
                      {item.name}
                    </chakra.span>
                  </Choice>
                </li>
              ))}
            </Grid>
          )}
        </MediaList>
      </chakra.div>
    </Dialog>
  )
}

const uploads: Partial<Record<MediaKindFilter, string>> = {
  image: 'Upload an image',
  video: 'Upload a video',
  subtitles: 'Upload subtitles',
}

/** Uploads a file and picks it once it is in the library. When the dialog closes before, the upload goes on to the library. */
function UploadHere({ kind, onPick }: Pick<MediaPickerProps, 'kind' | 'onPick'>) {
  const here = useIsHere()
  const { busy, problem, choose } = useTaking({
    kind,
    picks: 'any',
    take: async (media) => here.current && onPick(media),
    failed: 'The upload failed',
  })
  return (
    <chakra.div display="grid" gap="2" justifyItems="start" mb="4.5">
      <Button size="sm" busy={busy} busyText="Uploading..." onClick={() => void choose()}>
        <Icon of={IconUpload} size={16} />
        {uploads[kind] ?? 'Upload a file'}
      </Button>
      <div role="alert">{problem && <FieldProblem>{problem}</FieldProblem>}</div>
    </chakra.div>
  )
}
