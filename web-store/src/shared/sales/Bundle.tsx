import type { IncludedCourse } from 'contract/courses/bundles'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { filled, plural, t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { Card, Stage, Wrap } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { H2, SignText } from '../../ui/text.tsx'
import { accessText as periodAccess } from '../courses/access-text.ts'
import { BundleBuyCard } from './BundleBuyCard.tsx'
import { BuyBar } from './BuyBar.tsx'
import { accessText } from './inside-facts.ts'
import type { ShownCourse } from './shown-course.ts'
import { useBundlePrice } from './use-bundle-price.ts'

/** So many pictures show in the hero, in rows of three. */
const FAN = 6

const Fan = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3,minmax(0,1fr))',
    gap: { base: '1.5', md: '3' },
    maxW: '640px',
    mt: { base: '5', md: '7' },
    '& > div': { borderRadius: 'l1', overflow: 'hidden' },
  },
})

const Entry = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '112px minmax(0,1fr)', md: '200px minmax(0,1fr) auto' },
    columnGap: { base: '3.5', md: '5' },
    rowGap: '1',
    alignItems: 'start',
    p: { base: '3.5', md: '4' },
    '& + &': { borderTopWidth: '1px', borderColor: 'border' },
    '& [data-picture]': { borderRadius: 'l1', overflow: 'hidden', gridRow: { base: '1 / 3', md: 'auto' } },
    '& [data-price]': {
      color: 'fg.muted',
      fontVariantNumeric: 'lining-nums tabular-nums',
      textAlign: { md: 'end' },
      '& small': { fontSize: '.875rem', color: 'fg.subtle', display: { md: 'block' } },
    },
  },
})

const Facts = chakra('dl', {
  base: {
    '& > div': { px: '4', py: '3' },
    '& > div + div': { borderTopWidth: '1px', borderColor: 'border' },
    '& dt': { textStyle: 'sm', color: 'fg.muted' },
    '& dd': { fontWeight: '600', lineHeight: '1.35' },
  },
})

type Props = { course: ShownCourse; includes: readonly IncludedCourse[] }

/** The top of a bundle's page: what it costs, what it saves, and what is in it. */
export default function Bundle({ course, includes }: Props) {
  const price = useBundlePrice(course.course_id, includes)
  const courses = plural(includes.length, { one: 'Bundle, {count} course', other: 'Bundle, {count} courses' })
  return (
    <>
      <Stage pt={{ base: '9', md: '14' }} pb={{ base: '7', md: '11' }}>
        <Wrap
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: 'minmax(0,1fr) 368px' }}
          columnGap="12"
          rowGap="8"
          alignItems="start"
        >
          <chakra.div minW="0">
            <chakra.p color="stage.muted">{courses}</chakra.p>
            <h1>
              {course.header_below && (
                <chakra.span display="block" fontSize={{ base: '1.25rem', md: '1.5rem' }} fontWeight="650" mt="2">
                  {filled(course.header_below)}
                </chakra.span>
              )}
              <SignText
                display="block"
                textStyle="painted"
                textTransform="uppercase"
                mt="2.5"
                mb="4.5"
                fontSize={course.name.length > 48 ? { base: '2rem', md: '3rem' } : { base: '2.5rem', md: '4rem' }}
              >
                {course.name}
              </SignText>
            </h1>
            <chakra.p
              fontSize={{ base: '1.0625rem', md: '1.1875rem' }}
              lineHeight="1.5"
              color="stage.muted"
              maxW="52ch"
            >
              {course.description}
            </chakra.p>
            <Fan aria-hidden>
              {includes.slice(0, FAN).map(({ course_id, name, banner }, index) => (
                <div key={course_id}>
                  <Picture place="thumb" src={banner} alt="" label="" cover={name} eager={index < 3} />
                </div>
              ))}
            </Fan>
          </chakra.div>
          <BundleBuyCard course={course} includes={includes} price={price} />
        </Wrap>
      </Stage>
      <chakra.section py={{ base: '9', md: '16' }} aria-labelledby="bundle-title">
        <Wrap
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: 'minmax(0,1fr) 368px' }}
          gap={{ base: '8', lg: '12' }}
          alignItems="start"
        >
          <div>
            <H2 id="bundle-title" mb={{ base: '4', md: '5' }}>
              {t('What is in it')}
            </H2>
            <Card asChild overflow="hidden">
              <ol>
                {includes.map((one) => (
                  <OneOfThem key={one.course_id} course={one} isOwned={price.owned.includes(one.course_id)} />
                ))}
              </ol>
            </Card>
          </div>
          <Together course={course} includes={includes} />
        </Wrap>
      </chakra.section>
      {!price.isAllOwned && <BuyBar course={course} price={price.total} />}
    </>
  )
}

function OneOfThem({ course, isOwned }: { course: IncludedCourse; isOwned: boolean }) {
  const { course_id, name, banner, price, sale_price, on_sale, lessons, access_period } = course
  return (
    <Entry>
      <div data-picture="">
        <Picture place="thumb" src={banner} alt="" label="" cover={name} />
      </div>
      <div>
        <chakra.h3 textStyle="h3" fontSize="1.125rem">
          {on_sale ? <Link to={paths.course(course_id)}>{name}</Link> : name}
        </chakra.h3>
        <chakra.p textStyle="sm" color="fg.muted" mt="0.5">
          {[
            plural(lessons, { one: '{count} lesson', other: '{count} lessons' }),
            access_period && periodAccess(access_period),
          ]
            .filter(Boolean)
            .join(', ')}
        </chakra.p>
        {!on_sale && (
          <chakra.p textStyle="sm" color="fg.muted">
            {t('No longer sold alone. The bundle still opens it.')}
          </chakra.p>
        )}
        {isOwned && (
          <chakra.p display="flex" alignItems="center" gap="1.5" textStyle="sm" fontWeight="600" color="success.fg">
            <Icon of={IconCheck} size={16} />
            {t('You own this course')}
          </chakra.p>
        )}
      </div>
      {on_sale && (
        <p data-price="">
          {rupeesText(sale_price ?? price)} <small>{t('alone')}</small>
        </p>
      )}
    </Entry>
  )
}

/** Sums up the courses; an empty fact is absent. */
function Together({ course, includes }: Props) {
  const lessons = includes.reduce((sum, one) => sum + one.lessons, 0)
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    [t('Lessons'), lessons > 0 && lessons],
    [t('Language'), course.language],
    [t('You need'), course.requirements],
    [t('Access'), accessText(course)],
    [t('Your teacher'), course.teacher_name],
  ]
  return (
    <aside aria-labelledby="together-title">
      <H2 id="together-title" mb={{ base: '4', md: '5' }}>
        {t('Together')}
      </H2>
      <Card asChild>
        <Facts>
          {facts.map(
            ([label, value]) =>
              value && (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </Facts>
      </Card>
      <chakra.p textStyle="sm" color="fg.muted" mt="3">
        {t('The order is a suggestion: every course opens at once.')}
      </chakra.p>
    </aside>
  )
}
