import type { Course } from 'contract/courses'
import { paths } from '../../paths.ts'

/**
 * What search engines read: the course with its offer, and the way to it. `taxed` says that tax is added to its price. The
 * questions are not marked up: search engines show them for health and government sites alone.
 */
export function courseData(
  course: Course,
  { shopName, taxed }: { shopName: string; taxed: boolean },
): Record<string, unknown>[] {
  const price = { price: course.price.toFixed(2), priceCurrency: 'INR' }
  const provider = { '@type': 'Organization', name: shopName, sameAs: '/' }
  const url = paths.course(course.course_id)
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Course',
      name: course.name,
      description: course.description,
      image: course.banner,
      url,
      provider,
      offers: {
        '@type': 'Offer',
        category: 'Paid',
        ...price,
        ...(taxed && { priceSpecification: { '@type': 'PriceSpecification', ...price, valueAddedTaxIncluded: false } }),
        availability: 'https://schema.org/InStock',
        url,
      },
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Home', item: paths.home },
        { '@type': 'ListItem', position: 2, name: 'Courses', item: paths.courses },
        { '@type': 'ListItem', position: 3, name: course.name, item: url },
      ],
    },
  ]
}
