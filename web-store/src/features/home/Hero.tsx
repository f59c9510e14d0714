import type { CourseCard } from 'contract/courses/courses'
import { claimDefaults, homeDefaults, testimonialDefaults } from 'contract/shop/home'
import { Link } from 'react-router-dom'
import { useBrand, useShop } from '../../content/brand.ts'
import { rich } from '../../language/rich.tsx'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Stage, Wrap } from '../../ui/layout.tsx'
import { SignText } from '../../ui/text.tsx'
import { ShopFront } from './ShopFront.tsx'

const Headline = chakra('h1', { base: { textStyle: 'display', whiteSpace: 'pre-line', overflowWrap: 'anywhere' } })

const Face = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: '8',
    h: '8',
    borderRadius: 'full',
    border: '2px solid',
    borderColor: 'stage',
    color: 'white',
    fontSize: '.875rem',
    fontWeight: '700',
    lineHeight: '1',
    '& + &': { ms: '-10px' },
  },
})

/** Leads to the steps, further down this page. */
const learnMore = t('Learn More')

const FACE_COLOURS = ['#C21B63', '#1F8549', '#343DA6']

/** The headline, or the shop's name without one, the way in, and the shop front with its first courses. */
export function Hero({ cards }: { cards: CourseCard[] }) {
  const { name, description } = useBrand()
  const home = useShop('home', homeDefaults)
  const text = home.text || description
  const testimonials = useShop('testimonials', testimonialDefaults)
  const claims = useShop('claims', claimDefaults)
  const faces = testimonials.slice(0, FACE_COLOURS.length)
  return (
    <Stage overflow="hidden" pt="14px">
      <Wrap
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: 'minmax(0,1.02fr) minmax(0,1fr)' }}
        columnGap="14"
        alignItems="end"
      >
        <chakra.div pt={{ base: '44px', md: '16' }} pb={{ base: '2', md: '4', lg: '60px' }} alignSelf="center">
          <Headline>
            {(home.headline || `*${name}*`)
              .split('*')
              .map((words, at) => (at % 2 ? <SignText key={words}>{words}</SignText> : words))}
          </Headline>
          {text && (
            <chakra.p textStyle="lead" color="stage.muted" maxW="31em" mt={{ base: '4', md: '22px' }}>
              {text}
            </chakra.p>
          )}
          <chakra.div
            display="flex"
            flexWrap="wrap"
            gap={{ base: '2.5', md: '3.5' }}
            mt={{ base: '22px', md: '30px' }}
            alignItems="flex-start"
          >
            <Button asChild variant="buy" size="lg" flex={{ base: '1 0 auto', md: '0 0 auto' }}>
              <Link to={paths.courses}>{t('Explore Courses')}</Link>
            </Button>
            {home.steps.length > 0 && (
              <Button asChild variant="outline" size="lg" flex={{ base: '1 0 auto', md: '0 0 auto' }}>
                <a href={paths.steps}>{learnMore}</a>
              </Button>
            )}
          </chakra.div>
          {claims.enrolled_students && (
            <chakra.p display="flex" alignItems="center" gap="3.5" mt={{ base: '5', md: '30px' }} color="stage.muted">
              <chakra.span display="flex" aria-hidden>
                {faces.map(({ name, avatar }, index) => (
                  <Face key={name} style={{ backgroundColor: FACE_COLOURS[index] }}>
                    {avatar}
                  </Face>
                ))}
              </chakra.span>
              <span>
                {rich('{count} enrolled students', {
                  count: (
                    <chakra.b color="white" fontSize="1.125rem">
                      {claims.enrolled_students}
                    </chakra.b>
                  ),
                })}
              </span>
            </chakra.p>
          )}
        </chakra.div>
        <ShopFront cards={cards} />
      </Wrap>
    </Stage>
  )
}
