import { readdirSync } from 'node:fs'
import { withChanges } from 'contract/shop/defaults'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { migrate, rollback } from '../../platform/db/migrations.ts'
import { findPolicyText, findSettled, findShop } from './settings.queries.ts'

const STEP = '20261126140900_settings_words_of_old'
const files = readdirSync(new URL('../../../../migrations/', import.meta.url))
const after = files.filter((file) => file.replace('.ts', '') >= STEP).length

const made: TestDatabase[] = []
let db: TestDatabase['db']
beforeEach(async () => {
  const database = await createTestDatabase()
  made.push(database)
  db = database.db
  await rollback(db, after)
})
afterAll(() => Promise.all(made.map((database) => database.drop())))

const addOwner = () =>
  db('admins').insert({ admin_id: 'a1', email: 'owner@example.com', password_hash: 'x', role: 'owner' })
const change = (changes: object) => db('shop_settings').update({ changes: JSON.stringify(changes) })
const settings = async () => withChanges((await findShop(db)).changes)

test('a shop that is new says nothing and promises nothing', async () => {
  await migrate(db)
  expect((await findShop(db)).changes).toEqual({})
  const { guarantee, switches, home, claims, testimonials, about, contact } = await settings()
  expect([guarantee.days, switches]).toEqual([0, { countdown: false, next_price: false }])
  const words = [home, claims, testimonials, about, contact].flatMap((group) => Object.values(group)).flat()
  expect(words.filter(Boolean)).toEqual([])
  expect(await findPolicyText(db, 'guarantee', '2026-11-26')).toBe('')
})

test('a shop that runs stays as it was, with its offers still to be decided, and without placeholders', async () => {
  await addOwner()
  await migrate(db)
  const { guarantee, switches, home, claims, testimonials, about, brand } = await settings()
  expect([guarantee.days, switches]).toEqual([30, { countdown: true, next_price: true }])
  expect(home.headline).toBe('Grow online with\n*course bundles*\nmade for India')
  expect([claims.enrolled_students, testimonials.length, brand.line]).toEqual(['3750+', 4, 'हुनर का हाट'])
  expect(about.mission).not.toBe('')
  expect(about.leadership).toEqual([])
  expect(await findPolicyText(db, 'guarantee', '2026-11-01')).toBe('30')
  expect(await findSettled(db)).toEqual([])
  // Again changes nothing of what the owner takes away.
  await change({ ...(await findShop(db)).changes, testimonials: [] })
  await migrate(db)
  expect((await settings()).testimonials).toEqual([])
})

test('a choice of a running shop’s owner stays, and counts as decided', async () => {
  await addOwner()
  const placeholder = { name: 'Founder name', role: 'Founder', line: 'Demo text: write two lines.' }
  const half = { name: 'Priya', role: 'Founder', line: 'Demo text: write two lines.' }
  const own = {
    brand: { name: 'Mela', description: 'Courses for tailors in Pune.' },
    claims: { countries: '' },
    testimonials: [],
    about: { leadership: [placeholder, half, { ...half, name: 'Ravi', line: 'Sews.' }] },
    guarantee: { days: 14 },
    switches: { countdown: false },
  }
  await change(own)
  await migrate(db)
  const { brand, claims, testimonials, about, guarantee, switches } = await settings()
  expect(brand).toMatchObject({ ...own.brand, logo_text: 'SkillHaat', line: 'हुनर का हाट' })
  expect(claims).toMatchObject({ countries: '', expert_courses: '20+' })
  expect(testimonials).toEqual([])
  expect(about.leadership).toEqual([
    { ...half, line: '' },
    { ...half, name: 'Ravi', line: 'Sews.' },
  ])
  expect([guarantee.days, switches]).toEqual([14, { countdown: false, next_price: true }])
  expect((await findSettled(db)).sort()).toEqual(['guarantee', 'urgency'])
})
