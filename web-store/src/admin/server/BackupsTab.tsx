import { chakra } from '../../ui/chakra.ts'
import { Stack } from '../../ui/layout.tsx'
import { slot } from '../../ui/slot.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { TabHead } from '../lists/TabHead.tsx'
import { ServerCard } from './ServerCard.tsx'

/** Cards that other features add. */
const Parts = slot(import.meta.glob('../*/BackupsPart.tsx', { eager: true }))

/** The nightly backup, the archive to move out with, and the server under both. */
export default function BackupsTab() {
  return (
    <chakra.div maxW="1040px" mx="auto">
      <TabHead title="Backups" back={{ to: adminPaths.tab('settings'), label: 'Settings' }} />
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: 'minmax(0,1fr) 360px' }}
        gap="6"
        alignItems="start"
      >
        <Stack gap="6">
          <Parts />
        </Stack>
        <ServerCard />
      </chakra.div>
    </chakra.div>
  )
}
