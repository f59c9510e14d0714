import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Of each file: lines that the boundaries let pass, and lines that they do not. */
const cases = {
  'server/src/run.ts': {
    right: ['./server.ts', './orders/settle.ts', './db/seed/seed.ts'],
    wrong: ['web-store/build'],
  },
  'server/src/commands/seed.ts': { right: ['../db/seed/seed.ts'], wrong: ['../../../web-store/src/app/paths.ts'] },
  'server/src/app.ts': { right: ['./api/api.ts'], wrong: ['./server.ts', './commands/seed.ts', './db/seed/seed.ts'] },
  'server/src/api/router.ts': {
    right: ['./route-table.ts', '../orders/orders.handlers.ts', '../db/knex.ts', '../../contract/index.ts'],
    wrong: ['../app.ts', '../jobs/index.ts', '../pages/pages.ts', '../db/seed/seed.ts', 'razorpay'],
  },
  'server/src/jobs/index.ts': { right: ['./sweep.ts', '../mail/mailer.ts'], wrong: ['../api/api.ts', '../server.ts'] },
  'server/src/pages/pages.ts': {
    right: ['../context.ts', '../../contract/page-renderer.ts'],
    wrong: ['../jobs/index.ts', '../../../web-store/src/entry-server.tsx', 'web-store'],
  },
  'server/src/orders/settle.ts': {
    right: ['../gifts/gifts.queries.ts', '../learning/enrolments.queries.ts', '../payments/razorpay.ts'],
    wrong: ['../api/api.ts', '../jobs/index.ts', '../pages/pages.ts', '../app.ts', 'razorpay'],
  },
  'server/src/courses/courses.service.ts': {
    right: ['./courses.queries.ts', '../context.ts', '../catalogue.ts', '../db/knex.ts', '../../contract/money.ts'],
    wrong: ['../orders/orders.queries.ts', '../users/users.queries.ts', '../jobs/index.ts', '../server.ts'],
  },
  'server/src/auth/login.ts': { right: ['../rate-limits.ts'], wrong: ['../account/account.queries.ts', '../app.ts'] },
  'server/src/gateway/gateway.service.ts': { right: ['../payments/keys.ts'], wrong: ['razorpay', '../media/serve.ts'] },
  'server/src/implement.ts': {
    right: ['./context.ts', './errors.ts', '../contract/index.ts', './payments/razorpay.ts'],
    wrong: ['./auth/authenticate.ts', './orders/settle.ts', './app.ts', './jobs/index.ts'],
  },
  'server/src/queue/queue.ts': {
    right: ['pg-boss'],
    wrong: ['../context.ts', '../jobs/index.ts', '../orders/settle.ts'],
  },
  'server/src/mail/mailer.ts': { right: ['../config.ts', '../../contract/money.ts'], wrong: ['../context.ts'] },
  'server/src/files/files.ts': { right: ['../errors.ts'], wrong: ['../media/media.queries.ts', '../db/knex.ts'] },
  'server/src/db/knex.ts': { right: ['../config.ts'], wrong: ['../context.ts', '../payments/keys.ts'] },
  'server/src/payments/razorpay.ts': { right: ['razorpay', './gateway.ts'], wrong: ['../orders/settle.ts'] },
  'server/src/payments/keys.ts': {
    right: ['../db/knex.ts'],
    wrong: ['razorpay', 'razorpay/dist/razorpay', '../app.ts'],
  },
  'server/src/payments/sandbox/links.ts': {
    right: ['../signatures.ts', '../../db/knex.ts', '../../../contract/money.ts'],
    wrong: ['../../orders/settle.ts', '../../context.ts', 'razorpay'],
  },
  'server/src/config.ts': { right: ['zod'], wrong: ['./context.ts', './db/knex.ts'] },
  'server/src/errors.ts': { right: ['../contract/errors.ts'], wrong: ['./context.ts'] },
  'server/contract/courses.ts': {
    right: ['zod', '@orpc/contract', './fields.ts'],
    wrong: ['../src/errors.ts', 'node:crypto', '@orpc/server', 'knex', '../../web-store/src/ui/format.ts'],
  },
  'server/drill/uploads.ts': {
    right: ['../src/db/knex.ts', '../../web-store/src/admin/media/upload-queue.ts'],
    wrong: ['razorpay', '../../web-store/src/app/paths.ts', 'web-store/build'],
  },
  'server/src/orders/settle.test.ts': {
    right: ['../../test/server.ts', '../jobs/index.ts', 'razorpay'],
    wrong: ['web-store'],
  },
  'web-store/src/app/routes.tsx': {
    right: ['../features/home/HomeScreen.tsx', './paths.ts', 'server/contract'],
    wrong: ['../entry-client.tsx', 'server/src/context', '../../../server/src/errors.ts'],
  },
  'web-store/src/features/cart/CartScreen.tsx': {
    right: ['./CartLines.tsx', '../../shared/CourseCard.tsx', '../../app/paths.ts', 'server/contract/money'],
    wrong: [
      '../courses/CourseScreen.tsx',
      '../../app/Header.tsx',
      '../../admin/tabs.ts',
      '../../../../server/contract/money.ts',
      'razorpay',
    ],
  },
  'web-store/src/features/courses/parts/Filter.tsx': {
    right: ['../CoursesScreen.tsx', './Sort.tsx', '../../../ui/Price.tsx', '../../../app/paths.ts'],
    wrong: ['../../cart/CartScreen.tsx', '../../../app/App.tsx', 'server/package'],
  },
  'web-store/src/shared/sales/SalesPage.tsx': {
    right: ['./Reels.tsx', '../CourseCard.tsx', '../../ui/Price.tsx', '../../app/paths.ts'],
    wrong: ['../../features/cart/CartScreen.tsx', '../../app/App.tsx', '../../admin/tabs.ts'],
  },
  'web-store/src/admin/AdminShell.tsx': {
    right: ['./courses/CoursesTab.tsx', '../ui/Price.tsx', '../shared/CopyButton.tsx', 'server/contract/courses'],
    wrong: ['../features/courses/CourseScreen.tsx', '../app/App.tsx', '../entry-client.tsx', 'server/src/context'],
  },
  'web-store/src/admin/courses/CoursesTab.tsx': {
    right: ['../admin-api.ts', '../users/UsersTab.tsx', '../../ui/Price.tsx', '../../app/paths.ts'],
    wrong: ['../../features/courses/CourseScreen.tsx', '../../app/Header.tsx', 'razorpay'],
  },
  'web-store/src/shared/CourseCard.tsx': {
    right: ['../ui/Price.tsx', '../stores/cart.ts', '../app/paths.ts'],
    wrong: ['../features/cart/CartScreen.tsx', '../app/App.tsx', '../admin/tabs.ts'],
  },
  'web-store/src/ui/Price.tsx': {
    right: ['./format.ts', 'server/contract/money'],
    wrong: ['../shared/CourseCard.tsx', '../features/cart/CartScreen.tsx', '../app/paths.ts', '../admin/tabs.ts'],
  },
  'web-store/src/api/link.ts': { right: ['../stores/session.ts'], wrong: ['../app/paths.ts', '../shared/log-in.ts'] },
  'server/src/documents/documents.service.ts': {
    right: ['./facts.ts', '../shop-settings.queries.ts', '../../contract/tax.ts'],
    wrong: ['../orders/orders.queries.ts', '../jobs/index.ts'],
  },
  'desktop-admin/src/main/shell.ts': {
    right: ['electron', 'node:path', '../bridge.ts'],
    wrong: ['server/contract', '../../../server/src/config.ts', '../../../web-store/src/admin/tabs.ts'],
  },
  'desktop-admin/src/renderer/DesktopApp.tsx': {
    right: ['web-store/admin', 'web-store/ui/Button.tsx', '../bridge.ts'],
    wrong: ['electron', 'node:fs', '../main/shell.ts', 'server/contract', '../../../web-store/src/admin/tabs.ts'],
  },
  'web-store/src/stores/cart.ts': { right: ['./storage.ts'], wrong: ['../features/cart/CartScreen.tsx'] },
}

/** The same import in each of the ways in which it can be written. */
const ways = [
  (from) => `import { thing } from '${from}'`,
  (from) => `import type { Thing } from '${from}'`,
  (from) => `export { thing } from '${from}'`,
  (from) => `export const thing = await import('${from}')`,
]

const files = Object.entries(cases).flatMap(([file, { right, wrong }]) => [
  ...right.map((from) => ({ file, from, isRight: true })),
  ...wrong.map((from) => ({ file, from, isRight: false })),
])
let folder = ''
/** What Biome said, as `file rule` lines, one for each file that it refused. */
let refused = new Set()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skillhaat-boundaries-'))
  cpSync('biome.boundaries.jsonc', join(folder, 'biome.boundaries.jsonc'))
  const { vcs: _, ...config } = JSON.parse(readFileSync('biome.json', 'utf8'))
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...config, $schema: undefined }))
  refused = await refusedLines()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function refusedLines() {
  const bodies = new Map()
  for (const { file, from } of files) bodies.set(file, [...(bodies.get(file) ?? []), ...ways.map((way) => way(from))])
  bodies.set('server/src/log.ts', ['export const level = process.env.LOG_LEVEL'])
  bodies.set('web-store/src/app/App.tsx', ['export const mode = process.env.NODE_ENV'])
  for (const [file, lines] of bodies) write(file, lines)
  const report = await biome()
  const found = report.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ category, location }) => {
      const line = bodies.get(location.path)[location.start.line - 1]
      return `${location.path} ${category} ${line}`
    })
  return new Set(found)
}

function write(file, lines) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), `${lines.join('\n')}\n`)
}

function biome() {
  const bin = resolve('node_modules/@biomejs/biome/bin/biome')
  const args = [
    'lint',
    '--only=style/noRestrictedImports',
    '--only=style/noProcessEnv',
    '--reporter=json',
    '--max-diagnostics=none',
    '.',
  ]
  return new Promise((done, failed) => {
    execFile(process.execPath, [bin, ...args], { cwd: folder, maxBuffer: 1e8 }, (_error, stdout, stderr) => {
      try {
        done(JSON.parse(stdout))
      } catch {
        failed(new Error(`Biome said nothing to be read: ${stderr}`))
      }
    })
  })
}

test.each(files.filter(({ isRight }) => isRight))('$file may import $from', ({ file, from }) => {
  for (const way of ways) expect(refused).not.toContain(`${file} lint/style/noRestrictedImports ${way(from)}`)
})

test.each(files.filter(({ isRight }) => !isRight))('$file may not import $from', ({ file, from }) => {
  for (const way of ways) expect(refused).toContain(`${file} lint/style/noRestrictedImports ${way(from)}`)
})

test('settings are read in config.ts alone', () => {
  expect(refused).toContain('server/src/log.ts lint/style/noProcessEnv export const level = process.env.LOG_LEVEL')
  expect(refused).toContain(
    'web-store/src/app/App.tsx lint/style/noProcessEnv export const mode = process.env.NODE_ENV',
  )
})

test('the imports are checked as errors, not as hints', () => {
  expect(refused.size).toBe(files.filter(({ isRight }) => !isRight).length * ways.length + 2)
})
