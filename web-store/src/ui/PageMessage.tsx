import type { ReactNode, Ref } from 'react'
import { chakra } from './chakra.ts'
import { Icon } from './Icon.tsx'
import type { IconShape } from './icon-drawing.ts'
import { Card } from './layout.tsx'

const Disc = chakra('div', {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: '16',
    h: '16',
    borderRadius: 'full',
    bg: 'colorPalette.subtle',
    color: 'colorPalette.fg',
  },
})

const Title = chakra('h2', { base: { textStyle: 'h3', outline: '0' } })
const Words = chakra('p', { base: { color: 'fg.muted', maxW: '36em' } })

/** Shows two next steps side by side, the better one first. */
export const Choices = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '2.5' },
})

export type PageMessageProps = {
  icon: IconShape
  title: string
  children?: ReactNode
  /** One button or link, or two in `Choices`. */
  action?: ReactNode
  /** `action` informs, `danger` is an error, `success` a success, `buy` the empty cart. */
  tone?: 'action' | 'danger' | 'success' | 'buy' | 'offer'
  /** Level of the title: 1 for the page's own. */
  level?: 1 | 2 | 3
  /** An awning or similar, above the disc. */
  top?: ReactNode
  titleRef?: Ref<HTMLHeadingElement>
}

/** Shows an icon disc, a title, a sentence and one action: a page or block without other content. */
export function PageMessage(props: PageMessageProps) {
  const { icon, title, children, action, tone = 'action', level = 2, top, titleRef } = props
  return (
    <Card
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      justifyItems="center"
      gap="2.5"
      px="6"
      pb="9"
      pt={top ? '0' : '9'}
      textAlign="center"
      overflow="hidden"
      colorPalette={tone}
    >
      {top}
      <Disc mt={top ? '4.5' : '0'}>
        <Icon of={icon} size={28} />
      </Disc>
      <Title as={`h${level}`} ref={titleRef} tabIndex={-1}>
        {title}
      </Title>
      {children && <Words>{children}</Words>}
      {action && (
        <chakra.div mt="2" colorPalette="action">
          {action}
        </chakra.div>
      )}
    </Card>
  )
}
