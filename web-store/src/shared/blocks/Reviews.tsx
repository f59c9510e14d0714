import type { PageFacts, PageReview, ShownSettings } from 'contract/pages/blocks'
import { t } from '../../language/text.ts'
import { Avatar, initialOf } from '../../ui/Avatar.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { Card, Wrap } from '../../ui/layout.tsx'
import { Stars } from '../../ui/Stars.tsx'
import { H2 } from '../../ui/text.tsx'
import { reviewsOf } from './reviews-of.ts'

const tones = ['#C21B63', '#1F8549', '#343DA6', '#854F00']

function Review({ review: { review_id, text, stars, name, course_name, finished } }: { review: PageReview }) {
  return (
    <Card as="li" padded display="grid" gap="4" alignContent="space-between" color="fg">
      <chakra.div display="grid" gap="3">
        <Stars rating={stars} />
        <chakra.blockquote textStyle="lead" overflowWrap="anywhere" whiteSpace="pre-line">
          {text}
        </chakra.blockquote>
      </chakra.div>
      <chakra.div display="flex" alignItems="center" gap="3">
        <Avatar aria-hidden style={{ backgroundColor: tones[review_id % tones.length] }}>
          {initialOf(name ?? t('A student'))}
        </Avatar>
        <chakra.div minW="0" overflowWrap="anywhere">
          <chakra.p fontWeight="600">{name ?? t('A student')}</chakra.p>
          <chakra.p textStyle="sm" color="success.fg" display="flex" alignItems="center" gap="1.5">
            <Icon of={IconCheck} size={16} />
            {finished ? t('Verified, finished {percent}%', { percent: finished }) : t('Verified student')}
          </chakra.p>
          <chakra.p textStyle="sm" color="fg.muted">
            {course_name}
          </chakra.p>
        </chakra.div>
      </chakra.div>
    </Card>
  )
}

type Props = { settings: ShownSettings['reviews']; facts: Pick<PageFacts, 'reviews'> }

/** Words of students who have the course. */
export default function Reviews({ settings, facts }: Props) {
  return (
    <Wrap>
      {settings.heading && (
        <H2 mb={{ base: '6', md: '8' }} overflowWrap="anywhere">
          {settings.heading}
        </H2>
      )}
      <chakra.ul
        display="grid"
        gridTemplateColumns={{
          base: 'minmax(0,1fr)',
          md: 'repeat(2,minmax(0,1fr))',
          lg: 'repeat(auto-fit,minmax(300px,1fr))',
        }}
        gap="5"
      >
        {reviewsOf(settings, facts).map((review) => (
          <Review key={review.review_id} review={review} />
        ))}
      </chakra.ul>
    </Wrap>
  )
}
