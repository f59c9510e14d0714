import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { Tab, TabList, TabPanel, TabsRoot } from '../../ui/tabs.ts'
import { toast } from '../../ui/toaster.ts'
import { FileDrop } from '../forms/FileDrop.tsx'
import { IconFolderUp, IconUpload } from '../host/admin-icons.ts'
import { type PickedFile, usePlatform } from '../host/platform.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { Library, useLibraryFilter } from './library/Library.tsx'
import { bytesText } from './library/media-text.ts'
import { libraryQuery, useUploadLimits } from './media.queries.ts'
import { adminQueue, useQueueView } from './queue/admin-queue.ts'
import { UploadList } from './queue/UploadList.tsx'

/** The library, which takes files that are chosen or dropped anywhere on it; uploads are above it. */
export default function MediaTab() {
  const platform = usePlatform()
  const queue = adminQueue(platform)
  const { items } = useQueueView(queue)
  const limits = useUploadLimits()
  const { data } = useInfiniteQuery(libraryQuery(useLibraryFilter().filter))
  const add = (choosing: Promise<PickedFile[]>) =>
    choosing.then(
      (files) => queue.add(files),
      () => toast.error('These files could not be read. Please try again.'),
    )
  return (
    <FileDrop
      words="Drop files or whole folders to upload them"
      whole
      onDrop={(transfer) => void add(platform.takeDropped(transfer, { kind: 'media' }))}
    >
      <TabHead
        title="Media Upload Manager"
        count={data?.pages[0]?.total}
        main={
          <Button onClick={() => add(platform.pickFiles({ kind: 'media', multiple: true, keep: true }))}>
            <Icon of={IconUpload} />
            Upload files
          </Button>
        }
      >
        <Button variant="outline" onClick={() => add(platform.pickFolder({ kind: 'media' }))}>
          <Icon of={IconFolderUp} />
          Upload a folder
        </Button>
      </TabHead>
      {items.length > 0 && <UploadList queue={queue} />}
      <TabsRoot defaultValue="library" lazyMount>
        <TabList>
          <Tab value="upload">Upload Media</Tab>
          <Tab value="library">Media Library</Tab>
        </TabList>
        <TabPanel value="upload">
          <PageMessage icon={IconUpload} title="Drop files or whole folders here">
            Images up to 5 MB, videos{limits && ` up to ${bytesText(limits.max_video_bytes)}`}, PDF, ZIP, sound, office
            and design files, subtitles.
          </PageMessage>
        </TabPanel>
        <TabPanel value="library">
          <Library />
        </TabPanel>
      </TabsRoot>
    </FileDrop>
  )
}
