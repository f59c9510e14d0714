import type { Ref } from 'react'
import { t } from '../../../language/text.ts'
import { chakra } from '../../../ui/chakra.ts'
import { Text } from '../../../ui/text.tsx'

const Place = chakra('div', {
  base: { flex: '1', flexBasis: { base: '100%', lg: '240px' }, minW: '0' },
  // Above a page of words it has its space itself; below a picture it shares a line with the buttons.
  variants: { above: { true: { p: { base: '4', lg: '0' }, pb: { lg: '5' } } } },
})

const Title = chakra('h1', {
  base: {
    textStyle: 'h1',
    fontSize: { base: '1.375rem', md: '1.75rem' },
    overflowWrap: 'anywhere',
    outline: '0 !important',
  },
})

type LessonTitleProps = { title: string; number: number; all: number; above?: boolean; ref: Ref<HTMLHeadingElement> }

/** The page's title: what the lesson is called, and the how-many-eth it is. */
export function LessonTitle({ title, number, all, above, ref }: LessonTitleProps) {
  return (
    <Place above={above}>
      <Title ref={ref} tabIndex={-1}>
        {title}
      </Title>
      <Text color="fg.muted" fontVariantNumeric="lining-nums tabular-nums">
        {t('Lesson {number} of {all}', { number, all })}
      </Text>
    </Place>
  )
}
