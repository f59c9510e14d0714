import type { CourseReviews, ShownReview } from 'contract/reviews'
import { useBrand } from '../../content/brand.ts'
import { plural, t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { Wrap } from '../../ui/layout.tsx'
import { Stars } from '../../ui/Stars.tsx'
import { H2 } from '../../ui/text.tsx'
import { withKeys } from '../../ui/with-keys.ts'

const Share = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: '4.5em minmax(0,1fr) 3em',
    alignItems: 'center',
    gap: '3',
    textStyle: 'sm',
    '& span:last-child': { textAlign: 'end', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
  },
})

const Track = chakra('span', {
  base: {
    h: '8px',
    borderRadius: 'full',
    bg: 'bg.muted',
    overflow: 'hidden',
    '& i': { display: 'block', h: 'full', bg: { base: '#B87200', _dark: 'buy.solid' }, minW: '2px' },
  },
})

const Face = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: '0',
    w: '9',
    h: '9',
    borderRadius: 'full',
    bg: 'action.subtle',
    color: 'action.fg',
    fontWeight: '600',
  },
})

const Entry = chakra('li', {
  base: {
    display: 'grid',
    gap: '2',
    py: '5',
    borderTopWidth: '1px',
    borderColor: 'border',
    '&:not([data-card]):first-of-type': { borderTopWidth: '0', pt: '0' },
    '&[data-card]': {
      alignContent: 'start',
      p: { base: '18px', md: '6' },
      bg: 'bg.panel',
      borderWidth: '1px',
      borderRadius: 'l3',
    },
  },
})

const Words = chakra('p', { base: { whiteSpace: 'pre-line', maxW: '70ch' } })

const SHOWN = 3

const Cards = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0,1fr)', lg: 'repeat(3,minmax(0,1fr))' },
    gap: '5',
  },
})

/** The browser itself opens it, also without scripts. */
const All = chakra('details', {
  base: {
    mt: '5',
    '& > summary': { py: '2.5', color: 'action.fg', fontWeight: '600', textDecoration: 'underline', cursor: 'pointer' },
    '& > div': {
      display: 'grid',
      gridTemplateColumns: { base: 'minmax(0,1fr)', lg: '300px minmax(0,1fr)' },
      gap: { base: '8', lg: '10' },
      alignItems: 'start',
      mt: '5',
    },
  },
})

type Props = { reviews: CourseReviews; heading: string }

/** Shows the reviews of a course's students: their average, the latest three, and on demand the rest with the count of each star. */
export default function Reviews({ reviews, heading }: Props) {
  const { average, count, stars, latest } = reviews
  const { name: shop } = useBrand()
  const keyed = withKeys(latest, ({ at }) => at)
  const [first, rest] = [keyed.slice(0, SHOWN), keyed.slice(SHOWN)]
  return (
    <Wrap>
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        columnGap="6"
        rowGap="2"
        mb={{ base: '5', md: '7' }}
      >
        <H2 css={{ '&&': { mb: '0' } }}>{heading}</H2>
        <chakra.p display="flex" flexWrap="wrap" alignItems="center" gap="2.5">
          <Stars rating={average} size={20} />
          <b aria-hidden>{average.toFixed(1)}</b>
          <chakra.span textStyle="sm" color="fg.muted">
            {plural(count, { one: '{count} verified review', other: '{count} verified reviews' })}
          </chakra.span>
        </chakra.p>
      </chakra.div>
      <Cards aria-label={t('Latest reviews')}>
        {first.map(({ key, entry }) => (
          <Review key={key} review={entry} shop={shop} isCard />
        ))}
      </Cards>
      <All>
        <summary>{t('All reviews')}</summary>
        <div>
          <chakra.div display="grid" gap="4">
            <chakra.ul display="grid" gap="2" aria-label={t('How many stars students gave')}>
              {[5, 4, 3, 2, 1].map((star) => (
                <Share key={star}>
                  <span>{plural(star, { one: '{count} star', other: '{count} stars' })}</span>
                  <Track aria-hidden>
                    {stars[star - 1] ? <i style={{ width: `${(100 * (stars[star - 1] ?? 0)) / count}%` }} /> : null}
                  </Track>
                  <span>{stars[star - 1]}</span>
                </Share>
              ))}
            </chakra.ul>
            <chakra.p textStyle="sm" color="fg.muted">
              {t('Only students who have the course and finished at least 20% can review it.')}
            </chakra.p>
          </chakra.div>
          <div>
            <ul>
              {rest.map(({ key, entry }) => (
                <Review key={key} review={entry} shop={shop} />
              ))}
            </ul>
            {latest.length < count && (
              <chakra.p textStyle="sm" color="fg.muted" mt="2">
                {plural(latest.length, {
                  one: '{count} review shown, the latest first.',
                  other: '{count} reviews shown, the latest first.',
                })}
              </chakra.p>
            )}
          </div>
        </div>
      </All>
    </Wrap>
  )
}

type ReviewProps = { review: ShownReview; shop: string; isCard?: boolean }

function Review({ review: { stars, text, name, at, reply, finished }, shop, isCard = false }: ReviewProps) {
  return (
    <Entry data-card={isCard || undefined}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <Face aria-hidden>{(name ?? 'S').charAt(0)}</Face>
        <chakra.div flex="1 1 140px" minW="0">
          <chakra.p fontWeight="600">{name ?? t('A student')}</chakra.p>
          <chakra.p textStyle="sm" color="fg.muted">
            {dateText(new Date(at))}
          </chakra.p>
        </chakra.div>
        <Stars rating={stars} />
      </chakra.div>
      {text && <Words>{text}</Words>}
      {reply && (
        <chakra.div
          borderWidth="1px"
          borderColor="border"
          borderRadius="l2"
          bg="bg.subtle"
          px="4"
          py="3"
          textStyle="sm"
        >
          <Words>
            <b>{shop}: </b>
            {reply}
          </Words>
        </chakra.div>
      )}
      <chakra.p display="flex" alignItems="center" gap="1.5" textStyle="sm" color="success.fg">
        <Icon of={IconCheck} size={16} />
        {finished ? t('Verified, finished {percent}%', { percent: finished }) : t('Verified student')}
      </chakra.p>
    </Entry>
  )
}
