import { addedTaxText } from 'contract/added-tax'
import { formatRupees, toPaise } from 'contract/money'
import { ruleOfCourse, taxLine, taxRuleOf } from 'contract/tax'
import { type ComponentType, memo, type ReactNode, useContext } from 'react'
import { Link } from 'react-router-dom'
import { useBrand, useGuaranteeDays, useSwitches } from '../../content/brand.ts'
import { TaxContext } from '../../content/tax.ts'
import { serverMarkup } from '../../first-page/server-markup.tsx'
import { filled, t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { useCart } from '../../stores/cart.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { plainRupees } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconMailBolt, IconShieldCheck } from '../../ui/icons.ts'
import { later, type PartFile } from '../../ui/later.tsx'
import { Card, Stage, Wrap } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { SignText } from '../../ui/text.tsx'
import { heldText } from '../courses/access-text.ts'
import { isComingSoon, isDated, useAccess, useHas, useOwned } from '../courses/use-owned.ts'
import { ShareButton } from '../ShareButton.tsx'
import { BuyButton } from './BuyButton.tsx'
import { Countdown } from './Countdown.tsx'
import { useIsPreview } from './preview.ts'
import type { ShownCourse } from './shown-course.ts'

const SaleLine = serverMarkup(
  import.meta.env.SSR ? (await import('./SaleLine.tsx')).default : undefined,
  () => import('./SaleLine.tsx'),
)

/** The way to pay in parts, of a feature that may be absent. */
export type CoursePart = PartFile<{ course: ShownCourse }>
const [loadParts] = Object.values(import.meta.glob<CoursePart>('../../features/*/PricePart.tsx'))
const PricePart = loadParts && serverMarkup(import.meta.env.SSR ? (await loadParts()).default : undefined, loadParts)

/** Only a visitor with a code in the cart loads it. */
export const CodePrice = later(() => import('./CodePrice.tsx'), { failed: () => null })

const Renewal = later(() => import('../courses/Renewal.tsx'), { failed: () => null })

/** The place of the offer while a course is coming soon, of a feature that may be absent. */
const [loadSoon] = Object.values(import.meta.glob<CoursePart>('../../features/*/ComingSoonPart.tsx'))
const ComingSoon = loadSoon && later(loadSoon, { now: import.meta.env.SSR ? (await loadSoon()).default : undefined })

/** The dates of a course that is sold by them, of a feature that may be absent. `WaitingList` is shown once no date has a seat. As with a bundle, the page renders anew before it is loaded. */
export type DatesFile = PartFile<{
  course: ShownCourse
  onFull: (full: boolean) => void
  WaitingList: ComponentType<{ course: ShownCourse }> | undefined
}>
const [loadDates] = Object.values(import.meta.glob<DatesFile>('../../features/*/DatesPart.tsx'))
const Dates =
  loadDates && memo(later(loadDates, { now: import.meta.env.SSR ? (await loadDates()).default : undefined }))

/** From this many letters on the painted name would push the picture and the price out of a phone's first view. */
const LONG_NAME = 48

const DEFAULT_HEADING = t('Do You Want To Grow Your Social Media?')

const Prompt = chakra('span', {
  base: {
    display: 'block',
    fontSize: { base: '1.25rem', md: '1.75rem' },
    fontWeight: '650',
    fontStretch: '90%',
    lineHeight: 'calc(1.15 + var(--signs, 0))',
    mb: '2',
  },
})

const Name = chakra(SignText, {
  base: { display: 'block', textStyle: 'painted', textTransform: 'uppercase', overflowWrap: 'anywhere' },
})

const Banner = chakra('div', {
  base: {
    alignSelf: 'start',
    borderRadius: 'l1',
    overflow: 'hidden',
    border: '5px solid #FFE9B3',
    borderWidth: { base: '3px', md: '5px' },
  },
})

const Line = chakra('p', { base: { display: 'flex', alignItems: 'center', justifyContent: 'center', gap: '2' } })

type CardProps = {
  course: ShownCourse
  /** The choice between its prices. */
  options?: ReactNode
  /** Sold by date, and no date has a free seat. */
  full: boolean
  onFull: (full: boolean) => void
}
type HeroProps = CardProps & { heading?: string | undefined }

/** Header text, heading, name, banner, and the card with price and clock. */
export function SalesHero({ heading, ...card }: HeroProps) {
  const { course } = card
  return (
    <Stage pt={{ base: '38px', md: '62px' }} pb={{ base: '6', md: '12' }}>
      <Wrap
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: 'minmax(0,1fr) 368px' }}
        columnGap="10"
        rowGap={{ base: '18px', md: '26px' }}
        alignItems="stretch"
      >
        <chakra.div gridColumn="1/-1" minW="0">
          <chakra.p
            color="stage.muted"
            fontWeight="550"
            fontSize={{ base: '.9375rem', md: '1rem' }}
            mb={{ base: '2', md: '3' }}
          >
            {course.header_text}
          </chakra.p>
          <h1>
            <Prompt>{filled(course.header_below || heading || DEFAULT_HEADING)}</Prompt>
            <Name {...(course.name.length > LONG_NAME ? { fontSize: { base: '2rem', md: '3rem' } } : {})}>
              {course.name}
            </Name>
          </h1>
        </chakra.div>
        <Banner>
          <Picture place="hero" src={course.banner} alt={course.name} eager />
        </Banner>
        {isComingSoon(course) && ComingSoon ? <ComingSoon course={course} /> : <BuyCard {...card} />}
      </Wrap>
    </Stage>
  )
}

function BuyCard({ course, options, full, onFull }: CardProps) {
  const { countdown } = useSwitches()
  const days = useGuaranteeDays()
  const whole = useWholePrice(course.price, course.kind === 'bundle' ? undefined : course.course_id)
  const owned = useOwned(course)
  const has = useHas(course.course_id)
  const code = useCart((state) => state.promocode)
  const renewable = useAccess(course.course_id)?.renewable
  const lifetime = heldText(course)
  // A field of a feature that may be gone.
  const inParts = 'parts' in course && Boolean(course.parts)
  const byDate = isDated(course)
  const preview = useIsPreview()
  const { name: shop } = useBrand()
  return (
    <Card
      as="aside"
      aria-label={t('Price and offer')}
      display="grid"
      alignSelf="start"
      gap={{ base: '2.5', md: '3.5' }}
      p={{ base: '4', md: '6' }}
      color="fg"
      textAlign="center"
      css={{ '& :focus-visible': { outlineColor: 'action.focusRing' } }}
    >
      {countdown && !owned && !course.sale && !course.free && <Countdown />}
      {byDate && Dates && <Dates course={course} onFull={onFull} WaitingList={ComingSoon} />}
      {!owned && options}
      {!full && (
        <BuyButton course={course} full>
          {t('Just Rs {price}/- Only', { price: plainRupees(course.price) })}
        </BuyButton>
      )}
      {has && !owned && !preview && (
        <Button asChild variant="outline" size="lg" full>
          <Link to={paths.learn(course.course_id)}>{t('Go to course')}</Link>
        </Button>
      )}
      {renewable && <Renewal courseId={course.course_id} period={course.access_period} />}
      {whole && !owned && <chakra.p fontWeight="600">{whole}</chakra.p>}
      {code && !owned && !course.free && <CodePrice course={course} code={code} />}
      {inParts && !owned && PricePart && <PricePart course={course} />}
      {course.sale && !owned && <SaleLine key={course.sale.until} sale={course.sale} />}
      {course.offer_text && !owned && (
        <chakra.p fontWeight="600" color="offer.fg">
          {course.offer_text}
        </chakra.p>
      )}
      {!owned && !byDate && (
        <Line fontWeight="600">
          <Icon of={IconMailBolt} />
          {t('Instant Delivery On Email')}
        </Line>
      )}
      {!byDate && lifetime && <p>{lifetime}</p>}
      {days > 0 && !owned && !course.free && (
        <Line textStyle="sm" color="fg.muted" borderTopWidth="1px" borderColor="border" pt="3.5">
          <Icon of={IconShieldCheck} />
          {t('{days}-day money-back guarantee', { days })}
        </Line>
      )}
      {!preview && (
        <chakra.div mt={{ base: '-1.5', md: '-2' }} mb={{ base: '-2', md: '-3' }}>
          <ShareButton
            title={t('Share this course')}
            text={t('{course} on {shop}:', { course: course.name, shop })}
            path={paths.course(course.course_id)}
          />
        </chakra.div>
      )}
    </Card>
  )
}

/**
 * Describes a price in rupees with its added tax: `+ 18% GST, ₹588.82 in all`; empty without one. The Consumer Protection (E-Commerce)
 * Rules, 7(1)(d), want one figure with its parts.
 */
export function useWholePrice(price: number, courseId?: string): string {
  const tax = useContext(TaxContext)
  const added = addedTaxText(tax)
  const shop = taxRuleOf(tax)
  // A bundle may hold several rates: its cart has the sum.
  const rule = shop?.rates && !courseId ? null : shop && ruleOfCourse(shop, courseId)
  if (added && shop?.rates && !rule) return added
  return added && rule
    ? t('{tax}, {total} in all', { tax: added, total: formatRupees(taxLine(toPaise(price), rule).total_paise) })
    : ''
}
