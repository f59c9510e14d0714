import { claimDefaults } from 'contract/shop/home'
import { aboutDefaults } from 'contract/shop/people'
import { Link } from 'react-router-dom'
import { useBrand, useShop } from '../../content/brand.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Head } from '../../ui/Head.tsx'
import { Card, Section, Stage, Wrap } from '../../ui/layout.tsx'
import { H2, H3 } from '../../ui/text.tsx'

const Figure = chakra('dt', {
  base: {
    order: '-1',
    fontSize: '2.75rem',
    fontWeight: '800',
    fontStretch: '80%',
    lineHeight: '1',
    color: 'buy.solid',
  },
})

export default function AboutScreen() {
  const brand = useBrand()
  const about = useShop('about', aboutDefaults)
  const claims = useShop('claims', claimDefaults)
  const figures = (
    [
      [claims.active_students, t('active students')],
      [claims.expert_courses, t('expert courses')],
      [claims.success_stories, t('success stories')],
      [claims.countries, t('countries')],
    ] as const
  ).filter(([figure]) => figure)
  const mission = about.mission || brand.description
  const explore = (
    <Button asChild variant="buy" size="lg">
      <Link to={paths.courses}>{t('Explore Courses')}</Link>
    </Button>
  )
  // Without texts of the owner the button follows the description.
  const more = about.paragraphs.length + about.leadership.length > 0
  return (
    <>
      <Head title={t('About {shop}', { shop: brand.name })} description={mission} canonicalPath={paths.about} />
      <Stage pt={{ base: '14', md: '20' }} pb={{ base: '12', md: '16' }}>
        <Wrap>
          <chakra.h1 textStyle="h1">{t('About {shop}', { shop: brand.name })}</chakra.h1>
          {mission && (
            <chakra.p textStyle="lead" color="stage.muted" maxW="44em" mt="5">
              {mission}
            </chakra.p>
          )}
          {figures.length > 0 && (
            <chakra.dl
              display="grid"
              gridTemplateColumns={{ base: 'repeat(auto-fit,minmax(min(9em,100%),1fr))', lg: 'repeat(4,auto)' }}
              justifyContent={{ lg: 'start' }}
              columnGap={{ base: '6', lg: '20' }}
              rowGap="6"
              mt="10"
            >
              {figures.map(([figure, what]) => (
                <chakra.div key={what} display="grid" gap="1.5">
                  <Figure>{figure}</Figure>
                  <chakra.dd color="stage.muted">{what}</chakra.dd>
                </chakra.div>
              ))}
            </chakra.dl>
          )}
          {!more && <chakra.div mt="10">{explore}</chakra.div>}
        </Wrap>
      </Stage>
      {about.paragraphs.length > 0 && (
        <Section>
          <Wrap>
            <H2>{t('Our story')}</H2>
            {about.paragraphs.map((paragraph) => (
              <chakra.p key={paragraph} mt="4" color="fg.muted" maxW="70ch">
                {paragraph}
              </chakra.p>
            ))}
          </Wrap>
        </Section>
      )}
      {more && (
        <Section alt={about.paragraphs.length > 0}>
          <Wrap>
            {about.leadership.length > 0 && (
              <>
                <H2>{t('Leadership')}</H2>
                <chakra.ul
                  display="grid"
                  gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}
                  gap="5"
                  mt="6"
                  mb="10"
                  maxW="880px"
                >
                  {about.leadership.map(({ name, role, line }) => (
                    <Card as="li" key={role} padded>
                      <chakra.p textStyle="sm" color="fg.subtle">
                        {role}
                      </chakra.p>
                      <H3 mt="1">{name}</H3>
                      {line && (
                        <chakra.p color="fg.muted" mt="2">
                          {line}
                        </chakra.p>
                      )}
                    </Card>
                  ))}
                </chakra.ul>
              </>
            )}
            {explore}
          </Wrap>
        </Section>
      )}
    </>
  )
}
