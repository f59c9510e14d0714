import { Tabs } from '@chakra-ui/react'
import { useSearchParams } from 'react-router-dom'
import { tabsRecipe } from '../../ui/theme/slot-recipes.ts'
import { TabHead } from '../components/TabHead.tsx'
import { Library } from './Library.tsx'
import { UploadPanel } from './UploadPanel.tsx'

/** Uploads with the library below them, and the library by itself. */
export default function MediaTab() {
  const [search, setSearch] = useSearchParams()
  const view = search.get('view') === 'library' ? 'library' : 'upload'
  const show = (next: string) => setSearch({ tab: 'media', ...(next === 'library' && { view: next }) })
  return (
    <>
      <TabHead title="Media Upload Manager" />
      <Tabs.Root recipe={tabsRecipe} value={view} onValueChange={({ value }) => show(value)} lazyMount unmountOnExit>
        <Tabs.List mb="6">
          <Tabs.Trigger value="upload">Upload Media</Tabs.Trigger>
          <Tabs.Trigger value="library">Media Library</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="upload" pt="0">
          <UploadPanel />
          <Library />
        </Tabs.Content>
        <Tabs.Content value="library" pt="0">
          <Library />
        </Tabs.Content>
      </Tabs.Root>
    </>
  )
}
