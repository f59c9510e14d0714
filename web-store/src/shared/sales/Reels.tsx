import type { Course } from 'contract/courses/courses'
import { useState } from 'react'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconMailBolt } from '../../ui/icons.ts'
import { Card, Row, Wrap } from '../../ui/layout.tsx'
import { PriceTicket } from '../../ui/PriceTicket.tsx'
import { H2 } from '../../ui/text.tsx'
import { textsWithKeys } from '../../ui/with-keys.ts'
import { BuyButton } from './BuyButton.tsx'
import { Reel } from './Reel.tsx'

const UPRIGHT = '& > [data-upright]'

/**
 * Full rows, however many reels there are: three upright ones in a row; where one or two would be left over, the last rows have two.
 * A landscape reel has a row of its own, and the next upright ones fill the row before it; a single upright one beside it does, too.
 */
const Clips = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(6,minmax(0,1fr))',
    gridAutoFlow: 'dense',
    gap: { base: '2', md: '4' },
    [UPRIGHT]: { gridColumn: 'span 2' },
    [`${UPRIGHT}:nth-child(3n+2 of [data-upright]):nth-last-child(1 of [data-upright])`]: { gridColumn: 'span 3' },
    [`${UPRIGHT}:nth-child(3n+1 of [data-upright]):nth-last-child(2 of [data-upright])`]: { gridColumn: 'span 3' },
    [`${UPRIGHT}:nth-child(3n+4 of [data-upright]):nth-last-child(1 of [data-upright])`]: { gridColumn: 'span 3' },
    [`${UPRIGHT}:nth-child(3n of [data-upright]):nth-last-child(2 of [data-upright])`]: { gridColumn: 'span 3' },
    [`${UPRIGHT}:nth-child(3n+2 of [data-upright]):nth-last-child(3 of [data-upright])`]: { gridColumn: 'span 3' },
    [`${UPRIGHT}:nth-child(3n+1 of [data-upright]):nth-last-child(4 of [data-upright])`]: { gridColumn: 'span 3' },
    [`${UPRIGHT}:nth-child(1 of [data-upright]):nth-last-child(1 of [data-upright])`]: {
      gridColumn: '1/-1',
      '&:only-child': { maxW: '300px' },
      '&:not(:only-child)': { aspectRatio: '16/9' },
    },
  },
})

/** Demo reels, of which one plays at a time, with the price beside them. */
export function Reels({ course }: { course: Course }) {
  const [playing, setPlaying] = useState<number>()
  const videos = course.DEMO_REELS_VIDEOS
  if (videos.length === 0) return null
  return (
    <section aria-labelledby="reels-title">
      <Wrap>
        <H2 id="reels-title">{t('See what’s inside')}</H2>
        <chakra.div
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: 'minmax(0,800px) minmax(240px,1fr)' }}
          gap={{ base: '6', lg: '10' }}
          alignItems="start"
        >
          <Clips maxW={videos.length === 2 || videos.length === 4 ? '620px' : undefined}>
            {textsWithKeys(videos).map(({ key, entry: video, index }) => (
              <Reel
                key={key}
                src={video}
                label={t('demo reel {number}', { number: index + 1 })}
                playing={playing === index}
                onPlay={() => setPlaying(index)}
                onEnd={() => setPlaying((now) => (now === index ? undefined : now))}
              />
            ))}
          </Clips>
          <SideBuy course={course} />
        </chakra.div>
      </Wrap>
    </section>
  )
}

function SideBuy({ course }: { course: Course }) {
  return (
    <Card
      as="aside"
      data-sells
      aria-label={t('Price')}
      position={{ lg: 'sticky' }}
      top="6"
      display="grid"
      justifyItems="start"
      gap="3"
      p="22px"
      overflowWrap="anywhere"
    >
      <chakra.p fontWeight="600">{course.name}</chakra.p>
      <PriceTicket price={course.price} />
      {course.offer_text && (
        <chakra.p textStyle="sm" color="fg.muted">
          {course.offer_text}
        </chakra.p>
      )}
      <BuyButton course={course} full quiet />
      <Row gap="2" textStyle="sm" fontWeight="550">
        <Icon of={IconMailBolt} />
        {t('Instant Delivery On Email')}
      </Row>
    </Card>
  )
}
