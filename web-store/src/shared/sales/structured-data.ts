import type { PublicCourse } from 'contract/courses/courses'
import { indianDay } from 'contract/indian-time'
import { REVIEWS_FROM } from 'contract/review-limits'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { isComingSoon } from '../courses/use-owned.ts'

/**
 * Returns data for search engines: the course with its offer, and its breadcrumbs. `taxed`: tax is added to its price. The questions are
 * not marked up: search engines show them for health and government sites alone.
 */
export function courseData(
  course: PublicCourse,
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
      ...(course.includes && {
        hasPart: course.includes.map(({ course_id, name }) => ({
          '@type': 'Course',
          name,
          provider,
          url: paths.course(course_id),
        })),
      }),
      ...(!isComingSoon(course) && {
        offers: {
          '@type': 'Offer',
          category: course.free ? 'Free' : 'Paid',
          ...price,
          ...(taxed && {
            priceSpecification: { '@type': 'PriceSpecification', ...price, valueAddedTaxIncluded: false },
          }),
          availability: 'https://schema.org/InStock',
          url,
        },
      }),
      ...ratingOf(course),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: t('Home'), item: paths.home },
        { '@type': 'ListItem', position: 2, name: t('Courses'), item: paths.courses },
        { '@type': 'ListItem', position: 3, name: course.name, item: url },
      ],
    },
  ]
}

/** Returns the rating, only if the page shows it. */
function ratingOf({ reviews }: PublicCourse): Record<string, unknown> {
  if (!reviews || reviews.count < REVIEWS_FROM) return {}
  const { average, count, latest } = reviews
  return {
    aggregateRating: { '@type': 'AggregateRating', ratingValue: average, reviewCount: count, bestRating: 5 },
    review: latest
      .filter(({ name, text }) => name && text)
      .map(({ name, text, stars, at }) => ({
        '@type': 'Review',
        author: { '@type': 'Person', name },
        datePublished: indianDay(new Date(at)),
        reviewBody: text,
        reviewRating: { '@type': 'Rating', ratingValue: stars, bestRating: 5 },
      })),
  }
}
