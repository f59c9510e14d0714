import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { root } from './children.mjs'
import { sourceFiles } from './sources.mjs'
import { referenceWithSettings } from './tasks.mjs'

const read = (file) => readFileSync(join(root, file), 'utf8')
const pages = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith('.md'),
)
/** Returns the anchor of a heading, as GitHub makes it. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')
const headingsOf = (file) => [...read(file).matchAll(/^#{1,4} (.+)$/gm)].map(([, heading]) => heading)

test('every warning and error has a heading in the runbook', () => {
  const headings = headingsOf('docs/runbook.md').join('\n')
  const sources = sourceFiles('server/src').filter((file) => !file.includes('.test.'))
  const logged = sources.flatMap((file) =>
    [...read(file).matchAll(/log\s*\.(?:error|fatal|warn)\(\s*(?:\{[^}]*\},\s*)?(['"])(.+?)\1/g)].map(
      ([, , words]) => words,
    ),
  )
  const [letters = ''] = read('server/src/platform/mail/shop-emails.ts').split('export function ownerAlertEmail')
  const mailed = [...letters.matchAll(/^ {2}\w+: \[\n {4}'(.+)',$/gm)].map(([, words]) =>
    words.replaceAll(/\{.*?\}/g, '…'),
  )
  expect(logged.length).toBeGreaterThan(60)
  expect(mailed.length).toBeGreaterThan(8)
  expect([...logged, ...mailed].filter((words) => !headings.includes(words))).toEqual([])
})

test('every link between the pages leads to a page and a heading', () => {
  const broken = pages.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, to, anchor]) => {
        const target = to ? join(dirname(file), to) : file
        try {
          return anchor !== undefined && !headingsOf(target).map(anchorOf).includes(anchor)
        } catch {
          return true
        }
      })
      .map(([link]) => `${file}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('every alert leads to a heading of the runbook, and the reference lists every metric of an alert', () => {
  const alerts = read('docs/alerts.yml')
  const rules = load(alerts).groups.flatMap((group) => group.rules)
  expect(rules.length).toBeGreaterThan(10)
  for (const { alert, expr, labels, annotations } of rules)
    expect([alert, expr, labels, annotations]).toEqual([
      expect.any(String),
      expect.any(String),
      { severity: expect.stringMatching(/^(critical|warning)$/) },
      { summary: expect.any(String), runbook: expect.stringMatching(/^docs\/runbook\.md#/) },
    ])
  const places = rules.map(({ annotations }) => annotations.runbook.split('#')[1])
  const anchors = new Set(headingsOf('docs/runbook.md').map(anchorOf))
  expect(places.filter((place) => !anchors.has(place))).toEqual([])
  const named = new Set(alerts.match(/\bskillhaat_\w+/g))
  expect([...named].filter((name) => !read('docs/reference.md').includes(`\`${name}\``))).toEqual([])
})

test('pages name the folders and ports that the update makes, and a free port is no alarm', () => {
  const script = read('deploy/update.sh')
  const [, ports = ''] = /^PORTS=\$\{PORTS:-([\d ]+)\}/m.exec(script) ?? []
  const [, targets = ''] = /targets: \[(.*?)\]/.exec(read('docs/watching.md')) ?? []
  expect(targets).toBe(
    ports
      .split(' ')
      .map((port) => `'127.0.0.1:${port}'`)
      .join(', '),
  )
  const named = pages.flatMap((file) => [...read(file).matchAll(/\/srv\/skillhaat\/([\w.]+)/g)].map(([, name]) => name))
  expect([...new Set(named)].sort()).toEqual(['.env', 'current', 'releases'])
  const rules = load(read('docs/alerts.yml')).groups.flatMap((group) => group.rules)
  expect(rules.find(({ alert }) => alert === 'ShopDown').expr).toMatch(/^max by \(host\) \(.*\bup\{.*\) == 0$/)
})

test('the reference lists every setting of .env.example; `npm run fix` writes it', () => {
  expect(read('docs/reference.md')).toBe(referenceWithSettings())
})

test('the pictures of the pages are those that the command made, at most one minor version ago', () => {
  const { version, made } = JSON.parse(read('docs/pictures/pictures.json'))
  const minorOf = (text) => Number(text.split('.')[1])
  const shown = pages.flatMap((file) => [...read(file).matchAll(/pictures\/([\w-]+\.png)/g)].map(([, name]) => name))
  const hashOf = (name) =>
    createHash('sha256')
      .update(readFileSync(join(root, 'docs/pictures', name)))
      .digest('hex')
  expect(minorOf(JSON.parse(read('package.json')).version) - minorOf(version)).toBeLessThanOrEqual(1)
  expect(Object.fromEntries(shown.map((name) => [name, hashOf(name)]))).toEqual(made)
})
