import type { ReactNode } from 'react'
import { chakra } from '../ui/chakra.ts'
import { Card } from '../ui/layout.tsx'

type LineProps = { label: string; words: ReactNode; children?: ReactNode }

/** A line of the dashboard: words, and at its end buttons, which a phone has below them. */
export const DashboardLine = ({ label, words, children }: LineProps) => (
  <Card asChild>
    <chakra.section
      aria-label={label}
      display="flex"
      flexWrap={{ base: 'wrap', md: 'nowrap' }}
      alignItems="center"
      gap="3"
      px={{ base: '4', md: '5' }}
      py="3.5"
      mb="6"
      css={{ '& > button, & > a': { flexShrink: '0', w: { base: 'full', md: 'auto' } } }}
    >
      <chakra.div flex="1 1 100%" minW="0" overflowWrap="anywhere">
        {words}
      </chakra.div>
      {children}
    </chakra.section>
  </Card>
)
