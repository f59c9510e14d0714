import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'

const Box = chakra('div', {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: '64px',
    h: '40px',
    flexShrink: '0',
    borderRadius: 'l1',
    bg: 'action.subtle',
    color: 'action.fg',
  },
})

/** Stands where other lessons show their picture. */
export const TaskThumb = ({ icon }: { icon: Parameters<typeof Icon>[0]['of'] }) => (
  <Box aria-hidden>
    <Icon of={icon} />
  </Box>
)
