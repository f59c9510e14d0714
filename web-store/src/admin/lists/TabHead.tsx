import type { ReactNode } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Tag } from '../../ui/layout.tsx'
import { IconArrowLeft } from '../../ui/secondary-icons.ts'
import { TextLink } from '../../ui/text.tsx'

const Line = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: { base: '2', lg: '3.5' },
    rowGap: '3.5',
    mb: '4.5',
  },
})

/** On phones each tool is as wide as the page, or shares it with its neighbours. */
const Tools = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2.5',
    ms: 'auto',
    w: { base: 'full', lg: 'auto' },
    '&:empty': { display: 'none' },
    '&:empty + *': { ms: 'auto' },
    '& > button, & > a': { flex: { base: '1', lg: 'none' } },
  },
})

type TabHeadProps = {
  title: string
  /** The screen above this one. */
  back?: { to: string; label: string } | undefined
  /** None of nothing. */
  count?: number | string | undefined
  /** Buttons that belong to the heading itself. */
  beside?: ReactNode
  children?: ReactNode
  /** The first action of the tab: on phones beside the heading, else behind the tools. */
  main?: ReactNode
}

/** The way to the screen above, in a line of its own. */
export const BackLink = ({ to, label }: { to: string; label: string }) => (
  <chakra.div w="full" mb="-2.5">
    <TextLink
      to={to}
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      minH="8"
      textDecoration="none"
      color="fg.muted"
    >
      <Icon of={IconArrowLeft} size={16} />
      {label}
    </TextLink>
  </chakra.div>
)

/** The heading of a tab, with a figure beside it and its tools at the other end. */
export function TabHead({ title, back, count, beside, children, main }: TabHeadProps) {
  return (
    <Line>
      {back && <BackLink {...back} />}
      <chakra.h1 textStyle="h1" fontSize={{ base: '1.875rem', md: '1.875rem' }} overflowWrap="anywhere" minW="0">
        {title}
      </chakra.h1>
      {count ? <Tag fontVariantNumeric="tabular-nums">{count.toLocaleString('en-IN')}</Tag> : undefined}
      {beside}
      {children && <Tools order={{ base: main ? '1' : '0', lg: '0' }}>{children}</Tools>}
      {main && (
        <chakra.div
          ms={{ base: 'auto', lg: children ? '-1' : 'auto' }}
          css={{ '& > :is(a, button)': { px: { base: '3.5', md: '4.5' } } }}
        >
          {main}
        </chakra.div>
      )}
    </Line>
  )
}
