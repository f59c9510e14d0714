import { client } from '../../api/client.ts'

/**
 * Requests the ids of the courses in these bundles that the buyer has paid for. An answer also marks a course that an earlier bundle of the
 * cart charges; in the first bundle with a course, only a paid one is marked. Apart from the cart: few carts hold a bundle.
 */
export async function ownedParts(bundles: string[], signal: AbortSignal): Promise<string[]> {
  const { lines } = await client.orders.price({ course_ids: bundles }, { signal })
  const all = lines.flatMap(({ includes = [] }) => includes)
  const isFirst = (id: string, at: number) => all.findIndex(({ course_id }) => course_id === id) === at
  return all.filter(({ course_id, owned }, at) => owned && isFirst(course_id, at)).map(({ course_id }) => course_id)
}
