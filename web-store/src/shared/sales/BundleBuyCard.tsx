import type { IncludedCourse } from 'contract/courses/bundles'
import { Link } from 'react-router-dom'
import { useBrand, useGuaranteeDays } from '../../content/brand.ts'
import { plural, t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { useCart } from '../../stores/cart.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconMailBolt, IconShieldCheck } from '../../ui/icons.ts'
import { Card } from '../../ui/layout.tsx'
import { PriceTicket } from '../../ui/PriceTicket.tsx'
import { SaleNote } from '../cart/SaleNote.tsx'
import { savedOf } from '../courses/BundleMark.tsx'
import { ShareButton } from '../ShareButton.tsx'
import { BuyButton } from './BuyButton.tsx'
import { useIsPreview } from './preview.ts'
import { CodePrice, useWholePrice } from './SalesHero.tsx'
import type { ShownCourse } from './shown-course.ts'
import type { BundlePrice } from './use-bundle-price.ts'

const Sums = chakra('dl', {
  base: {
    display: 'grid',
    gap: '2',
    fontVariantNumeric: 'lining-nums tabular-nums',
    '& > div': { display: 'flex', justifyContent: 'space-between', gap: '4' },
    '& dt': { color: 'fg.muted' },
    '& dd': { whiteSpace: 'nowrap' },
    '& [data-less] > *': { color: 'success.fg', fontWeight: '550' },
    '& [data-total]': { alignItems: 'center', borderTopWidth: '1px', borderColor: 'border', pt: '2.5' },
    '& [data-total] dt': { color: 'fg', fontWeight: '600' },
  },
})

const Line = chakra('p', {
  base: { display: 'flex', alignItems: 'center', gap: '2', textStyle: 'sm', color: 'fg.muted' },
})

type Props = { course: ShownCourse; includes: readonly IncludedCourse[]; price: BundlePrice }

/** Shows what a bundle saves against its courses alone, or takes off for who owns some of them; who owns all buys nothing. */
export function BundleBuyCard({ course, includes, price }: Props) {
  const days = useGuaranteeDays()
  const preview = useIsPreview()
  const { name: shop } = useBrand()
  const { owned, isAllOwned, total } = price
  const code = useCart((state) => state.promocode)
  const whole = useWholePrice(total ?? course.price)
  const [first] = includes
  return (
    <Card
      as="aside"
      aria-label={t('Price and offer')}
      display="grid"
      gap="3.5"
      p={{ base: '4', md: '6' }}
      color="fg"
      css={{ '& :focus-visible': { outlineColor: 'action.focusRing' } }}
    >
      {isAllOwned && first ? (
        <>
          <chakra.p textStyle="h3">{t('You own every course of this bundle')}</chakra.p>
          <Button asChild size="lg" full>
            <Link to={paths.learn(first.course_id)}>{t('Go to course')}</Link>
          </Button>
        </>
      ) : (
        <>
          <BundleSums course={course} includes={includes} price={price} />
          <BuyButton course={course} full />
          {whole && <chakra.p fontWeight="600">{whole}</chakra.p>}
          {code && total === undefined && <CodePrice course={course} code={code} />}
          {course.sale && <SaleNote sale={course.sale} />}
          {course.offer_text && (
            <chakra.p fontWeight="600" color="offer.fg">
              {course.offer_text}
            </chakra.p>
          )}
          <Line>
            {owned.length > 0 ? (
              t('You get {courses}.', {
                courses: includes
                  .filter(({ course_id }) => !owned.includes(course_id))
                  .map(({ name }) => name)
                  .join(', '),
              })
            ) : (
              <>
                <Icon of={IconMailBolt} size={16} />
                {t('All courses open at once, by email too')}
              </>
            )}
          </Line>
          {days > 0 && (
            <Line>
              <Icon of={IconShieldCheck} size={16} />
              {t('{days}-day money-back guarantee', { days })}
            </Line>
          )}
        </>
      )}
      {!preview && (
        <ShareButton
          title={t('Share this course')}
          text={t('{course} on {shop}:', { course: course.name, shop })}
          path={paths.course(course.course_id)}
        />
      )}
    </Card>
  )
}

/** Three rows for everybody, so that nothing moves once the student is known. */
function BundleSums({ course, includes, price: { owned, credit, total } }: Props) {
  const count = includes.length
  const { alone, saved } = savedOf(course.price, includes)
  if (credit !== undefined && total !== undefined) {
    const one = owned.length === 1 && includes.find(({ course_id }) => course_id === owned[0])
    return (
      <Sums>
        <div>
          <dt>{t('Bundle')}</dt>
          <dd>{rupeesText(course.price)}</dd>
        </div>
        <div data-less="">
          <dt>
            {one
              ? t('{course} is yours', { course: one.name })
              : t('You own {owned} of {count}', { owned: owned.length, count })}
          </dt>
          <dd>−{rupeesText(credit)}</dd>
        </div>
        <div data-total="">
          <dt>{t('You pay')}</dt>
          <dd>
            <PriceTicket price={total} />
          </dd>
        </div>
      </Sums>
    )
  }
  return (
    <Sums>
      {saved > 0 && (
        <>
          <div>
            <dt>{plural(count, { one: '{count} course alone', other: '{count} courses, one by one' })}</dt>
            <dd>{rupeesText(alone)}</dd>
          </div>
          <div data-less="">
            <dt>{t('You save')}</dt>
            <dd>{rupeesText(saved)}</dd>
          </div>
        </>
      )}
      <div data-total="">
        <dt>{t('Bundle')}</dt>
        <dd>
          <PriceTicket price={course.price} />
        </dd>
      </div>
    </Sums>
  )
}
