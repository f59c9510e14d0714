import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix, resolve } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { homes, rooms, tiers } from './homes.mjs'
import { circles, folderPairs, homeOf, importProblems, importsOf, readImports, refusal } from './imports.mjs'

/** Returns whether `from` may import `spec`, for each way to write the import. */
const verdicts = (from, spec) => {
  const ways = [
    `import { thing } from '${spec}'`,
    `import type { Thing } from '${spec}'`,
    `export { thing } from '${spec}'`,
    `type Thing = import('${spec}').Thing`,
  ]
  return ways.map((line) => refusal(importsOf(from, line)[0]) === undefined)
}
const may = (from, spec) => expect(verdicts(from, spec), `${from} → ${spec}`).toEqual([true, true, true, true])
const mayNot = (from, spec) => expect(verdicts(from, spec), `${from} → ${spec}`).toEqual([false, false, false, false])

test('no file of the repository imports upwards, sideways or in a circle', () => {
  expect(importProblems()).toEqual([])
})

test('a tier of the server imports the tiers before it and pieces of SQL, but no handlers', () => {
  for (const [at, tier] of tiers.entries()) {
    const from = `server/src/${tier}/new/new.ts`
    for (const lower of tiers.slice(0, at + 1)) may(from, `../../${lower}/other/other.queries.ts`)
    for (const higher of tiers.slice(at + 1)) {
      mayNot(from, `../../${higher}/other/other.queries.ts`)
      may(from, `../../${higher}/other/other.sql.ts`)
    }
  }
  mayNot('server/src/sales/orders/checkout/checkout.service.ts', '../../../courses/courses/courses.handlers.ts')
  mayNot('server/src/serve/http/api.ts', '../../courses/courses/courses.handlers.ts')
  mayNot('server/src/sales/gifts/feature.ts', './gifts.service.ts')
  may('server/src/sales/gifts/feature.ts', '../../shop/users/accounts.sql.ts')
})

test.each([
  [
    'server/src/courses/courses/courses.service.ts',
    ['../../serve/jobs/index.ts', '../../sales/orders/orders.queries.ts', '../../app.ts', '../../people/students/x.ts'],
  ],
  ['server/src/serve/http/api.ts', ['../../../../tools/demo/seed.ts', '../../../test/server.ts', '../../main.ts']],
  [
    'server/src/platform/queue/queue.ts',
    ['../../context.ts', '../../serve/jobs/index.ts', '../../shop/users/users.queries.ts'],
  ],
  ['server/src/platform/payments/keys.ts', ['razorpay', 'razorpay/dist/razorpay', '../../app.ts']],
  ['server/src/serve/start/run.ts', ['web-store/build', '../../../../tools/demo/seed.ts']],
  [
    'server/contract/courses/courses.ts',
    ['../../src/errors.ts', 'node:crypto', '@orpc/server', 'knex', '../../../web-store/src/x.ts'],
  ],
  ['server/src/sales/orders/x.test.ts', ['web-store/src/paths.ts', '../../../../web-store/src/admin/tabs/tabs.ts']],
  [
    'web-store/src/features/cart/CartScreen.tsx',
    ['../courses/CourseScreen.tsx', '../../app/Header.tsx', '../../admin/tabs.ts'],
  ],
  [
    'web-store/src/features/cart/CartScreen.tsx',
    ['../../../../server/src/errors.ts', '../../../../server/contract/money.ts', 'razorpay'],
  ],
  ['server/src/sales/orders/x.ts', ['../../../contract/money.ts']],
  [
    'desktop-admin/src/renderer/DesktopApp.tsx',
    ['../../../web-store/src/admin/tabs/tabs.ts', '../../../web-store/src/ui/Button.tsx'],
  ],
  [
    'web-store/src/shared/courses/CourseCard.tsx',
    ['../../features/cart/CartScreen.tsx', '../../app/App.tsx', '../../admin/tabs.ts'],
  ],
  ['web-store/src/ui/Price.tsx', ['../shared/courses/CourseCard.tsx', '../paths.ts', '../admin/tabs.ts']],
  ['web-store/src/admin/shell/AdminShell.tsx', ['../../features/courses/CourseScreen.tsx', '../../app/App.tsx']],
  ['desktop-admin/src/renderer/DesktopApp.tsx', ['electron', 'node:fs', '../main/shell.ts', 'contract']],
  [
    'desktop-admin/src/main/shell.ts',
    ['contract', '../../../server/src/config.ts', '../../../web-store/src/admin/tabs/tabs.ts'],
  ],
  ['tools/drill/load/storm.ts', ['razorpay', '../../../web-store/src/paths.ts']],
])('%s may not import %s', (from, specs) => {
  for (const spec of specs) mayNot(from, spec)
})

test.each([
  ['server/src/serve/start/run.ts', ['./server.ts', '../../sales/orders/settlement/settle.ts']],
  ['server/src/platform/payments/razorpay.ts', ['razorpay', './gateway.ts', '../db/knex.ts']],
  ['server/contract/courses/courses.ts', ['zod', '@orpc/contract', '../fields.ts']],
  ['server/src/sales/orders/x.test.ts', ['../../../test/server.ts', '../../serve/jobs/index.ts', 'razorpay']],
  [
    'web-store/src/features/cart/CartScreen.tsx',
    ['./CartLines.tsx', '../../shared/courses/CourseCard.tsx', 'contract/money'],
  ],
  [
    'web-store/src/admin/courses/list/CoursesTab.tsx',
    ['../../host/admin-api.ts', '../../users/UsersTab.tsx', '../../../paths.ts'],
  ],
  ['desktop-admin/src/renderer/DesktopApp.tsx', ['web-store/admin', 'web-store/ui/Button.tsx', '../bridge.ts']],
  ['tools/drill/load/storm.ts', ['../../../server/src/platform/db/knex.ts', '../../fleet/fleet.ts']],
])('%s may import %s', (from, specs) => {
  for (const spec of specs) may(from, spec)
})

test('a room of a large feature imports the rooms before it', () => {
  for (const [feature, order] of Object.entries(rooms)) {
    const files = ['new.queries.ts', ...order.map((room) => (room.endsWith('.ts') ? room : `${room}/new.ts`))]
    for (const [at, from] of files.entries())
      for (const [other, to] of files.entries()) {
        const path = `./${posix.relative(posix.dirname(from), to)}`
        if (other > at) mayNot(`${feature}/${from}`, path)
        else if (!to.endsWith('.handlers.ts')) may(`${feature}/${from}`, path)
      }
  }
})

test('demo data and sandbox gateway are loaded with import() at most, so production never loads them', () => {
  for (const tool of ['../../../../tools/demo/seed.ts', '../../../../tools/sandbox-gateway/sandbox-pages.ts']) {
    mayNot('server/src/serve/start/server.ts', tool)
    expect(refusal(importsOf('server/src/serve/start/server.ts', `await import('${tool}')`)[0])).toBeUndefined()
    expect(refusal(importsOf('server/src/serve/http/api.ts', `await import('${tool}')`)[0])).toBeDefined()
  }
})

test('a screen is loaded with import(), so that it is not part of every page', () => {
  for (const file of ['features/cart/CartScreen.tsx', 'admin/AdminScreen.tsx']) {
    mayNot('web-store/src/app/Header.tsx', `../${file}`)
    expect(refusal(importsOf('web-store/src/app/Header.tsx', `import('../${file}')`)[0])).toBeUndefined()
  }
  mayNot('web-store/src/features/cart/CartLines.tsx', './CartScreen.tsx')
})

test('a new folder may import nothing of ours until it has a row', () => {
  for (const file of ['server/src/no-home/no-home.queries.ts', 'tools/new/x.ts', 'new/x/y.ts']) {
    expect(homeOf(file)).toBeUndefined()
    mayNot(file, 'contract/courses/courses')
  }
})

test('an import circle is found whether values, types or import() close it', () => {
  const lines = [
    ['a.ts', "import { b } from './b.ts'"],
    ['b.ts', "import type { C } from './c.ts'"],
    ['c.ts', "const a = () => import('./a.ts')"],
    ['d.ts', "import './a.ts'"],
  ]
  expect(circles(lines.flatMap(([file, text]) => importsOf(file, text)))).toEqual([['a.ts', 'b.ts', 'c.ts']])
})

test('two folders that import each other are found, but for pieces of SQL', () => {
  const pairs = (...lines) => folderPairs(lines.flatMap(([file, text]) => importsOf(file, text)))
  const there = ['server/src/sales/a/x.ts', "import type { Y } from '../b/y.ts'"]
  expect(pairs(there, ['server/src/sales/b/y.ts', "import('../a/z.ts')"])).toEqual([
    'server/src/sales/a and server/src/sales/b',
  ])
  expect(pairs(there, ['server/src/sales/b/y.ts', "import { Z } from '../a/z.sql.ts'"])).toEqual([])
})

test('every row of the table has files, and names only rows', () => {
  const files = new Set(readImports().flatMap(({ from, to }) => [from, to]))
  const named = Object.entries(rooms).flatMap(([feature, order]) => order.map((room) => `${feature}/${room}`))
  const empty = [...Object.keys(homes), ...named].filter(
    (home) => ![...files].some((file) => file === home || file.startsWith(`${home}/`)),
  )
  expect(empty).toEqual([])
})

test('only config.ts reads settings', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skillhaat-settings-'))
  const { vcs: _, $schema: __, ...config } = JSON.parse(readFileSync('biome.json', 'utf8'))
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(config))
  const line = 'export const level = process.env.LEVEL\n'
  for (const file of ['server/src/log.ts', 'server/src/config.ts', 'web-store/src/app/App.tsx']) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), line)
  }
  const args = [
    resolve('node_modules/@biomejs/biome/bin/biome'),
    'lint',
    '--only=style/noProcessEnv',
    '--reporter=json',
    '.',
  ]
  const report = await new Promise((done) => {
    execFile(process.execPath, args, { cwd: folder }, (_error, stdout) => done(JSON.parse(stdout)))
  })
  const refused = report.diagnostics.filter(({ severity }) => severity === 'error').map(({ location }) => location.path)
  expect(refused.toSorted()).toEqual(['server/src/log.ts', 'web-store/src/app/App.tsx'])
  rmSync(folder, { recursive: true, force: true })
})
