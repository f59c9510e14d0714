import type { AdminRole } from 'contract/define-call'
import type { Knex } from 'knex'
import { buildCourse, buildEnrolment, buildLesson } from '../../../server/test/catalogue-factories.ts'
import { buildAdmin, buildUser } from '../../../server/test/people-factories.ts'
import { type ApiClient, createApiClient } from '../../../server/test/server.ts'

/** The program under attack, and its owner. */
export type Shop = { url: string; db: Knex; owner: ApiClient; ownerToken: string }

/** An attack: its result in one line, and each open hole. */
export type Attack = { name: string; found: string; violations: string[] }

const roles: readonly AdminRole[] = ['owner', 'editor', 'support', 'finance']

/**
 * Tries everything that erases, pays out, opens another's account or gives access away, with one stolen token of each
 * role, 15 minutes after the login of its holder.
 */
export async function stolenTokens(shop: Shop): Promise<Omit<Attack, 'name'>> {
  const lines: string[] = []
  const violations: string[] = []
  for (const role of roles) {
    const admin = await buildAdmin(shop.db, { role })
    const { access_token } = await createApiClient(shop.url).auth.adminLogin(admin)
    const before = new Date(Date.now() - 15 * 60_000)
    await shop.db('sessions').where({ admin_id: admin.id }).update({ confirmed_at: before })
    const calls = Object.entries(await wishes(shop, createApiClient(shop.url, access_token)))
    const codes = await Promise.all(
      calls.map(async ([call, make]) => {
        const code = await make().then(
          () => 'done',
          (error: { code?: string }) => error.code ?? 'failed',
        )
        return { call, code }
      }),
    )
    const those = (code: string) => codes.filter((one) => one.code === code).length
    const done = codes.filter(({ code }) => code !== 'forbidden' && code !== 'confirmation_required')
    violations.push(...done.map(({ call, code }) => `${role} may ${call}: ${code}`))
    lines.push(
      `${role}: ${calls.length} tried, ${those('confirmation_required')} ask for a confirmation, ${those('forbidden')} are not the role's`,
    )
  }
  return { found: lines.join('; '), violations }
}

/** Returns one call of each kind, on existing people and things. */
async function wishes({ db }: Shop, api: ApiClient): Promise<Record<string, () => Promise<unknown>>> {
  const user = await buildUser(db)
  const victim = await buildAdmin(db, { role: 'support' })
  const { course_id, order_id } = await buildEnrolment(db, { user_id: user.id })
  const { lesson_id } = await buildLesson(db, { course_id })
  const free = await buildCourse(db)
  const params = { id: user.user_id }
  const content = [{ title: 'Nothing', watch_link: 'https://video.example/v' }]
  const give = { people: [{ email: user.email }], course_ids: [free.course_id] }
  return {
    'erase a student': () => api.users.delete({ params }),
    'erase a note': () => api.students.deleteNote({ params: { ...params, note_id: '1' } }),
    'erase a question': () => api.questions.delete({ id: '1' } as never),
    'erase files': () => api.media.deleteMany({ media_ids: ['f'.repeat(32)] }),
    'erase a file': () => api.media.delete({ params: { media_id: 'f'.repeat(32) } }),
    'erase lessons': () =>
      api.learning.addContent({ params: { id: course_id }, body: { course_id, content } } as never),
    'erase a quiz': () => api.quizzes.remove({ params: { lesson_id } }),
    'erase an assignment': () => api.assignments.remove({ params: { lesson_id } }),
    'pay out': () => api.orders.refund({ params: { order_id }, body: { reason: 'Kind' } } as never),
    'give coins': () => api.users.addCoins({ params, body: { coins: 1000, reason: 'Kind' } } as never),
    'open an account': () => api.students.beginView({ params }),
    'send access': () => api.users.sendAccess({ params }),
    'change an address': () => api.users.update({ params, body: { email: 'mine@example.com' } }),
    'give courses': () => api.enrolments.give(give as never),
    'take courses': () => api.enrolments.take(give as never),
    'end an admin': () => api.admins.end({ params: { admin_id: victim.admin_id } }),
    'make an admin': () => api.admins.create({ email: 'evil@example.com', role: 'owner' }),
    'take the buyers along': () => api.exports.users(undefined as never),
    'make everything free': () =>
      api.promocodes.add({
        query: { promocode: `FREE-${victim.id}`, discount: '100', expiry_date: '2999-01-01' } as never,
      }),
    'sell for a rupee': () => api.courses.update({ params: { id: free.course_id }, body: { price: 1 } }),
  }
}
