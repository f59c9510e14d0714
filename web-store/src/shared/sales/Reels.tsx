import type { Course } from 'contract/courses'
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

/** Demo reels, of which one plays at a time, with the price beside them. */
export function Reels({ course }: { course: Course }) {
  const [playing, setPlaying] = useState<number>()
  const videos = course.DEMO_REELS_VIDEOS
  if (videos.length === 0) return null
  const columns = videos.length === 2 || videos.length === 4 ? 2 : 3
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
          <chakra.div
            display="grid"
            gridTemplateColumns={columns === 2 ? 'repeat(2,minmax(0,1fr))' : 'repeat(3,minmax(0,1fr))'}
            // A landscape reel takes a whole row: the next upright ones fill the one before it.
            gridAutoFlow="dense"
            gap={{ base: '2', md: '4' }}
            maxW={columns === 2 ? '620px' : undefined}
          >
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
          </chakra.div>
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
      <BuyButton course={course} full />
      <Row gap="2" textStyle="sm" fontWeight="550">
        <Icon of={IconMailBolt} />
        {t('Instant Delivery On Email')}
      </Row>
    </Card>
  )
}
