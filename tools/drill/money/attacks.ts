import { randomUUID } from 'node:crypto'
import { importAll } from '../../../server/src/platform/features/import-all.ts'
import { buildCourse, buildEnrolment, buildLesson } from '../../../server/test/catalogue-factories.ts'
import { buildAdmin, buildUser, PASSWORD } from '../../../server/test/people-factories.ts'
import { createApiClient } from '../../../server/test/server.ts'
import { uploadMedia } from '../../../server/test/upload.ts'
import { video } from '../../../server/test/upload-files.ts'
import { OWNER, type Site, withProductionShop } from '../shop.ts'
import { type Attack, type Shop, stolenTokens } from './stolen-tokens.ts'

export type Scenario = (shop: Shop, tries: number) => Promise<Omit<Attack, 'name'>>

/** An account that stores more rows in one session is unbounded. */
const MOST_ROWS = 60
/** Some tries are refused or store no row. */
const bounded = (what: string, rows: number) => (rows > MOST_ROWS ? [`${what} stored ${rows} rows`] : [])

export const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: { status?: number }) => error.status ?? 0,
  )

const counted = (statuses: readonly number[]): string =>
  [...Map.groupBy(statuses, String)].map(([status, those]) => `${those.length}× ${status}`).join(', ')

export async function student({ url, db }: Shop, name = 'Ravi Kumar') {
  const user = await buildUser(db, { name })
  const { token } = await logIn(url, user.email)
  return { user, token, api: createApiClient(url, token) }
}

const logIn = async (url: string, email: string) => {
  const { access_token } = await createApiClient(url).auth.login({ email, phone: '', password: PASSWORD })
  return { token: access_token }
}

/** Attacks in this order, each written from the goal of an attacker. */
const scenarios: Record<string, Scenario> = {
  async 'rows without a bound'(shop, tries) {
    const { user, api } = await student(shop)
    const { course_id } = await buildEnrolment(shop.db, { user_id: user.id })
    const { lesson_id } = await buildLesson(shop.db, { course_id, kind: 'quiz', watch_link: '' } as never)
    const options = ['Yes', 'No'].map((text, at) => ({ text, right: at === 0 }))
    const question = { kind: 'single' as const, text: 'Ready?', options, explanation: null }
    const quiz = {
      intro: null,
      pass_mark: 50,
      gate: false,
      max_tries: null,
      reveals: 'passed' as const,
      questions: [question],
    }
    await shop.owner.quizzes.save({ params: { lesson_id }, body: quiz as never })
    const { version, questions } = await api.quizzes.get({ lesson_id })
    const made_up = Array.from({ length: 8 }, () => randomUUID())
    const statuses: number[] = []
    for (let at = 0; at < tries; at++) {
      const answers = questions.map(({ question_id }) => ({ question_id, options: made_up }))
      const body = { version, key: randomUUID(), answers }
      statuses.push(await statusOf(api.quizzes.submit({ params: { lesson_id }, body } as never)))
      const change = { params: { purpose: 'news_email' as const }, body: { agreed: at % 2 === 0 } }
      statuses.push(await statusOf(api.consents.change(change)))
    }
    const rowsOf = async (table: string) =>
      Number((await shop.db(table).where({ user_id: user.id }).count({ rows: '*' }).first())?.rows ?? 0)
    const [tried, consents] = [await rowsOf('quiz_attempts'), await rowsOf('consents')]
    const stored = await shop.db('quiz_attempts').where({ user_id: user.id })
    const unknown = made_up.some((id) => JSON.stringify(stored).includes(id))
    return {
      found: `${tries} tries and ${tries} consents: ${counted(statuses)}; ${tried} tries and ${consents} consents stored`,
      violations: [
        ...bounded('tries of a quiz', tried),
        ...bounded('consents', consents),
        ...(unknown ? ['ids that no question has are stored'] : []),
      ],
    }
  },

  async 'shared account'(shop) {
    await shop.owner.settings.update({ body: { delivery: { devices: 1 } } })
    const reached = { request: (path: string, init?: RequestInit) => fetch(new URL(path, shop.url), init) }
    const { url } = await uploadMedia(reached as never, shop.ownerToken, 'video', video('mp4', 5_000), {
      file: 'film.mp4',
    })
    const { user } = await student(shop)
    const { course_id } = await buildEnrolment(shop.db, { user_id: user.id })
    await buildLesson(shop.db, { course_id, watch_link: url })
    await shop.db('media').where({ url }).update({ paid: true })
    const statuses: number[] = []
    for (let device = 0; device < 3; device++) {
      const { token } = await logIn(shop.url, user.email)
      const { content } = await createApiClient(shop.url, token).learning.getContent({ courseId: course_id })
      const film = await fetch(new URL(content[0]?.watch_link ?? '', shop.url), { headers: { range: 'bytes=0-99' } })
      await film.arrayBuffer()
      statuses.push(film.status)
    }
    await shop.owner.settings.update({ body: { delivery: { devices: 0 } } })
    const opened = statuses.filter((status) => status === 206 || status === 200).length
    return {
      found: `one device at a time, three that send no beat: ${statuses.join(', ')}`,
      violations: opened === 1 ? [] : [`${opened} of 3 devices opened the film`],
    }
  },

  async 'twin accounts'(shop) {
    const register = (email: string, phone: string) => {
      const body = { email, phone, password: 'Mango-Kulfi-42', name: 'Vik', reffered_by: null }
      return statusOf(createApiClient(shop.url).auth.register(body as never))
    }
    await register('vik@example.com', '9812345670')
    const twins = ['vık@example.com', 'vi\u0307k@example.com', 'v\u0456k@example.com']
    const spellings = ['09812345670', '+91 09812345670', '00919812345670', '91 919812345670']
    const made: string[] = []
    for (const [at, email] of twins.entries()) if ((await register(email, `981234568${at}`)) === 200) made.push(email)
    for (const [at, phone] of spellings.entries())
      if ((await register(`other${at}@example.com`, phone)) === 200) made.push(phone)
    return {
      found: `${made.length} of ${twins.length + spellings.length} twins have an account of their own`,
      violations: made.map((twin) => `${JSON.stringify(twin)} is an account beside the first`),
    }
  },

  async 'paths with %00'(shop) {
    const below = ['pay', 'c', 'course', 'learn', 'media', 'hi/course', 'hi/c', 'api/courses']
    const more = ['/og/%00.jpg', '/%00', '/admin/%00', '/api/%00', '/media/%00/a.mp4', '/papers/%00', '/d/%00']
    const paths = [...below.flatMap((path) => [`/${path}/%00`, `/${path}/a%00b`, `/${path}/%ff`]), ...more]
    const failing: string[] = []
    for (const path of paths) {
      const { status } = await fetch(new URL(path, shop.url), { redirect: 'manual' })
      if (status >= 500) failing.push(`${path} is ${status}`)
    }
    return { found: `${paths.length} paths, ${failing.length} of them a 5xx`, violations: failing }
  },

  async 'codes that give away'(shop) {
    const admin = await buildAdmin(shop.db, { role: 'editor' })
    const { access_token } = await createApiClient(shop.url).auth.adminLogin(admin)
    const editor = createApiClient(shop.url, access_token)
    const { course_id } = await buildCourse(shop.db, { price: 199 })
    const params = { id: course_id }
    const code = (promocode: string, rest: object) =>
      editor.promocodes.add({ query: { promocode, expiry_date: '2999-01-01', ...rest } as never })
    const until = new Date(Date.now() + 86_400_000).toISOString()
    const sale = { price: 1, from: null, until }
    const doors = [
      code('GIVE99', { discount: '99' }),
      code('GIVE71', { discount: '71' }),
      code('GIVE198', { amount: '198', minimum_order: '199' }),
      editor.courses.update({ params, body: { price: 1 } }),
      editor.courses.setSchedule({ params, body: { publish_at: null, withdraw: null, sale } }),
    ]
    const statuses = await Promise.all(doors.map(statusOf))
    const cheap = await shop.db('courses').where({ course_id }).first('price_paise', 'sale_price_paise')
    const codes = await shop.db('promocodes').whereLike('promocode', 'GIVE%').pluck('promocode')
    return {
      found: `an editor by five doors: ${counted(statuses)}; the course costs ₹${cheap.price_paise / 100}`,
      violations: [
        ...codes.map((one) => `an editor added ${one}`),
        ...(cheap.price_paise === 19_900 && cheap.sale_price_paise === null ? [] : ['an editor sold a course for ₹1']),
      ],
    }
  },

  'one stolen token of each role': stolenTokens,
}

/** Finds attacks on features that can be deleted, when they are played: those files import this one. */
async function attacksOfFeatures(): Promise<Record<string, Scenario>> {
  const modules = (await importAll('./*.attack.ts', import.meta.dirname)) as { attacks: Record<string, Scenario> }[]
  return Object.assign({}, ...modules.map(({ attacks }) => attacks))
}

/** Plays the attacks against the program in production mode; `tries` counts where a number of tries is the attack. */
export function drillAttacks(site: Site, { tries }: { tries: number }): Promise<Attack[]> {
  return withProductionShop(site, { TRUST_PROXY: '0' }, async ({ program, db }) => {
    const { access_token: ownerToken } = await createApiClient(program.url).auth.adminLogin(OWNER)
    const shop = { url: program.url, db, ownerToken, owner: createApiClient(program.url, ownerToken) }
    const attacks: Attack[] = []
    for (const [name, scenario] of Object.entries({ ...scenarios, ...(await attacksOfFeatures()) }))
      attacks.push({ name, ...(await scenario(shop, tries)) })
    return attacks
  })
}
