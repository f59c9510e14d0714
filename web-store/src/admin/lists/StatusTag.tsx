import type { HTMLChakraProps } from '@chakra-ui/react'
import { Tag } from '../../ui/layout.tsx'
import type { Look } from './statuses.ts'

type StatusTagProps = { look: Look } & Pick<HTMLChakraProps<'span'>, 'children'>

/** A status in its words and colour; what is over and asks for nothing is grey. */
export function StatusTag({ look: { label, palette }, children = label }: StatusTagProps) {
  if (palette === 'gray') return <Tag>{children}</Tag>
  return (
    <Tag coloured colorPalette={palette}>
      {children}
    </Tag>
  )
}
