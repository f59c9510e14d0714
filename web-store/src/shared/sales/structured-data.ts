import type { Course } from 'server/contract/courses'
import { paths } from '../../app/paths.ts'

/**
 * What search engines read: the course with its offer, the way to it, and the questions with their answers. `taxed` says
 * that tax is added to its price.
 */
export function courseData(
  course: Course,
  { shopName, taxed }: { shopName: string; taxed: boolean },
): Record<string, unknown>[] {
  const price = { price: course.price.toFixed(2), priceCurrency: 'INR' }
  const provider = { '@type': 'Organization', name: shopName, sameAs: '/' }
  const url = paths.course(course.course_id)
  const data: Record<string, unknown>[] = [
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
  if (course.faq.length > 0) {
    data.push({
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: course.faq.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    })
  }
  return data
}
