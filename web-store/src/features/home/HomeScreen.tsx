import { useQuery } from '@tanstack/react-query'
import { FEATURED } from 'contract/catalogue-page'
import { contactDefaults, homeDefaults, testimonialDefaults } from 'contract/shop/home'
import { socialDefaults } from 'contract/shop/look'
import { useBrand, useShop } from '../../content/brand.ts'
import { HydrateLater } from '../../first-page/HydrateLater.tsx'
import { serverMarkup } from '../../first-page/server-markup.tsx'
import { featuredQuery, praisedCoursesQuery } from '../../shared/courses/courses.queries.ts'
import { useCatalogue } from '../../shared/courses/use-catalogue.ts'
import { Head } from '../../ui/Head.tsx'
import { FeaturedCourses } from './FeaturedCourses.tsx'
import { Hero } from './Hero.tsx'
import { Testimonials } from './Testimonials.tsx'

const Facts = serverMarkup(
  import.meta.env.SSR ? (await import('./Facts.tsx')).default : undefined,
  () => import('./Facts.tsx'),
)
const Steps = serverMarkup(
  import.meta.env.SSR ? (await import('./Steps.tsx')).default : undefined,
  () => import('./Steps.tsx'),
)

export default function HomeScreen() {
  const brand = useBrand()
  const { email } = useShop('contact', contactDefaults)
  const { headline, text } = useShop('home', homeDefaults)
  const sameAs = Object.values(useShop('social', socialDefaults)).filter(Boolean)
  const testimonials = useShop('testimonials', testimonialDefaults)
  const catalogue = useCatalogue(featuredQuery(), '', 'some')
  const { data: beside } = useQuery({ ...praisedCoursesQuery(testimonials), enabled: testimonials.length > 0 })
  const cards = catalogue.list?.cards ?? []
  return (
    <>
      <Head
        title={headline ? `${brand.name}: ${headline.replace(/\s*\n\s*/g, ' ').replaceAll('*', '')}` : brand.name}
        description={brand.description || text}
        canonicalPath="/"
        structuredData={[
          {
            '@context': 'https://schema.org',
            '@type': 'Organization',
            name: brand.name,
            url: '/',
            ...(email && { email }),
            ...(brand.description && { description: brand.description }),
            ...(sameAs.length > 0 && { sameAs }),
          },
        ]}
      />
      <Hero cards={cards.slice(0, FEATURED)} />
      <HydrateLater>
        <Facts />
        <FeaturedCourses catalogue={catalogue} />
        <Steps />
        {testimonials.length > 0 && <Testimonials cards={[...cards, ...(beside?.cards ?? [])]} />}
      </HydrateLater>
    </>
  )
}
