import type { LoadPlan } from '../load.ts'
import { measurePairs } from '../pairs.ts'
import { type Figure, rate } from '../report.ts'
import { CONNECTIONS, type Stand, type Student, sample } from '../stand.ts'

const STUDENTS = 2_000
const COURSES = 24
/** Exceeds the purchases of one round; each has another student or course. */
const PER_ROUND = 6_000

/** Measures a purchase by a logged-in student against one order in one transaction by Express + pg. */
export async function purchaseFigures(stand: Stand): Promise<Figure[]> {
  const database = await stand.database(COURSES)
  const students = await stand.students(database, STUDENTS)
  const shop = await stand.shop(database)
  const reference = await stand.reference(database)
  try {
    const courses = (await (await fetch(`${shop.url}/api/go/courses`)).json()) as { course_id: string }[]
    const purchases = students.length * courses.length
    let bought = 0
    const next = (toRequest: (student: Student, courseId: string) => Required<LoadPlan>['requests'][number]) =>
      Array.from({ length: PER_ROUND }, (_, index) => {
        // Each student buys the first course in turn, then the next course, so that no student has an open order for
        // it.
        const number = (bought + index) % purchases
        const student = students[number % students.length]
        const course = courses[Math.floor(number / students.length)]
        if (!student || !course) throw new Error('there are no more purchases')
        return toRequest(student, course.course_id)
      })
    const json = { 'content-type': 'application/json' }

    const ours = async () => {
      const requests = next(({ user_id, token }, courseId) => ({
        method: 'POST',
        path: `/api/user/buy?user_id=${user_id}`,
        headers: { ...json, authorization: `bearer ${token}` },
        body: JSON.stringify([courseId]),
      }))
      const sampled = await sample(stand, shop, { url: shop.url, requests })
      bought += sampled.answers + CONNECTIONS
      return sampled
    }
    const theirs = () =>
      sample(stand, reference, {
        url: reference.url,
        requests: next(({ id }, course_id) => ({
          method: 'POST',
          path: '/order',
          headers: json,
          body: JSON.stringify({ user_id: id, course_id }),
        })),
      })
    // Warm-up rounds for the compilers, not counted.
    for (let round = 0; round < 3; round++) {
      await ours()
      await theirs()
    }
    const pairs = await measurePairs(ours, theirs)
    return [
      {
        figure:
          'Purchase by a signed-in student against one transaction of Express + pg (gateway: a stub, not counted)',
        ours: rate(pairs.ours),
        reference: rate(pairs.reference),
        ratio: pairs.ratio,
        bound: 'at least 0.25, no error',
        aim: '0.45',
        ok: pairs.ratio >= 0.25 && pairs.errors === 0,
      },
    ]
  } finally {
    await shop.kill()
    await reference.stop()
  }
}
