import { useSearchParams } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { Tab, TabList, TabPanel, TabsRoot } from '../../ui/tabs.ts'
import { TabHead } from '../lists/TabHead.tsx'
import type { DeskPart } from './desk-part.ts'

/** Sub-tabs of this feature and of others. */
const parts = Object.values(import.meta.glob<DeskPart>('../*/*DeskPart.tsx', { eager: true })).sort(
  (one, other) => one.desk.at - other.desk.at,
)
/** Shows the duties of the data protection law, a sub-tab each. */
export default function PrivacyDeskTab() {
  const [search, setSearch] = useSearchParams()
  const open = parts.find(({ desk }) => desk.id === search.get('part')) ?? parts[0]
  return (
    <>
      <TabHead title="Privacy desk" />
      <TabsRoot
        value={open?.desk.id ?? null}
        onValueChange={({ value }) => setSearch({ tab: 'privacy', part: value })}
        lazyMount
        unmountOnExit
      >
        <chakra.div mb="4" overflowX="auto">
          <TabList minW="max-content">
            {parts.map(({ desk: { id, title, Beside } }) => (
              <Tab key={id} value={id} display="inline-flex" alignItems="center" gap="2" whiteSpace="nowrap">
                {title}
                {Beside && <Beside />}
              </Tab>
            ))}
          </TabList>
        </chakra.div>
        {parts.map(({ desk, default: Part }) => (
          <TabPanel key={desk.id} value={desk.id} pt="0">
            <Part />
          </TabPanel>
        ))}
      </TabsRoot>
    </>
  )
}
