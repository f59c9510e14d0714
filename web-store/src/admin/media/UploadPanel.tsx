import { chakra } from '@chakra-ui/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminApi } from '../admin-api.ts'
import { IconCloudUpload } from '../admin-icons.ts'
import { type PickedFile, usePlatform } from '../platform.tsx'
import { useUnsaved } from '../unsaved.ts'
import { adminQueue, useQueueView } from './admin-queue.ts'
import { uploadLimitsQuery } from './media.queries.ts'
import { bytesText } from './media-text.ts'
import { UploadList } from './UploadList.tsx'
import { isUnderWay } from './upload-types.ts'

const Panel = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0,1fr)', lg: 'minmax(0,1fr) minmax(0,1.25fr)' },
    gap: '6',
    mb: '10',
    alignItems: 'start',
  },
})

const Drop = chakra('section', {
  base: {
    display: 'grid',
    placeContent: 'center',
    justifyItems: 'center',
    gap: '2.5',
    minH: { lg: '300px' },
    px: '5',
    py: '8',
    textAlign: 'center',
    bg: 'bg.panel',
    border: '2px dashed',
    borderColor: 'border.emphasized',
    borderRadius: 'l3',
    '&[data-over]': { borderColor: 'action.solid', bg: 'action.subtle' },
    '& > svg': { color: 'action.fg' },
  },
})

/** Where files are dropped or chosen, and what becomes of them. */
export function UploadPanel() {
  const platform = usePlatform()
  const queue = adminQueue(platform)
  const { items, total } = useQueueView(queue)
  const queries = useQueryClient()
  const { data: limits } = useQuery(uploadLimitsQuery)
  const [over, setOver] = useState(false)
  // Leaving would interrupt what is under way, and an ended session must not lose it.
  useUnsaved('uploads', items.some(isUnderWay))
  const done = useRef(total.done)
  useEffect(() => {
    if (total.done > done.current) void queries.invalidateQueries({ queryKey: adminApi.media.key() })
    done.current = total.done
  }, [total.done, queries])
  const add = (choosing: Promise<PickedFile[]>) =>
    choosing.then(
      (files) => queue.add(files),
      () => toast.error('These files could not be read. Please try again.'),
    )
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void add(platform.takeDropped(event.dataTransfer, { kind: 'media' }))
  }
  return (
    <Panel>
      <Drop
        aria-label="Add files"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon of={IconCloudUpload} size={34} />
        <chakra.p fontSize="1.125rem" fontWeight="550">
          Drop files or whole folders here
        </chakra.p>
        <chakra.p textStyle="sm" color="fg.muted">
          Images: JPEG, PNG, GIF, WEBP up to 5MB.
          <br />
          Videos: MP4, WebM, OGG{limits ? ` up to ${bytesText(limits.max_video_bytes)}` : ''}.
        </chakra.p>
        <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="2.5" mt="2.5">
          <Button onClick={() => add(platform.pickFiles({ kind: 'media', multiple: true, keep: true }))}>
            Choose files
          </Button>
          <Button variant="outline" onClick={() => add(platform.pickFolder({ kind: 'media' }))}>
            Choose a folder
          </Button>
        </chakra.div>
      </Drop>
      {items.length > 0 && <UploadList queue={queue} />}
    </Panel>
  )
}
