import type { Figure, PageFacts, ShownSettings } from 'contract/pages/blocks'
import { plural, t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Wrap } from '../../ui/layout.tsx'
import { H2 } from '../../ui/text.tsx'

const Amount = chakra('dt', {
  base: {
    order: '-1',
    fontSize: { base: '2.25rem', md: '2.75rem' },
    fontWeight: '800',
    fontStretch: '80%',
    lineHeight: '1',
    '[data-stage] &': { color: 'buy.solid' },
  },
})

const inWords = (figure: Figure, value: number): string =>
  ({
    students: () => plural(value, { one: 'student', other: 'students' }),
    courses: () => plural(value, { one: 'course', other: 'courses' }),
    lessons: () => plural(value, { one: 'lesson', other: 'lessons' }),
    hours: () => plural(value, { one: 'hour of video', other: 'hours of video' }),
    rating: () => t('of 5 stars, by students'),
  })[figure]()

type Props = { settings: ShownSettings['numbers']; facts: Pick<PageFacts, 'figures'> }

/** Counted figures of the shop; one of nothing is left out. */
export default function Numbers({ settings: { heading, figures }, facts }: Props) {
  const shown = figures.flatMap((figure) => {
    const value = facts.figures[figure]
    return value ? [[figure, value] as const] : []
  })
  return (
    <Wrap>
      {heading && (
        <H2 mb="8" overflowWrap="anywhere">
          {heading}
        </H2>
      )}
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: 'repeat(auto-fit,minmax(8.5em,1fr))', lg: 'repeat(auto-fit,minmax(10em,1fr))' }}
        columnGap="6"
        rowGap="6"
      >
        {shown.map(([figure, value]) => (
          <chakra.div key={figure} display="grid" gap="1.5">
            <Amount>{figure === 'rating' ? value.toFixed(1) : value.toLocaleString('en-IN')}</Amount>
            <chakra.dd opacity=".82">{inWords(figure, value)}</chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </Wrap>
  )
}
