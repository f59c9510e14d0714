import { HtmlValidate } from 'html-validate'
import { addressesFor } from '../addresses.ts'
import { expect, test } from '../fixtures.ts'
import type { Shop } from '../shop.ts'

const PAGES = addressesFor('public')
const FRAMES = ['/login', '/register', '/forgot-password', '/cart', '/checkout', '/hi/checkout']
const COURSES = ['/course/reels-growth-mega-bundle', '/course/voice-over-from-home']

/** All recommended rules except those of style, which React's output decides. */
const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // Lower case is as valid, and used everywhere here.
    'doctype-style': 'off',
    // React closes void elements, spells attributes as in the DOM (`srcSet`) and gives boolean ones an empty value.
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    // React's ids begin with an underscore, which HTML allows.
    'valid-id': ['error', { relaxed: true }],
    // Colours and aspect ratios of images are data; the policy forbids inline scripts, not inline styles.
    'no-inline-style': 'off',
    // Ark ties a checkbox and its label in both ways.
    'no-redundant-for': 'off',
  },
})

const read = async (shop: Shop, path: string) => {
  const response = await fetch(shop.url + path)
  return { status: response.status, text: await response.text() }
}

test('the markup of every server-rendered page has no error', async ({ shop }) => {
  const findings: string[] = []
  for (const path of [...PAGES, ...COURSES, '/no/such/page', '/course/no-such-course', ...FRAMES, '/dashboard']) {
    const { text } = await read(shop, path)
    expect(text, path).toContain('</html>')
    const { results } = await validator.validateString(text)
    for (const { ruleId, message, selector } of results.flatMap(({ messages }) => messages)) {
      findings.push(`${path}: ${ruleId}: ${message} (${selector})`)
    }
  }
  expect(findings).toEqual([])
})

test('every address of the sitemap answers 200, and robots.txt names it', { tag: '@long' }, async ({ shop }) => {
  const robots = await read(shop, '/robots.txt')
  expect(robots.text).toContain(`Sitemap: ${shop.url}/sitemap.xml`)
  const map = await read(shop, '/sitemap.xml')
  const links = [...map.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'))
  for (const path of [...PAGES, ...COURSES]) expect(links).toContain(shop.url + path)
  for (const link of links) expect((await fetch(link, { redirect: 'manual' })).status, link).toBe(200)
})

type Entry = { '@type': string; [field: string]: unknown }

async function entriesOf(shop: Shop, path: string): Promise<Entry[]> {
  const { text } = await read(shop, path)
  const scripts = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  return scripts.flatMap(([, json = '']) => JSON.parse(json) as Entry | Entry[])
}

const typesOf = (entries: Entry[]) => entries.map((entry) => entry['@type'])

test('home, catalogue and sales page describe themselves to search engines', async ({ shop }) => {
  for (const path of ['/', '/courses', ...COURSES]) {
    for (const entry of await entriesOf(shop, path)) expect(entry['@context'], path).toBe('https://schema.org')
  }
  expect(typesOf(await entriesOf(shop, '/'))).toContain('Organization')
  const list = (await entriesOf(shop, '/courses')).find((entry) => entry['@type'] === 'ItemList')
  expect(list?.itemListElement).toContainEqual(
    expect.objectContaining({ name: 'Voice-over From Home', url: `${shop.url}/course/voice-over-from-home` }),
  )
  const sales = await entriesOf(shop, '/course/reels-growth-mega-bundle')
  expect(typesOf(sales)).toEqual(expect.arrayContaining(['Course', 'BreadcrumbList']))
  expect(sales.find((entry) => entry['@type'] === 'Course')?.offers).toMatchObject({
    '@type': 'Offer',
    price: '499.00',
    priceCurrency: 'INR',
    availability: 'https://schema.org/InStock',
  })
})

/** Expected without scripts: title, description, a price in the text, and the pieces of structured data. */
const expectedPages: [path: string, title: string, description: RegExp, prices: string[], data: string[]][] = [
  ['/', 'SkillHaat', /rupees/, ['₹499', '₹799'], ['Organization']],
  ['/courses', 'Courses · SkillHaat', /.{40}/, ['₹499', '₹249', '₹1,299'], ['ItemList', 'BreadcrumbList']],
  [
    '/course/voice-over-from-home',
    'Voice-over From Home · SkillHaat',
    /voice under a blanket/,
    ['Just Rs 249.50/- Only', 'Next Price Will be 1,247.50/-'],
    ['Course', 'BreadcrumbList'],
  ],
]

for (const [path, title, description, prices, data] of expectedPages) {
  test(`${path} is complete without a script`, async ({ shop, browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    const response = await page.goto(shop.url + path)
    expect(response?.status()).toBe(200)
    expect(await page.title()).toContain(title)
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', description)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', shop.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    for (const price of prices) await expect(page.getByRole('main')).toContainText(price)
    expect(typesOf(await entriesOf(shop, path))).toEqual(expect.arrayContaining(data))
    await context.close()
  })
}

test('an offer and the breadcrumb of a course use absolute addresses', async ({ shop }) => {
  const entries = await entriesOf(shop, '/course/voice-over-from-home')
  const way = entries.find((entry) => entry['@type'] === 'BreadcrumbList')?.itemListElement as { item: string }[]
  expect(way.map(({ item }) => item)).toEqual([
    `${shop.url}/`,
    `${shop.url}/courses`,
    `${shop.url}/course/voice-over-from-home`,
  ])
})

test('an unknown address is a 404 that search engines skip', async ({ shop }) => {
  for (const path of ['/course/no-such-course', '/no/such/page', '/courses/x', '/course/', '/course/a/b']) {
    const { status, text } = await read(shop, path)
    expect({ path, status }).toEqual({ path, status: 404 })
    expect(text, path).toContain('<meta name="robots" content="noindex">')
    expect(text, path).toContain('Oops! Page not found')
  }
})
