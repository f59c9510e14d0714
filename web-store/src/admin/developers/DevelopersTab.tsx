import { chakra } from '../../ui/chakra.ts'
import { Skeleton } from '../../ui/layout.tsx'
import { slot } from '../../ui/slot.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { TabHead } from '../lists/TabHead.tsx'
import { ApiKeys } from './ApiKeys.tsx'

const GUIDE = 'https://github.com/skillhaat/skillhaat/blob/main/docs/developers.md'

/** Cards that other features add below the keys. */
const Parts = slot(import.meta.glob('../*/DevelopersPart.tsx'), { waiting: <Skeleton h="200px" borderRadius="l3" /> })

/** Connects programs: keys, and what other features add. */
export default function DevelopersTab() {
  return (
    <chakra.div maxW="1120px" mx="auto" display="grid" gridTemplateColumns="minmax(0,1fr)" gap="4">
      <chakra.div mb="-4.5">
        <TabHead
          title="Developers"
          back={{ to: adminPaths.tab('settings'), label: 'Settings' }}
          main={
            <chakra.a
              href={GUIDE}
              target="_blank"
              rel="noreferrer"
              color="action.fg"
              fontWeight="550"
              textDecoration="underline"
              textUnderlineOffset="3px"
            >
              Read the API guide
            </chakra.a>
          }
        />
      </chakra.div>
      <ApiKeys />
      <Parts />
    </chakra.div>
  )
}
