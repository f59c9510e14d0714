import type { ReactNode } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { IconShape } from '../../ui/icon-drawing.ts'

const Box = chakra('div', {
  base: {
    display: 'flex',
    gap: '2.5',
    p: '3.5',
    borderRadius: 'l2',
    bg: 'buy.subtle',
    color: 'buy.fg',
    fontWeight: '500',
    lineHeight: '1.4',
    '& > svg': { mt: '1px' },
  },
})

/** Shows a task for the student in its place. */
export function Notice({ icon, children }: { icon: IconShape; children: ReactNode }) {
  return (
    <Box role="status">
      <Icon of={icon} />
      <chakra.div
        flex="1"
        minW="0"
        display="grid"
        gridTemplateColumns="minmax(0, 1fr)"
        gap="2.5"
        overflowWrap="anywhere"
      >
        {children}
      </chakra.div>
    </Box>
  )
}
