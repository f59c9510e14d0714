import { useQuery } from '@tanstack/react-query'
import { FEATURED } from 'server/contract/shelf'
import { shopContent } from '../../content/shop-content.ts'
import { featuredQuery, homeCoursesQuery } from '../../shared/courses.queries.ts'
import { useCatalogue } from '../../shared/use-catalogue.ts'
import { Head } from '../../ui/Head.tsx'
import { Facts } from './Facts.tsx'
import { FeaturedCourses } from './FeaturedCourses.tsx'
import { Hero } from './Hero.tsx'
import { Steps } from './Steps.tsx'
import { Testimonials } from './Testimonials.tsx'

const { brand, contact } = shopContent

const organization = {
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: brand.name,
  url: '/',
  email: contact.email,
  description: brand.description,
}

export default function HomeScreen() {
  const catalogue = useCatalogue(featuredQuery(), '', 'some')
  const { data: beside } = useQuery(homeCoursesQuery())
  const cards = catalogue.list?.cards ?? []
  return (
    <>
      <Head
        title={`${brand.name}: course bundles made for India`}
        description={brand.description}
        canonicalPath="/"
        structuredData={[organization]}
      />
      <Hero cards={cards.slice(0, FEATURED)} />
      <Facts />
      <FeaturedCourses catalogue={catalogue} />
      <Steps />
      <Testimonials cards={[...cards, ...(beside?.cards ?? [])]} />
    </>
  )
}
