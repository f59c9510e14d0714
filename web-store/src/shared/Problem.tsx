import type { ReactNode, Ref } from 'react'
import { chakra } from '../ui/chakra.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconAlertCircle } from '../ui/icons.ts'

const Box = chakra('div', {
  base: {
    display: 'flex',
    gap: '2.5',
    px: '3.5',
    py: '3',
    bg: 'danger.subtle',
    color: 'danger.fg',
    borderRadius: 'l2',
    fontWeight: '500',
    lineHeight: '1.4',
    outline: '0',
    '& > svg': { mt: '1px' },
  },
})

/** Shows the problem of a whole form in place; the toast with the same words goes away. */
export function Problem({ children, ref }: { children: ReactNode; ref?: Ref<HTMLDivElement> }) {
  return (
    <Box ref={ref} tabIndex={-1}>
      <Icon of={IconAlertCircle} />
      <chakra.div flex="1" minW="0" display="grid" gap="2">
        {children}
      </chakra.div>
    </Box>
  )
}
