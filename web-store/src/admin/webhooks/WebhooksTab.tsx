import { chakra } from '../../ui/chakra.ts'
import { TabHead } from '../lists/TabHead.tsx'
import DevelopersPart from './DevelopersPart.tsx'

/** The screen of webhooks alone. */
export default function WebhooksTab() {
  return (
    <chakra.div maxW="1120px" mx="auto">
      <TabHead title="Webhooks" />
      <DevelopersPart />
    </chakra.div>
  )
}
