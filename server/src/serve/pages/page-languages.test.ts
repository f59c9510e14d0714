import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PageRenderer } from 'contract/page-renderer'
import express from 'express'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeBuiltStore } from '../../../test/built-store.ts'
import { DOCUMENT_TEXTS } from './document.ts'
import { addressOf } from './page-languages.ts'
import type { PageCatalogue } from './page-table.ts'
import { createPages } from './pages.ts'
import { sitemap } from './sitemap.ts'

const rendered: string[] = []
const tags: unknown[] = []
const state = { version: '1', courseName: 'Reels', away: false }

/** Says in which language it is, and what it was made of. */
const rendererOf = (language: string): PageRenderer => ({
  async render({ url, data: { course } }) {
    rendered.push(`${language} ${url}`)
    const found = course !== null && url !== '/page-not-found'
    return {
      status: found ? 200 : 404,
      head: {
        title: language,
        ...(found && { canonicalPath: url }),
        image: '/og/reels.jpg',
        structuredData: [{ url: '/course/reels', image: '/media/a.png', home: '/', other: 'https://else.example/' }],
      },
      styles: '',
      body: `<h1>${language} ${course?.name ?? url}</h1>`,
      state: {},
      modules: [],
    }
  },
  screens: async () => [],
})

const course = { course_id: 'reels', name: 'Reels' } as never
let close: () => Promise<unknown>
let origin: string

beforeAll(async () => {
  const clientDir = await writeBuiltStore({
    languages: ['hi'],
    files: { '.vite/document.hi.json': JSON.stringify({ Courses: 'कोर्स' }) },
  })
  const pages = createPages({
    answerFor: async () => undefined,
    renderer: rendererOf('en'),
    translated: { hi: rendererOf('hi') },
    clientDir,
    storeUrl: 'https://shop.example',
    edge: true,
    catalogue: {
      version: () => state.version,
      filters: async () => ({ topics: [], prices: [] }),
      cards: async () => ({ cards: [], total: 1 }),
      addresses: async () => [{ course_id: 'reels', changed_at: '2026-11-01T00:00:00.000Z' }],
      course: async (id) => (id === 'reels' ? Object.assign({}, course, { name: state.courseName }) : undefined),
      shop: async () => {
        if (state.away) throw new Error('the database is away')
        return {}
      },
      tax: async () => null,
      promocodes: async () => [],
    },
    log: { error: () => undefined, warn: () => undefined },
  })
  const app = express().disable('etag')
  app.use((_req, res, next) => {
    res.once('finish', () => tags.push(res.locals.edgeTags))
    next()
  })
  const server = createServer(app.use(pages.handler))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = async () => {
    await new Promise((resolve) => server.close(resolve))
    await rm(clientDir, { recursive: true })
  }
})
afterAll(() => close())
beforeEach(() => {
  rendered.length = 0
  tags.length = 0
})

async function get(path: string) {
  const answer = await fetch(origin + path, { redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

test('a page has an address in every language, made by the renderer of that language in its own template', async () => {
  const { status, html, headers } = await get('/hi/course/reels')
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
  expect(html).toContain('<html lang="hi-IN">')
  expect(html).toContain('<h1>hi Reels</h1>')
  expect(html).toContain('data-app="/assets/index-hi.js"')
  expect((await get('/course/reels')).html).toContain('<html lang="en-IN">')
  expect((await get('/hi')).html).toContain('<h1>hi /</h1>')
})

test('a page names its own address, those in the other languages, and their titles', async () => {
  const links = [
    '<link rel="alternate" hreflang="en-IN" href="https://shop.example/course/reels">',
    '<link rel="alternate" hreflang="hi-IN" href="https://shop.example/hi/course/reels">',
    '<link rel="alternate" hreflang="x-default" href="https://shop.example/course/reels">',
  ]
  for (const path of ['/course/reels', '/hi/course/reels']) {
    const { html } = await get(path)
    expect(html).toContain(links.join('\n'))
    expect(html).toContain(`<link rel="canonical" href="https://shop.example${path}">`)
    expect(html).toContain(`<meta property="og:url" content="https://shop.example${path}">`)
  }
  const { html } = await get('/hi/course/reels')
  expect(html).toContain(
    '<meta property="og:locale" content="hi_IN">\n<meta property="og:locale:alternate" content="en_IN">',
  )
  const data = JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')
  expect(data).toEqual({
    url: 'https://shop.example/hi/course/reels',
    image: 'https://shop.example/media/a.png',
    home: 'https://shop.example/hi',
    other: 'https://else.example/',
  })
  expect((await get('/hi')).html).toContain('<link rel="canonical" href="https://shop.example/hi">')
})

test('each language is cached by itself, and one change of the catalogue remakes them all', async () => {
  for (const path of ['/hi/about', '/about', '/hi/about?utm_source=x', '/hi/about/', '/about']) await get(path)
  expect(rendered).toEqual(['hi /about', 'en /about'])
  Object.assign(state, { version: '2', courseName: 'Scripts' })
  for (const path of ['/course/reels', '/hi/course/reels']) expect((await get(path)).html).toContain('Scripts</h1>')
})

test('a CDN drops a page in every language by the same tags, also when it lies ready', async () => {
  for (const path of ['/course/reels', '/hi/course/reels', '/hi/course/reels']) await get(path)
  expect(tags).toEqual(Array.from({ length: 3 }, () => ['catalogue', 'course-reels']))
})

test('a missing page is a 404 in the requested language', async () => {
  for (const [path, heading] of [
    ['/hi/nowhere', 'hi /page-not-found'],
    ['/hi/course/none', 'hi /course/none'],
    ['/nowhere', 'en /page-not-found'],
    ['/HI', 'en /page-not-found'],
    // The language is not built, so this shop does not have it.
    ['/fr/courses', 'en /page-not-found'],
  ]) {
    const { status, html } = await get(path ?? '')
    expect([path, status]).toEqual([path, 404])
    expect(html).toContain(`<h1>${heading}</h1>`)
    expect(html, 'search engines are led to no other language of it').not.toContain('hreflang')
  }
  expect((await get('/mr/courses')).status).toBe(404)
})

test('the console is English, and a home page has one address', async () => {
  for (const [from, to] of [
    ['/hi/admin', '/admin'],
    ['/hi/admin?tab=orders', '/admin?tab=orders'],
    ['/hi/admin/login', '/admin/login'],
    ['/hi/', '/hi'],
    ['/hi/?ref=A', '/hi?ref=A'],
  ]) {
    const { status, headers } = await get(from ?? '')
    expect([from, status, headers.get('location')]).toEqual([from, 301, to])
  }
})

test('the frame of a private screen is made in the language of its address, and no CDN keeps it', async () => {
  for (const [path, tag, heading] of [
    ['/cart', 'en-IN', 'en /cart'],
    ['/hi/cart', 'hi-IN', 'hi /cart'],
    ['/hi/login/', 'hi-IN', 'hi /login'],
  ]) {
    const { status, headers, html } = await get(path ?? '')
    expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'no-cache'])
    expect(html).toContain(`<html lang="${tag}">`)
    expect(html).toContain(`<h1>${heading}</h1>`)
    expect(html).not.toMatch(/hreflang|canonical|name="views"/)
  }
  expect(tags).toEqual([undefined, undefined, undefined])
})

test('a screen for one person names the languages where its address has none, and nothing else does', async () => {
  const choice = '<meta name="languages" content="hi">'
  for (const path of ['/cart', '/payment_status?order_id=1', '/dashboard'])
    expect((await get(path)).html).toContain(choice)
  for (const path of ['/', '/nowhere', '/hi/cart', '/admin', '/admin/login'])
    expect((await get(path)).html).not.toContain(choice)
  const { html } = await get('/hi/dashboard')
  expect(html).toContain('<html lang="hi-IN">')
  expect(html).toMatch(/<noscript>.*<a href="\/hi\/courses"[^>]*>कोर्स<\/a>.*<a href="\/hi\/about"[^>]*>About<\/a>/)
})

test('a screen for one person names the languages while no frame of it can be made', async () => {
  Object.assign(state, { version: 'away', away: true })
  const choice = '<meta name="languages" content="hi">'
  for (const path of ['/checkout', '/cart', '/dashboard']) expect((await get(path)).html).toContain(choice)
  for (const path of ['/hi/checkout', '/admin']) expect((await get(path)).html).not.toContain(choice)
  Object.assign(state, { version: 'back', away: false })
})

test('the sitemap has every page in every language with the others, and robots.txt closes what is private in all', async () => {
  const { html } = await get('/sitemap.xml')
  const links = [
    '<xhtml:link rel="alternate" hreflang="en-IN" href="https://shop.example/course/reels"/>',
    '<xhtml:link rel="alternate" hreflang="hi-IN" href="https://shop.example/hi/course/reels"/>',
    '<xhtml:link rel="alternate" hreflang="x-default" href="https://shop.example/course/reels"/>',
  ].join('')
  for (const path of ['/course/reels', '/hi/course/reels'])
    expect(html).toContain(
      `<url><loc>https://shop.example${path}</loc><lastmod>2026-11-01T00:00:00.000Z</lastmod>${links}</url>`,
    )
  expect(html).toContain('xmlns:xhtml="http://www.w3.org/1999/xhtml"')
  expect(html).toContain('<loc>https://shop.example/hi</loc>')
  const robots = (await get('/robots.txt')).html
  expect(robots).toContain('Disallow: /dashboard\n')
  expect(robots).toContain('Disallow: /hi/dashboard\n')
  expect(robots).not.toContain('/hi/api')
})

test('a page with one address for all languages is in the sitemap once', async () => {
  const list = async () => [{ path: '/membership/ms_1', changed_at: new Date(0), undivided: true as const }]
  const catalogue = { addresses: async () => [], own: { list } } as unknown as PageCatalogue
  const text = await sitemap(catalogue, 'https://shop.example', ['en', 'hi'])
  expect(text).toContain(
    '<url><loc>https://shop.example/membership/ms_1</loc><lastmod>1970-01-01T00:00:00.000Z</lastmod></url>',
  )
  expect(text).not.toContain('/hi/membership')
})

test('the server writes no more texts into documents than the catalogues hold', () => {
  expect(DOCUMENT_TEXTS).toContain('Refund policy')
  expect(new Set(DOCUMENT_TEXTS).size).toBe(DOCUMENT_TEXTS.length)
})

test('an address of any length and shape is read at once', () => {
  expect(addressOf(`${'/'.repeat(300_000)}x`).pathname).toMatch(/x$/)
  expect(addressOf('/courses//?q=reels')).toMatchObject({ pathname: '/courses' })
})

test('an address with a sign too many, or in capitals, leads to its page', async () => {
  const signs = ['.', ',', ')', '*', '_', '%20', '%E2%80%8B', '%22', '%E0%A5%A4', '%E2%80%A6', '.)', '%E2%80%9D']
  for (const [from, to] of [
    ...signs.map((sign) => [`/course/reels${sign}`, '/course/reels']),
    ['/course/Reels', '/course/reels'],
    ['/Course/REELS.', '/course/reels'],
    ['/hi/course/reels%E0%A5%A4', '/hi/course/reels'],
    ['/course/reels.?utm_source=ig', '/course/reels?utm_source=ig'],
    ['/courses.', '/courses'],
    ['/Cart', '/cart'],
  ]) {
    const { status, headers } = await get(from ?? '')
    expect([from, status, headers.get('location')]).toEqual([from, 301, to])
  }
  for (const path of ['/course/none.', '/course/None', '/nowhere.', '/course/%ff.', '//else.example/courses.']) {
    const { status, headers } = await get(path)
    expect([path, status, headers.get('location')]).toEqual([path, 404, null])
  }
})
