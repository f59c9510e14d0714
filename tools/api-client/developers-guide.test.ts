import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Scope, scopeNames, scopes } from 'contract/api-scopes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildCourse, buildEnrolment } from '../../server/test/catalogue-factories.ts'
import { buildUser } from '../../server/test/people-factories.ts'
import { startTestServer, type TestServer } from '../../server/test/server.ts'
import { SELLER_GSTIN, taxSettings } from '../../server/test/tax-settings.ts'
import { writeClient } from './generate.ts'

/** Runs the recipes of `docs/developers.md` as a reader does, each with a key of the scopes that it names. */

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

const guide = await readFile(join(root, 'docs/developers.md'), 'utf8')

type Recipe = { title: string; scopes: Scope[]; language: string; code: string }

/** Reads each recipe: its heading, the scopes that its text names, and its code. */
const recipes = guide
  .split(/^### /m)
  .slice(1)
  .map((text): Recipe => {
    const [, language = '', code = ''] = /```(\w+)\n([\s\S]*?)```/.exec(text) ?? []
    const words = text.split('```')[0] ?? ''
    return {
      title: text.split('\n')[0] ?? '',
      scopes: scopeNames.filter((scope) => words.includes(`\`${scope}\``)),
      language,
      code,
    }
  })

let server: TestServer
let folder: string
let order: { order_id: string }

beforeAll(async () => {
  server = await startTestServer({ work: false })
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-recipes-'))
  const client = join(folder, 'node_modules/skillhaat-client')
  await mkdir(client, { recursive: true })
  await writeClient(client)
  await writeFile(join(client, 'package.json'), await readFile(join(import.meta.dirname, 'package.json')))
  const { course_id } = await buildCourse(server.db, { course_id: 'reels-growth', name: 'Reels Growth' })
  const asha = await buildUser(server.db, { name: '=Asha', email: 'asha@example.com' })
  order = await buildEnrolment(server.db, { user_id: asha.id, course_id, paid_at: new Date('2026-11-28T05:00:00Z') })
  await server
    .db('enrolments')
    .update({ given_until: new Date('2027-01-31T18:30:00Z'), ends_at: new Date('2027-01-31T18:30:00Z') })
  server.clock.set(new Date('2026-11-28T06:00:00Z'))
  const owner = server.api(await server.adminToken())
  await owner.documents.setTaxSettings({ body: taxSettings({ valid_from: '2026-11-28' }) })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

async function runRecipe({ title, scopes: needed, language, code }: Recipe): Promise<string> {
  await server.db('api_keys').delete()
  const owner = server.api(await server.adminToken())
  const { key } = await owner.apiKeys.create({
    name: title.slice(0, 60),
    scopes: needed.length ? needed : ['orders:read'],
  })
  const env = { ...process.env, SHOP: server.url, KEY: key }
  const options = { cwd: folder, env, timeout: 30_000 }
  if (language === 'bash') return (await run('bash', ['-euo', 'pipefail', '-c', code], options)).stdout
  expect(language).toBe('js')
  await writeFile(join(folder, 'recipe.mjs'), code)
  return (await run(process.execPath, ['recipe.mjs'], options)).stdout
}

/** The report of a month with nothing but the order that a test built, which no payment is known of. */
const REPORT =
  /^Received: ₹0\. Refunded: ₹0\. To your bank: ₹0 after fees of ₹0\n(GST of the invoices: ₹0, owed after the GST on fees: ₹0|No GST)\nReels Growth: 1 orders, ₹499\n/

/** The outcome of each recipe, in their order. */
const outcomes: ((output: string) => Promise<void> | void)[] = [
  (output) => expect(JSON.parse(output).key.scopes).toEqual(['orders:read']),
  (output) => expect(JSON.parse(output)).toMatchObject({ total: expect.any(Number), orders: expect.any(Array) }),
  (output) => expect(output).toBe('1 orders\n'),
  (output) => expect(JSON.parse(output)).toEqual([expect.objectContaining({ email: 'asha@example.com' })]),
  async (output) => {
    expect(JSON.parse(output)).toMatchObject({ accounts: 1, refused: [] })
    expect(await server.db('users').where({ email: 'meera@example.com' })).toHaveLength(1)
  },
  (output) => expect(output).toContain('extended: 1'),
  async () => {
    const rows = (await readFile(join(folder, 'orders.csv'), 'utf8')).split('\n')
    expect(rows).toHaveLength(2)
    const { order_no, paid_at } = await server.api(await server.adminToken()).orders.adminGet(order)
    expect(rows[1]).toBe(`"${order_no}","${paid_at}","'=Asha","asha@example.com","A course","499"`)
  },
  (output) => expect(output).toMatch(REPORT),
  async (output) => {
    expect(output).toBe('200\n')
    expect(JSON.parse(await readFile(join(folder, 'gstr1.json'), 'utf8'))).toMatchObject({ gstin: SELLER_GSTIN })
  },
  async (output) => {
    expect(output).toMatch(/^Draft .+: New for you, \{name\}\n$/)
    expect((await server.api(await server.adminToken()).letters.list({})).letters[0]?.status).toBe('draft')
  },
]

test('the guide has ten recipes, and the table of its scopes is the contract’s', () => {
  expect(recipes).toHaveLength(outcomes.length)
  const table = [...guide.matchAll(/^\| `(\w+:\w+)` \| (.+) \| (.+) \|$/gm)].map(([, ...row]) => row)
  expect(table).toEqual(scopeNames.map((scope) => [scope, scopes[scope].label, scopes[scope].about]))
})

describe.each(recipes.map((recipe, at) => [recipe.title, recipe, at] as const))('%s', (_title, recipe, at) => {
  test('works with a key of the named scopes', async () => {
    await outcomes[at]?.(await runRecipe(recipe))
  })
})
