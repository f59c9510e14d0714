import { Tabs } from '@ark-ui/react/tabs'
import { chakra } from './chakra.ts'

/** Tabs of a page: `TabsRoot` around a `TabList` of `Tab`s and one `TabPanel` for each, tied by `value`. */
export const TabsRoot = Tabs.Root

export const TabList = chakra(Tabs.List, {
  base: { display: 'flex', gap: '1', borderBottomWidth: '1px', borderColor: 'border' },
})

export const Tab = chakra(Tabs.Trigger, {
  base: {
    px: '16px',
    py: '2.5',
    mb: '-1px',
    minH: '11',
    fontWeight: '600',
    color: 'fg.muted',
    cursor: 'pointer',
    // On a phone large letters break rather than widen the page.
    whiteSpace: { base: 'normal', md: 'nowrap' },
    borderBottom: '3px solid transparent',
    _hover: { color: 'fg' },
    _selected: { color: 'fg', borderColor: 'action.fg' },
    // Forced colours draw a transparent line, too.
    '@media (forced-colors: active)': { borderColor: 'Canvas', _selected: { borderColor: 'Highlight' } },
  },
})

export const TabPanel = chakra(Tabs.Content, { base: { outline: '0', pt: '4' } })
