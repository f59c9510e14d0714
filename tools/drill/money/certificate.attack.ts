import { randomUUID } from 'node:crypto'
import { buildEnrolment, buildLesson } from '../../../server/test/catalogue-factories.ts'
import { type Scenario, statusOf, student } from './attacks.ts'

export const attacks: Record<string, Scenario> = {
  async 'certificate in a second'(shop) {
    const { user, api } = await student(shop)
    const { course_id } = await buildEnrolment(shop.db, { user_id: user.id })
    const params = { course_id }
    await shop.owner.certificates.setOffer({ params, body: { offered: true } })
    const lessons = [0, 1, 2].map(() => buildLesson(shop.db, { course_id }))
    for (const { lesson_id } of await Promise.all(lessons)) {
      const beat = { course_id, lesson_id, seconds: 0, completed: true }
      await api.learning.progress(beat)
      const late = { device: randomUUID(), number: 1, beats: [{ ...beat, seconds: 86_400 }] }
      await api.offline.beats(late)
    }
    const name = 'Dr. A P J Abdul Kalam, IIT Bombay - free UPI gift: www.evil.example/win'
    const take = (as: string) => statusOf(api.certificates.take({ params, body: { name: as } }))
    const review = { params, body: { stars: 1, text: 'Bad' } }
    const statuses = [await take('Ravi Kumar'), await take(name), await statusOf(api.reviews.save(review))]
    await shop.db('lesson_progress').where({ user_id: user.id }).update({ seconds: 3600 })
    const watched = await take(name)
    return {
      found: `own name ${statuses[0]}, another's ${statuses[1]}, a review ${statuses[2]}; after watching, another's ${watched}`,
      violations: [...statuses, watched]
        .filter((status) => status === 200)
        .map(() => 'something was signed unmeasured'),
    }
  },
}
