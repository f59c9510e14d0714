import type { PublicCourse } from 'contract/courses/courses'
import {
  isSalesSection,
  SALES_SECTIONS,
  type SalesPage as SalesPageOrder,
  type SalesSection,
} from 'contract/courses/sales-page'
import { REVIEWS_FROM } from 'contract/review-limits'
import type { CourseReviews } from 'contract/reviews'
import { sharePath } from 'contract/share-picture'
import { Fragment, memo, type ReactNode, useCallback, useState } from 'react'
import { useBrand } from '../../content/brand.ts'
import { useAddedTax } from '../../content/tax.ts'
import { HydrateLater } from '../../first-page/HydrateLater.tsx'
import { serverMarkup } from '../../first-page/server-markup.tsx'
import { language } from '../../language/language.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { chakra } from '../../ui/chakra.ts'
import { Head } from '../../ui/Head.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { inPlace, later, type PartFile } from '../../ui/later.tsx'
import { isComingSoon, useOwned } from '../courses/use-owned.ts'
import { BuyBar } from './BuyBar.tsx'
import { NextPrice } from './LimitedOffer.tsx'
import { Reels } from './Reels.tsx'
import { SalesHero } from './SalesHero.tsx'
import type { ShownCourse } from './shown-course.ts'
import { soldBy } from './sold-by.ts'
import { courseData } from './structured-data.ts'
import { WhatIsInside } from './WhatIsInside.tsx'

/**
 * Sections that happen to follow each other take turns between the page's ground and the panel's, whichever of them are there:
 * a course without a list has no block for it.
 */
const Blocks = chakra('div', {
  base: {
    '& > section': { py: { base: '8', md: '18' } },
    '& > section:nth-child(even of :not([data-stage]))': {
      bg: 'bg.panel',
      borderBlockWidth: '1px',
      borderColor: 'border',
    },
    '& h2': { mb: { base: '4', md: '7' } },
  },
})

const Pair = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0,1fr)', lg: 'minmax(0,2fr) minmax(0,3fr)' },
    columnGap: '16',
    rowGap: '44px',
    lg: { maxW: '1200px', mx: 'auto', px: '10', '& > section > div': { maxW: 'none', p: '0' } },
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
    failed: inPlace,
  }),
)
const Points = serverMarkup(
  import.meta.env.SSR ? (await import('./Points.tsx')).default : undefined,
  () => import('./Points.tsx'),
)
type Part = { course: ShownCourse; heading?: string | undefined; second?: string | undefined }
const MoneyAndAudience = serverMarkup<Part>(
  import.meta.env.SSR ? (await import('./MoneyAndAudience.tsx')).default : undefined,
  () => import('./MoneyAndAudience.tsx'),
  'section',
)
const Platforms = serverMarkup<{ course: ShownCourse; heading: string }>(
  import.meta.env.SSR ? (await import('./Platforms.tsx')).default : undefined,
  () => import('./Platforms.tsx'),
  'section',
)
const Start = serverMarkup<{ steps: string[]; heading: string }>(
  import.meta.env.SSR ? (await import('./Start.tsx')).default : undefined,
  () => import('./Start.tsx'),
  'section',
)
const Results = serverMarkup<Part>(
  import.meta.env.SSR ? (await import('./Results.tsx')).default : undefined,
  () => import('./Results.tsx'),
  'section',
)
const Samples = serverMarkup<Part>(
  import.meta.env.SSR ? (await import('./Samples.tsx')).default : undefined,
  () => import('./Samples.tsx'),
  'section',
)
const Bonuses = serverMarkup<Part>(
  import.meta.env.SSR ? (await import('./Bonuses.tsx')).default : undefined,
  () => import('./Bonuses.tsx'),
  'section',
)
const Reviews = serverMarkup<{ reviews: CourseReviews; heading: string }>(
  import.meta.env.SSR ? (await import('./Reviews.tsx')).default : undefined,
  () => import('./Reviews.tsx'),
  'section',
)
const Faq = serverMarkup<{ heading: string; questions: ShownCourse['faq']; note: string | null }>(
  import.meta.env.SSR ? (await import('./Faq.tsx')).default : undefined,
  () => import('./Faq.tsx'),
  'section',
)

/** Blocks that an owner puts between the sections, of a feature that may be absent. */
export type SalesBlock = PartFile<{ id: string; page: SalesPageOrder }>
const [loadBlock] = Object.values(import.meta.glob<SalesBlock>('../../features/*/SalesBlock.tsx'))
const Block =
  loadBlock &&
  later(loadBlock, { now: import.meta.env.SSR ? (await loadBlock()).default : undefined, failed: () => null })

/** The choice between the prices of a course, of a feature that may be absent. As with a bundle, the page renders anew before it is loaded. */
export type OptionChoice = PartFile<{
  course: ShownCourse
  chosen: string | undefined
  choose: (option: string) => void
}>
const [loadChoice] = Object.values(import.meta.glob<OptionChoice>('../../features/*/OptionChoice.tsx'))
const Choice =
  loadChoice && memo(later(loadChoice, { now: import.meta.env.SSR ? (await loadChoice()).default : undefined }))

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

/** Returns the owner's words of a setting in this language; undefined where the usual ones stay. */
const words = (text: unknown): string | undefined => {
  const spoken = text as Record<typeof language, string> | undefined
  return spoken?.[language] || spoken?.en || undefined
}

type Shown = { course: ShownCourse; heading: string | undefined; second: string | undefined; owned: boolean }

/** The sections that a course's fields fill; nothing where a field is empty. */
const sections: Record<Exclude<SalesSection, 'offer'>, (shown: Shown) => ReactNode> = {
  points: ({ course }) => <Points text={course.long_description} />,
  clips: ({ course, heading }) => <Reels course={course} heading={heading} />,
  lessons: ({ course, heading }) => !course.includes && <WhatIsInside course={course} heading={heading} />,
  course_reviews: ({ course: { reviews }, heading = t('Reviews from students') }) =>
    reviews && reviews.count >= REVIEWS_FROM && <Reviews reviews={reviews} heading={heading} aria-label={heading} />,
  results: ({ course, heading }) => {
    const { benefits_samples: results, CUSTOMER_REVIEWS: reviews } = course
    if (!isDescribed(course) || results.length + reviews.length === 0) return null
    const label = heading ?? (results.length > 0 ? t('Results archive') : t('Customer reviews'))
    return <Results course={course} heading={heading} aria-label={label} />
  },
  samples: ({ course, heading }) =>
    isDescribed(course) &&
    course.product_content_samples.length + course.additional_infobanners.length > 0 && (
      <Samples course={course} heading={heading} aria-label={heading ?? t('What you get')} />
    ),
  bonuses: ({ course, heading }) =>
    course.exclusive_bonuses.length + course.bonuses.length > 0 && (
      <Bonuses course={course} heading={heading} aria-label={heading ?? t('Bonuses')} />
    ),
  audience: ({ course, heading, second }) => {
    const { how_to_make_money: money, who_is_this_for: audience } = course
    if (money.length === 0 && audience.length === 0) return null
    const label = money.length > 0 ? (heading ?? t('How to make money')) : (second ?? t('Who is this for?'))
    return <MoneyAndAudience course={course} heading={heading} second={second} aria-label={label} />
  },
  first_steps: ({ course: { how_to_get_started: steps }, heading = t('How to get started') }) =>
    steps.length > 0 && <Start steps={steps} heading={heading} aria-label={heading} />,
  platforms: ({ course, heading = t('Where can you upload your work?') }) =>
    course.where_can_i_upload.length > 0 && <Platforms course={course} heading={heading} aria-label={heading} />,
  course_faq: ({ course: { faq, legal_disclaimer: note }, heading = t('Frequently asked questions') }) =>
    (faq.length > 0 || note) && (
      <Faq heading={heading} questions={faq} note={note} aria-label={faq.length > 0 ? heading : t('Disclaimer')} />
    ),
  next_price: ({ course, heading, owned }) =>
    isDescribed(course) && !owned && !course.includes && <NextPrice course={course} heading={heading} />,
}

const isDescribed = ({ description }: ShownCourse) => description.trim() !== ''

type BodyProps = {
  course: ShownCourse
  /** Marks the place before a section of this id. */
  mark?: (id: string) => ReactNode
}

/** Everything a visitor meets before buying a course, from top to bottom: its offer, then its sections and other blocks in their order. */
export function SalesBody({ course: given, mark }: BodyProps) {
  const [picked, pick] = useState<{ of: string; option: string }>()
  const chosen = picked?.of === given.course_id ? picked.option : undefined
  const { course_id: of } = given
  const choose = useCallback((option: string) => pick({ of, option }), [of])
  const course = soldBy(given, chosen)
  const { includes, page = usual } = course
  const [full, setFull] = useState(false)
  const owned = useOwned(course) || isComingSoon(course) || full
  const shown = page.order.map((id) => {
    const { type = '', settings = {} } = page.sections[id] ?? {}
    const heading = words(settings.heading)
    const content = !isSalesSection(type)
      ? Block && <Block id={id} page={page} />
      : type !== 'offer' && sections[type]({ course, heading, second: words(settings.second), owned })
    const marked = content && (
      <Fragment key={id}>
        {mark?.(id)}
        {content}
      </Fragment>
    )
    return { type, heading, content: marked }
  })
  const [offer, ...rest] = shown.filter(({ type, content }) => type === 'offer' || content)
  if (course.page) pairAudience(rest, course)
  // Beside the offer the points are a band of their own, before the first one that waits.
  const beside = rest[0]?.type === 'points' ? rest.shift() : undefined
  return (
    <Sale data-owned={owned || includes ? '' : undefined}>
      {includes ? (
        <Bundle course={course} includes={includes} />
      ) : (
        <SalesHero
          course={course}
          heading={offer?.heading}
          full={full}
          onFull={setFull}
          options={
            Choice &&
            'options' in given &&
            Boolean(given.options) && <Choice course={given} chosen={chosen} choose={choose} />
          }
        />
      )}
      <HydrateLater>{beside?.content}</HydrateLater>
      <Blocks data-below-fold="blocks">
        <HydrateLater>{rest.map(({ content }) => content)}</HydrateLater>
      </Blocks>
      {!owned && !includes && <BuyBar course={course} />}
    </Sale>
  )
}

/** Puts the audience and the questions beside each other where an owner has them in this order, and lists no ways to earn. */
function pairAudience(shown: { type: string; content: ReactNode }[], { how_to_make_money: money }: ShownCourse) {
  const at = shown.findIndex(({ type }, place) => type === 'audience' && shown[place + 1]?.type === 'course_faq')
  const [audience, faq] = [shown[at], shown[at + 1]]
  if (!audience || !faq || money.length > 0) return
  const content = (
    <section key="audience">
      <Pair>
        {audience.content}
        {faq.content}
      </Pair>
    </section>
  )
  shown.splice(at, 2, { ...audience, content })
}

const usual: SalesPageOrder = {
  order: [...SALES_SECTIONS],
  sections: Object.fromEntries(SALES_SECTIONS.map((type) => [type, { type, settings: {} }])),
}
