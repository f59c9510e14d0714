import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Course } from 'contract/courses/courses'
import { CreateCourseBody } from 'contract/courses/input'
import { LessonInput } from 'contract/courses/lesson-input'
import { isExpired } from 'contract/expiry'
import { atWidth, mediaFacts } from 'contract/media/address'
import { OrderStatus } from 'contract/orders/orders'
import pino from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../server/src/config.ts'
import { courseProgress } from '../../server/src/courses/learning/learning-progress.queries.ts'
import { createFiles } from '../../server/src/platform/files/files.ts'
import { openFiles } from '../../server/src/platform/files/open-files.ts'
import { noTestPaperInBooks } from '../../server/src/sales/documents/documents.invariants.ts'
import { findWaiting } from '../../server/src/sales/orders/attention.queries.ts'
import { sumReceipts } from '../../server/src/serve/books/books.queries.ts'
import { findDifferences } from '../../server/src/serve/reports/settlements/month.queries.ts'
import { verifyPassword } from '../../server/src/shop/auth/passwords.ts'
import { createTestDatabase, type TestDatabase } from '../../server/test/database.ts'
import { breaks } from '../../server/test/invariants.ts'
import { startS3StandIn } from '../../server/test/s3-stand-in.ts'
import { demoCourses } from './courses/index.ts'
import { DEMO_STUDENT, type SeedContext, seedDemo } from './seed.ts'

const TABLES = [
  'courses',
  'lessons',
  'media',
  'promocodes',
  'users',
  'orders',
  'enrolments',
  'coin_ledger',
  'gift_codes',
  'order_payments',
]
const NOW = new Date('2026-11-20T06:00:00Z')
const quiet = { info() {} }

let database: TestDatabase
let dataDir: string
let ctx: SeedContext

beforeAll(async () => {
  database = await createTestDatabase()
  breaks(database.db, noTestPaperInBooks, 'no program has started, which follows the gateway keys')
  dataDir = await mkdtemp(join(tmpdir(), 'skillhaat-seed-'))
  ctx = {
    db: database.db,
    config: { demoPassword: 'a demo password', production: false },
    files: createFiles({ dataDir }),
    log: quiet,
    now: () => NOW,
  }
  expect(await seedDemo(ctx)).toBe(true)
})

afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const counts = async () => {
  const entries = TABLES.map(async (table) => [table, (await ctx.db(table).count('* as n').first())?.n])
  return Object.fromEntries(await Promise.all(entries))
}

const storedFile = (url: string) => join(dataDir, ...url.split('/').slice(1))

test('the documents of every sale of the demo equal its money, so that no order waits for its owner', async () => {
  const later = new Date(NOW.getTime() + 3_600_000).toISOString()
  expect(await findWaiting(ctx.db, 'papers_differ', later)).toEqual([])
  expect((await ctx.db('documents')).length).toBeGreaterThan(3)
})

test('the months of the demo show all that its paid orders brought in, and no paid order lacks its payment', async () => {
  const span = { from: '2026-01-01T00:00:00Z', before: '2027-01-01T00:00:00Z' }
  const paid = await ctx.db('orders').whereNotNull('paid_at').sum('captured_paise as sum').count('* as n').first()
  const received = await sumReceipts(ctx.db, span)
  expect([received.gateway_paise, received.gateway]).toEqual([Number(paid?.sum), Number(paid?.n)])
  expect(received.gateway).toBeGreaterThan(3)
  const between = { from: span.from, until: span.before, before: span.before, limit: 10 }
  expect(await findDifferences(ctx.db, '2026-11', between)).toEqual([])
})

test('a second run changes nothing', async () => {
  const before = [await counts(), await readdir(join(dataDir, 'media')), await ctx.db('catalogue_version').first()]
  expect(await seedDemo(ctx)).toBe(false)
  expect([await counts(), await readdir(join(dataDir, 'media')), await ctx.db('catalogue_version').first()]).toEqual(
    before,
  )
})

test('no other user of the machine can read the demo files', async () => {
  const files = await readdir(join(dataDir, 'media'), { recursive: true, withFileTypes: true })
  const modes = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).mode & 0o777),
  )
  expect(modes.length).toBeGreaterThan(300)
  expect(new Set(modes)).toEqual(new Set([0o600]))
})

test('every demo course is valid input of the admin call, and has every field', async () => {
  const rows = await ctx.db('courses').orderBy('position')
  expect(rows.map(({ course_id }) => course_id)).toEqual(demoCourses.map(({ course_id }) => course_id))
  for (const row of rows) {
    const course = Course.parse({ ...row, price: Number(row.price_paise) / 100 })
    expect(CreateCourseBody.parse(course)).toEqual(course)
    // A course whose access never expires has no period, and one that is no bundle has no courses.
    const { access_period, bundle_courses, ...shown } = course
    const absent = Object.entries(shown).filter(([, value]) => value === null || Object(value).length === 0)
    expect(absent, course.course_id).toEqual([])
  }
  expect(rows.find(({ course_id }) => course_id === 'voice-over-from-home')).toMatchObject({ price_paise: 24_950 })
})

test('every local address leads to a stored file with the bytes of its row', async () => {
  const media = await ctx.db('media')
  for (const { url, bytes, sha256, kind, width, height, colour, seconds } of media) {
    const content = await readFile(storedFile(url))
    expect(content.length).toBe(Number(bytes))
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256)
    expect(width * height).toBeGreaterThan(10_000)
    expect(colour).toMatch(/^#[0-9A-F]{6}$/)
    expect(seconds !== null).toBe(kind === 'video')
  }
  const texts = JSON.stringify([await ctx.db('courses'), await ctx.db('lessons'), await ctx.db('order_lines')])
  const used = new Set(texts.match(/\/media\/[^"\\]+/g))
  const known = new Set(media.map(({ url }) => url))
  expect(used.size).toBeGreaterThan(50)
  expect([...used].filter((url) => !known.has(url) || !existsSync(storedFile(url)))).toEqual([])
  expect(texts).not.toContain('art/')
})

test('every image and clip poster exists in all widths that its address offers', async () => {
  const media = await ctx.db('media')
  for (const { url, widths, width, height, colour } of media) {
    const facts = mediaFacts(url)
    expect(facts).toEqual({ width, height, colour: colour.toLowerCase(), widths })
    for (const wide of widths) {
      for (const format of ['avif', 'webp'] as const) {
        const made = await sharp(storedFile(atWidth(url, { width }, wide, format))).metadata()
        expect(made, url).toMatchObject({ format: format === 'avif' ? 'heif' : format, width: wide })
        expect(Math.abs(made.height - (wide * height) / width), url).toBeLessThan(1)
      }
    }
  }
  const banners = media.filter(({ name }) => name.startsWith('banner-'))
  expect(banners.map(({ widths }) => widths)).toEqual(demoCourses.map(() => [360, 640, 960, 1280]))
})

test('all lessons play offline, and their links are valid', async () => {
  const lessons = await ctx.db('lessons').orderBy(['course_id', 'position'])
  for (const lesson of lessons) LessonInput.parse(lesson)
  const byCourse = Map.groupBy(lessons, ({ course_id }) => course_id)
  expect(byCourse.size).toBe(demoCourses.length)
  for (const [course_id, own] of byCourse) {
    expect(own.length, course_id).toBeGreaterThanOrEqual(4)
    expect(own[0].watch_link, course_id).toMatch(/^\/media\/.+\.mp4$/)
  }
})

test('one promo code is expired, the others are valid, two belong to one course', async () => {
  const codes = await ctx.db('promocodes')
  const expired = codes.filter(({ expiry_date }) => isExpired(expiry_date, NOW))
  expect(expired.map(({ promocode }) => promocode)).toEqual(['DIWALI25'])
  expect(NOW.getTime() - Date.parse(expired[0].expires_at)).toBeLessThan(30 * 86_400_000)
  expect(codes.filter(({ course_id }) => course_id)).toHaveLength(2)
})

test('the demo student can log in and has an order in every state', async () => {
  const student = await ctx.db('users').where({ email: DEMO_STUDENT.email }).first()
  expect(await verifyPassword(student.password_hash, 'a demo password')).toBe(true)
  const orders = await ctx.db('orders').where({ user_id: student.id })
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(OrderStatus.options))
  expect(await ctx.db('gift_codes').whereNull('redeemed_at')).toHaveLength(1)
  // The console data is consistent: orders that need attention, promo codes, and a timeline with one start.
  expect(orders.filter(({ status }) => status === 'review')).toMatchObject([
    { status: 'review', captured_paise: 29900, total_paise: 34900 },
  ])
  const { id } = await ctx.db('promocodes').where({ promocode: 'WELCOME10' }).first('id')
  expect(orders.filter(({ promocode_id }) => promocode_id === id)).toMatchObject([{ promocode: 'WELCOME10' }])
  expect(await ctx.db('order_events').where({ kind: 'created' })).toEqual([])

  const newest = await ctx.db('coin_ledger').where({ user_id: student.id }).orderBy('id', 'desc').first()
  expect(newest.balance_after).toBe(student.coins)

  const progress = await courseProgress(ctx.db, student.id)
  const states = Object.fromEntries(progress.map(({ course_id, course_status }) => [course_id, course_status]))
  expect(states).toEqual({
    'reels-growth-mega-bundle': 'in_progress',
    'voice-over-from-home': 'not_started',
    'phone-video-editing-masterclass': 'completed',
    'sell-on-social-catalogue-to-cash': 'not_started',
    'hindi-script-vault': 'in_progress',
  })
})

test('one of two simultaneous seeds of an empty database writes', async () => {
  const other = await createTestDatabase()
  breaks(other.db, noTestPaperInBooks, 'no program has started, which follows the gateway keys')
  try {
    const both = { ...ctx, db: other.db }
    expect((await Promise.all([seedDemo(both), seedDemo(both)])).sort()).toEqual([false, true])
    expect(await other.db('courses').count('* as n').first()).toEqual({ n: demoCourses.length })
  } finally {
    await other.drop()
  }
})

test('a failed seed leaves neither rows nor files', async () => {
  const other = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'skillhaat-seed-'))
  try {
    await other.db.raw('alter table gift_codes add constraint none check (false)')
    await expect(seedDemo({ ...ctx, db: other.db, files: createFiles({ dataDir: folder }) })).rejects.toThrow('none')
    expect(await other.db('courses').count('* as n').first()).toEqual({ n: 0 })
    expect(await readdir(join(folder, 'media'))).toEqual([])
  } finally {
    await other.drop()
    await rm(folder, { recursive: true, force: true })
  }
})

test('production refuses the demo', async () => {
  await expect(seedDemo({ ...ctx, config: { ...ctx.config, production: true } })).rejects.toThrow(
    'refused in production',
  )
})

test('the demo files go into a bucket if the shop uses one', async () => {
  const [other, bucket] = await Promise.all([createTestDatabase(), startS3StandIn()])
  const folder = await mkdtemp(join(tmpdir(), 'skillhaat-seed-'))
  try {
    breaks(other.db, noTestPaperInBooks, 'no program has started, which follows the gateway keys')
    const files = await openFiles(readConfig({ DATA_DIR: folder, ...bucket.env }), pino({ level: 'silent' }))
    expect(await seedDemo({ ...ctx, db: other.db, files })).toBe(true)
    const urls: string[] = await other.db('media').pluck('url')
    for (const url of urls) expect([...bucket.objects.keys()]).toContain(url.slice(1))
    expect(await readdir(join(folder, 'media'))).toEqual([])
  } finally {
    await bucket.close()
    await other.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
