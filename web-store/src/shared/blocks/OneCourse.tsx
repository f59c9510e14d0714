import type { CourseCard } from 'contract/courses/courses'
import type { ShownSettings } from 'contract/pages/blocks'
import { Link, useNavigate } from 'react-router-dom'
import { filled, t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { cart } from '../../stores/cart.ts'
import { Awning } from '../../ui/Awning.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { awningFor } from '../../ui/colour.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { Wrap } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { PriceTicket } from '../../ui/PriceTicket.tsx'
import { pictureColour } from '../../ui/picture-facts.ts'
import { H2, TextLink } from '../../ui/text.tsx'
import { textsWithKeys } from '../../ui/with-keys.ts'
import { SaleNote } from '../cart/SaleNote.tsx'
import { isComingSoon, useHas } from '../courses/use-owned.ts'
import { useIsPreview } from '../sales/preview.ts'

const Stall = chakra('article', {
  base: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0,1fr)', md: 'minmax(0,1.1fr) minmax(0,1fr)' },
    // On a page of links the course is as wide as they are.
    '[data-stage] &': { gridTemplateColumns: 'minmax(0,1fr)' },
    bg: 'bg.panel',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: '4px 4px {radii.l3} {radii.l3}',
  },
})

const Shade = chakra(Awning, {
  base: { position: 'absolute', insetInline: '-5px', top: '-1px', zIndex: '2', pointerEvents: 'none' },
})

const Points = chakra('ul', {
  base: {
    display: 'grid',
    gap: '2',
    '& li': { display: 'grid', gridTemplateColumns: 'auto minmax(0,1fr)', gap: '2.5', overflowWrap: 'anywhere' },
    '& svg': { color: 'success.fg', mt: '3px' },
  },
})

type Props = { settings: ShownSettings['course']; course: CourseCard; top: boolean }

/** One course with what it brings, its price and the way to pay. */
export function OneCourse({ settings: { heading, points, dark }, course, top }: Props) {
  const name = (
    <TextLink to={paths.course(course.course_id)} color="fg" fontWeight="inherit" textDecoration="none">
      {course.name}
    </TextLink>
  )
  return (
    <Wrap maxW={dark ? '640px' : undefined}>
      {heading && (
        <H2 mb={{ base: '6', md: '8' }} overflowWrap="anywhere">
          {heading}
        </H2>
      )}
      <Stall>
        <Shade tone={awningFor(pictureColour(course.banner))} size="card" />
        <Picture src={course.banner} alt="" label={course.name} place="half" eager={top} />
        <chakra.div display="grid" gap="4" alignContent="center" p={{ base: '18px', md: '7' }}>
          {heading ? (
            <chakra.h3 textStyle="h3" overflowWrap="anywhere">
              {name}
            </chakra.h3>
          ) : (
            <chakra.h2 textStyle="h3" overflowWrap="anywhere">
              {name}
            </chakra.h2>
          )}
          {points.length > 0 ? (
            <Points>
              {textsWithKeys(points.filter(Boolean)).map(({ key, entry }) => (
                <li key={key}>
                  <Icon of={IconCheck} />
                  {entry}
                </li>
              ))}
            </Points>
          ) : (
            <chakra.p color="fg.muted" lineClamp="3" overflowWrap="anywhere">
              {course.description}
            </chakra.p>
          )}
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="4">
            {!isComingSoon(course) && (
              <div>
                <PriceTicket price={course.price} />
                {course.sale && <SaleNote sale={course.sale} />}
              </div>
            )}
            <Buy course={course} />
          </chakra.div>
        </chakra.div>
      </Stall>
    </Wrap>
  )
}

function Buy({ course }: { course: CourseCard }) {
  const navigate = useNavigate()
  const preview = useIsPreview()
  const owned = useHas(course.course_id)
  const soon = isComingSoon(course)
  if ((owned && !preview) || course.free || soon)
    return (
      <Button asChild size="lg" flex="1">
        <Link to={owned ? paths.learn(course.course_id) : paths.course(course.course_id)}>
          {owned ? t('Go to course') : soon ? t('Coming soon') : t('Get it free')}
        </Link>
      </Button>
    )
  const buy = () => {
    if (preview) return
    cart.replaceWith(course)
    navigate(paths.checkout)
  }
  return (
    <Button variant="buy" size="lg" flex="1" whiteSpace="normal" onClick={buy}>
      {filled(course.buy_now_text || t('Buy Now'))}
    </Button>
  )
}
