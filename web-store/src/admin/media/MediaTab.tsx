import { useSearchParams } from 'react-router-dom'
import { Tab, TabList, TabPanel, TabsRoot } from '../../ui/tabs.ts'
import { TabHead } from '../lists/TabHead.tsx'
import { Library } from './library/Library.tsx'
import { UploadPanel } from './queue/UploadPanel.tsx'

/** Uploads with the library below them, and the library by itself. */
export default function MediaTab() {
  const [search, setSearch] = useSearchParams()
  const view = search.get('view') === 'library' ? 'library' : 'upload'
  const show = (next: string) => setSearch({ tab: 'media', ...(next === 'library' && { view: next }) })
  return (
    <>
      <TabHead title="Media" />
      <TabsRoot value={view} onValueChange={({ value }) => show(value)} lazyMount unmountOnExit>
        <TabList mb="6">
          <Tab value="upload">Upload Media</Tab>
          <Tab value="library">Media Library</Tab>
        </TabList>
        <TabPanel value="upload" pt="0">
          <UploadPanel />
          <Library />
        </TabPanel>
        <TabPanel value="library" pt="0">
          <Library />
        </TabPanel>
      </TabsRoot>
    </>
  )
}
