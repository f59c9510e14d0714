import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { Tab, TabList, TabPanel, TabsRoot } from '../../ui/tabs.ts'
import { TabHead } from '../lists/TabHead.tsx'
import type { DeskPart } from './desk-part.ts'

type Slot = { default: ComponentType }

/** Sub-tabs of this feature and of others. */
const parts = Object.values(import.meta.glob<DeskPart>('../*/*DeskPart.tsx', { eager: true })).sort(
  (one, other) => one.desk.at - other.desk.at,
)
/** Shown above all sub-tabs while a clock of the law runs; a feature's own component decides when. */
const alarms = Object.entries(import.meta.glob<Slot>('../*/*DeskAlarm.tsx', { eager: true }))
/** The action beside the heading. */
const actions = Object.entries(import.meta.glob<Slot>('../*/*DeskAction.tsx', { eager: true }))

const shown = (slots: [string, Slot][]) => slots.map(([file, { default: Part }]) => <Part key={file} />)

/** Shows the duties of the data protection law, a sub-tab each. */
export default function PrivacyDeskTab() {
  const [search, setSearch] = useSearchParams()
  const open = parts.find(({ desk }) => desk.id === search.get('part')) ?? parts[0]
  return (
    <>
      <TabHead title="Privacy desk" {...(actions.length > 0 && { main: shown(actions) })} />
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
        {alarms.length > 0 && (
          <chakra.div mb="4" _empty={{ display: 'none' }}>
            {shown(alarms)}
          </chakra.div>
        )}
        {parts.map(({ desk, default: Part }) => (
          <TabPanel key={desk.id} value={desk.id} pt="0">
            <Part />
          </TabPanel>
        ))}
      </TabsRoot>
    </>
  )
}
