import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { toast } from '../../../ui/toaster.ts'
import { IconCloudUpload } from '../../host/admin-icons.ts'
import { type PickedFile, usePlatform } from '../../host/platform.tsx'
import { bytesText } from '../library/media-text.ts'
import { uploadLimitsQuery } from '../media.queries.ts'
import { adminQueue, useQueueView } from './admin-queue.ts'
import { UploadList } from './UploadList.tsx'

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

/** Takes dropped or chosen files, and shows their uploads. */
export function UploadPanel() {
  const platform = usePlatform()
  const queue = adminQueue(platform)
  const { items } = useQueueView(queue)
  const { data: limits } = useQuery(uploadLimitsQuery)
  const [over, setOver] = useState(false)
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
          Images up to 5 MB, videos{limits ? ` up to ${bytesText(limits.max_video_bytes)}` : ''}, PDF, ZIP, sound,
          office and design files, subtitles.
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
