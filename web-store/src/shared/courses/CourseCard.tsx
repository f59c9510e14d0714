import { useQueryClient } from '@tanstack/react-query'
import type { CourseCard as Card } from 'contract/courses/courses'
import { Link } from 'react-router-dom'
import { serverMarkup } from '../../first-page/server-markup.tsx'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { Awning } from '../../ui/Awning.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { awningFor } from '../../ui/colour.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconShoppingCartPlus } from '../../ui/icons.ts'
import { Skeleton } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { PriceTicket } from '../../ui/PriceTicket.tsx'
import { pictureColour } from '../../ui/picture-facts.ts'
import { addToCart } from '../cart/add-to-cart.ts'
import { promocodesQuery } from '../cart/promocodes.queries.ts'
import { SaleNote } from '../cart/SaleNote.tsx'
import { isComingSoon, useHas } from './use-owned.ts'

const BundleMark = serverMarkup(
  import.meta.env.SSR ? (await import('./BundleMark.tsx')).default : undefined,
  () => import('./BundleMark.tsx'),
)

/** A stall: a card under its awning. On phones the picture is beside the words, so that several cards fit one screen. */
const Stall = chakra('article', {
  base: {
    position: 'relative',
    display: 'grid',
    gridTemplateRows: 'auto 1fr',
    minW: '0',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: '4px 4px {radii.l3} {radii.l3}',
    transition: 'box-shadow 200ms {easings.out}, transform 200ms {easings.out}',
    _hover: { boxShadow: 'md', transform: 'translateY(-2px)' },
    '@media (prefers-reduced-motion: reduce)': { _hover: { transform: 'none' } },
    mdDown: { gridTemplateColumns: '116px minmax(0,1fr)' },
  },
})

const CardAwning = chakra(Awning, {
  base: {
    position: 'absolute',
    insetInline: '-5px',
    top: '-1px',
    zIndex: '2',
    filter: 'drop-shadow(0 1px 0 rgb(20 22 63/.25))',
    pointerEvents: 'none',
  },
})

const Shot = chakra('div', {
  base: {
    gridArea: '1/1',
    mdDown: {
      gridRowEnd: '3',
      borderEndStartRadius: 'calc({radii.l3} - 1px)',
      overflow: 'hidden',
      '& > div': { h: 'full', w: 'full' },
    },
  },
})

/** A ribbon on the picture; on phones a line above the name, where all of it can be read. */
const Offer = chakra('p', {
  base: {
    gridArea: '1/1',
    placeSelf: 'end start',
    zIndex: '1',
    maxW: '100%',
    bg: 'offer.solid',
    color: 'offer.contrast',
    fontSize: '.8125rem',
    fontWeight: '550',
    lineHeight: '1.3',
    py: '5px',
    ps: '4',
    pe: '3',
    borderRadius: '0 8px 0 0',
    // Not a clamp of lines: the padding would show the top of the next one.
    truncate: true,
    mdDown: { gridArea: '1/2', bg: 'none', color: 'offer.fg', pt: '4', pb: '0', ps: '14px', whiteSpace: 'normal' },
  },
})

const Body = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    gridArea: '2/1',
    minW: '0',
    px: '4',
    pt: '4',
    pb: '4.5',
    mdDown: { gridArea: '2/2', gap: '1', px: '14px', pb: '3', 'p + &': { pt: '0.5' } },
  },
})

/** On phones the price with a small key beside it. */
const Foot = chakra('div', {
  base: {
    display: 'grid',
    gap: '3',
    mt: 'auto',
    pt: '2',
    mdDown: {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '2',
      '& > a, & button': { px: '2.5' },
      '& button span': { display: 'none' },
    },
  },
})

/** The link of the title covers the card, so that all of it opens the course and a screen reader meets one link. */
const Title = chakra(Link, {
  base: {
    textStyle: 'h3',
    display: 'block',
    // A name may have 200 letters.
    mdDown: { lineClamp: '3' },
    '&::after': { content: '""', position: 'absolute', inset: '0', zIndex: '1' },
  },
})

type CourseCardProps = { course: Card; level?: 2 | 3; eager?: boolean }

/** A course in a grid: banner, name, description, price and the way into the cart. */
export function CourseCard({ course, level = 3, eager = false }: CourseCardProps) {
  const owned = useHas(course.course_id)
  const soon = isComingSoon(course)
  const queries = useQueryClient()
  const tone = awningFor(pictureColour(course.banner))
  const add = () => {
    addToCart(course)
    // The codes on offer show above the sums of the cart: prefetched, so that nothing moves.
    void queries.prefetchQuery(promocodesQuery())
  }
  return (
    <Stall>
      <CardAwning tone={tone} size="card" />
      <Shot>
        <Picture src={course.banner} alt="" label={course.name} place="card" eager={eager} />
      </Shot>
      {course.offer_text && <Offer>{course.offer_text}</Offer>}
      <Body>
        {course.includes && <BundleMark price={course.price} includes={course.includes} />}
        <chakra.div asChild overflowWrap="anywhere">
          {level === 2 ? (
            <h2>
              <Title to={paths.course(course.course_id)}>{course.name}</Title>
            </h2>
          ) : (
            <h3>
              <Title to={paths.course(course.course_id)}>{course.name}</Title>
            </h3>
          )}
        </chakra.div>
        <chakra.p textStyle="sm" color="fg.muted" lineClamp="2" overflowWrap="anywhere">
          {course.description}
        </chakra.p>
        <Foot>
          {soon ? (
            <chakra.b>{t('Coming soon')}</chakra.b>
          ) : (
            <div>
              <PriceTicket price={course.price} />
              {course.sale && <SaleNote sale={course.sale} />}
            </div>
          )}
          {owned ? (
            <Button asChild position="relative" zIndex="2" maxW="full" whiteSpace="normal">
              <Link
                to={paths.learn(course.course_id)}
                aria-label={t('Go to course: {course}', { course: course.name })}
              >
                {t('Go to course')}
              </Link>
            </Button>
          ) : (
            !soon &&
            !course.free && (
              <Button
                variant="outline"
                position="relative"
                zIndex="2"
                aria-label={t('Add to cart: {course}', { course: course.name })}
                onClick={add}
              >
                <Icon of={IconShoppingCartPlus} />
                <span>{t('Add to cart')}</span>
              </Button>
            )
          )}
        </Foot>
      </Body>
    </Stall>
  )
}

/** The place of a card while it is fetched. */
export function CourseCardSkeleton() {
  return (
    <Stall aria-hidden>
      <CardAwning tone="waiting" size="card" filter="none" />
      <Shot>
        <Skeleton aspectRatio="16/9" borderRadius="0" />
      </Shot>
      <Body>
        <Skeleton h="5" w="80%" />
        <Skeleton h="11" hideBelow="md" />
      </Body>
    </Stall>
  )
}

/** The grid: four cards beside each other, two on tablets, one on phones. */
export const CourseGrid = chakra(
  'div',
  {
    base: {
      display: 'grid',
      gridTemplateColumns: { base: 'minmax(0,1fr)', md: 'repeat(2,minmax(0,1fr))', lg: 'repeat(4,minmax(0,1fr))' },
      columnGap: '5',
      rowGap: { base: '5', md: '6' },
    },
  },
  { defaultProps: { 'data-below-fold': '' } as Record<string, string> },
)
