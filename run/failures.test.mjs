import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './children.mjs'
import { failuresOfPlaywright, failuresOfVitest } from './failures.mjs'

const vitestTest = (title, message, ...ancestorTitles) => ({
  ancestorTitles,
  title,
  status: message ? 'failed' : 'passed',
  failureMessages: message ? [message] : [],
})

test('a failed unit test is listed with its file, its title and the first line of its error', () => {
  const broken = "Cannot find module './nothing.mjs'\nRequire stack: …"
  const report = {
    testResults: [
      {
        name: join(root, 'server/src/sales/gifts/gifts.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [vitestTest('a gift is kept'), vitestTest('it opens', 'Error: no\n    at line', 'a gift')],
      },
      { name: join(root, 'run/new.test.mjs'), status: 'failed', message: broken, assertionResults: [] },
      {
        name: join(root, 'server/src/sales/orders/orders.test.ts'),
        status: 'failed',
        message: 'Broken: money\n  order 7 has no receipt',
        assertionResults: [vitestTest('an order is paid')],
      },
      { name: join(root, 'run/empty.test.mjs'), status: 'passed', message: '', assertionResults: [] },
    ],
  }
  expect(failuresOfVitest(report)).toEqual([
    'server/src/sales/gifts/gifts.test.ts › a gift › it opens › Error: no',
    "run/new.test.mjs › Cannot find module './nothing.mjs'\nRequire stack: …",
    'server/src/sales/orders/orders.test.ts › Broken: money\n  order 7 has no receipt',
  ])
})

test('a run that failed beside its tests is listed with the end of its own words', () => {
  const report = { testResults: [{ name: 'a.test.mjs', status: 'passed', message: '', assertionResults: [] }] }
  expect(failuresOfVitest(report, `${'.'.repeat(5000)}\u001b[31mError: nobody caught this\u001b[39m\n`)).toEqual([
    expect.stringMatching(/^beside the tests › \.+Error: nobody caught this$/),
  ])
  expect(failuresOfVitest(report)).toEqual([])
})

const spec = (title, status, ...messages) => ({
  title,
  tests: [
    {
      projectName: '390 px',
      status,
      results: [...messages.map((message) => ({ error: { message } })), ...(status === 'unexpected' ? [] : [{}])],
    },
  ],
})

test('a failed journey is listed with its screen width', () => {
  const file = 'tests/cart.spec.ts'
  const report = {
    config: { rootDir: join(root, 'e2e') },
    errors: [{ message: 'Error: the teardown broke\nat …' }],
    suites: [
      {
        title: file,
        file,
        specs: [
          spec('a cart fills', 'unexpected', 'Error: \u001b[31mnot filled\u001b[39m\n\n- Expected', 'Error: again'),
        ],
        suites: [
          {
            title: 'a guest',
            file,
            specs: [spec('looks', 'unexpected', 'Error: slow\nyes'), spec('buys', 'expected')],
          },
        ],
      },
    ],
  }
  expect(failuresOfPlaywright(report)).toEqual([
    'e2e/tests/cart.spec.ts › a cart fills (390 px) › Error: not filled',
    'e2e/tests/cart.spec.ts › a guest › looks (390 px) › Error: slow',
    'beside the tests › Error: the teardown broke',
  ])
})

test('a failed journey shows the page as it was, as far as a log needs it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'failures-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'error-context.md')
  const rows = Array.from({ length: 40 }, (_, at) => `- text: row ${at + 1}`)
  writeFileSync(path, `# Page snapshot\n\n\`\`\`yaml\n${rows.join('\n')}\n\`\`\`\n`)
  const attachments = [{ name: 'error-context', path }]
  const specs = [{ title: 'a cart fills', tests: [{ status: 'unexpected', results: [{ error: {}, attachments }] }] }]
  const report = {
    config: { rootDir: join(root, 'e2e') },
    errors: [],
    suites: [{ title: 'cart', file: 'cart', specs }],
  }
  const [failed] = failuresOfPlaywright(report)
  expect(failed.split('\n')).toHaveLength(26)
  expect(failed).toContain('\n      - text: row 1\n')
})
