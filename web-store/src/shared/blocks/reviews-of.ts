import type { PageFacts, ShownSettings } from 'contract/pages/blocks'

/** Returns the verified reviews of a block in their order. */
export function reviewsOf(
  { choice, review_ids, count }: ShownSettings['reviews'],
  { reviews }: Pick<PageFacts, 'reviews'>,
) {
  if (choice === 'newest') return reviews.slice(0, count)
  return review_ids.flatMap((id) => reviews.find(({ review_id }) => review_id === id) ?? [])
}
