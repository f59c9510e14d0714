import type { PublicCourse } from 'contract/courses/courses'
import { REVIEWS_FROM } from 'contract/review-limits'
import type { CourseReviews } from 'contract/reviews'
import { sharePath } from 'contract/share-picture'
import { type ComponentType, memo } from 'react'
import { useBrand, useSwitches } from '../../content/brand.ts'
import { useAddedTax } from '../../content/tax.ts'
import { HydrateLater } from '../../first-page/HydrateLater.tsx'
import { serverMarkup } from '../../first-page/server-markup.tsx'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { chakra } from '../../ui/chakra.ts'
import { TryAgain } from '../../ui/ErrorBoundary.tsx'
import { Head } from '../../ui/Head.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { later } from '../../ui/later.tsx'
import { useOwned } from '../courses/use-owned.ts'
import { Bonuses } from './Bonuses.tsx'
import { BuyBar } from './BuyBar.tsx'
import { LimitedOffer, Samples } from './LimitedOffer.tsx'
import { Reels } from './Reels.tsx'
import { Results } from './Results.tsx'
import { SalesHero } from './SalesHero.tsx'
import type { ShownCourse } from './shown-course.ts'
import { courseData } from './structured-data.ts'
import { WhatIsInside } from './WhatIsInside.tsx'

/**
 * Sections that happen to follow each other take turns between the page's ground and the panel's, whichever of them are there:
 * a course without a list has no block for it.
 */
const Blocks = chakra('div', {
  base: {
    '& > section': { py: { base: '12', md: '18' } },
    '& > section:nth-child(even of :not([data-stage]))': {
      bg: 'bg.panel',
      borderBlockWidth: '1px',
      borderColor: 'border',
    },
    '& h2': { mb: { base: '5', md: '7' } },
  },
})

const Sale = chakra('div', {
  base: {
    // Owners write what they like: a word longer than a phone is wide breaks, also within grids and rows.
    '& *': { overflowWrap: 'anywhere' },
    // An owner of the course is sold nothing, even before hydration; a bundle has its own card.
    '&[data-owned] [data-sells]': { display: 'none' },
  },
})

/**
 * The server writes it; a browser loads it after the page, and then takes it over. A page that renders anew meanwhile leaves it alone: React
 * would throw the markup away.
 */
const Bundle = memo(
  later(() => import('./Bundle.tsx'), {
    now: import.meta.env.SSR ? (await import('./Bundle.tsx')).default : undefined,
    waiting: <Loading />,
    failed: (again) => <TryAgain again={again} />,
  }),
)
const Points = serverMarkup(
  import.meta.env.SSR ? (await import('./Points.tsx')).default : undefined,
  () => import('./Points.tsx'),
)
const MoneyAndAudience = serverMarkup<{ course: ShownCourse }>(
  import.meta.env.SSR ? (await import('./MoneyAndAudience.tsx')).default : undefined,
  () => import('./MoneyAndAudience.tsx'),
  'section',
)
const Platforms = serverMarkup<{ course: ShownCourse }>(
  import.meta.env.SSR ? (await import('./Platforms.tsx')).default : undefined,
  () => import('./Platforms.tsx'),
  'section',
)
const Start = serverMarkup<{ steps: string[] }>(
  import.meta.env.SSR ? (await import('./Start.tsx')).default : undefined,
  () => import('./Start.tsx'),
  'section',
)
const Reviews = serverMarkup<{ reviews: CourseReviews }>(
  import.meta.env.SSR ? (await import('./Reviews.tsx')).default : undefined,
  () => import('./Reviews.tsx'),
  'section',
)
const Faq = serverMarkup<{ course: ShownCourse }>(
  import.meta.env.SSR ? (await import('./Faq.tsx')).default : undefined,
  () => import('./Faq.tsx'),
  'section',
)

/** Parts of other features below the head of the page: the server writes them too, and without them the page loads nothing. */
type SalesPart = { default: ComponentType<{ course: ShownCourse }> }
const found = Object.entries(import.meta.glob<SalesPart>('../../features/*/SalesPart.tsx'))
const written = import.meta.env.SSR ? await Promise.all(found.map(([, load]) => load())) : []
const parts = found.map(([file, load], at) => ({
  file,
  Part: memo(later(load, { now: written[at]?.default, failed: () => null })),
}))

/** Shows the sales page of a course, with its head. */
export function SalesPage({ course }: { course: PublicCourse }) {
  const { name } = useBrand()
  const added = useAddedTax()
  return (
    <>
      <Head
        title={course.name}
        description={course.description}
        {...(course.listed && { canonicalPath: paths.course(course.course_id) })}
        image={sharePath(course, added)}
        type="product"
        structuredData={import.meta.env.SSR ? courseData(course, { shopName: name, taxed: added !== '' }) : []}
      />
      <SalesBody course={course} />
    </>
  )
}

/** Everything a visitor meets before buying a course, from top to bottom. */
export function SalesBody({ course }: { course: ShownCourse }) {
  const { includes, how_to_make_money: money, how_to_get_started: steps } = course
  const described = course.description.trim() !== ''
  const { next_price } = useSwitches()
  const owned = useOwned(course.course_id)
  return (
    <Sale data-owned={owned || includes ? '' : undefined}>
      {includes ? <Bundle course={course} includes={includes} /> : <SalesHero course={course} />}
      {parts.map(({ file, Part }) => (
        <Part key={file} course={course} />
      ))}
      <HydrateLater>
        <Points text={course.long_description} />
      </HydrateLater>
      <Blocks data-below-fold="blocks">
        <HydrateLater>
          {!includes && <WhatIsInside course={course} />}
          <Reels course={course} />
          {described && <Results course={course} />}
          {described && next_price && !owned && !includes && <LimitedOffer course={course} />}
          {described && <Samples course={course} />}
          {(money.length > 0 || course.who_is_this_for.length > 0) && (
            <MoneyAndAudience
              course={course}
              aria-label={money.length > 0 ? t('How to make money') : t('Who is this for?')}
            />
          )}
          {course.where_can_i_upload.length > 0 && (
            <Platforms
              course={course}
              aria-label={
                course.DEMO_REELS_VIDEOS.length > 0
                  ? t('Where can you upload these reels?')
                  : t('Where can you upload your work?')
              }
            />
          )}
          {steps.length > 0 && <Start steps={steps} aria-label={t('How to get started')} />}
          <Bonuses course={course} />
          {course.reviews && course.reviews.count >= REVIEWS_FROM && (
            <Reviews reviews={course.reviews} aria-label={t('Reviews from students')} />
          )}
          {(course.faq.length > 0 || course.legal_disclaimer) && (
            <Faq
              course={course}
              aria-label={course.faq.length > 0 ? t('Frequently asked questions') : t('Disclaimer')}
            />
          )}
        </HydrateLater>
      </Blocks>
      {!owned && !includes && <BuyBar course={course} />}
    </Sale>
  )
}
