import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { ShownTax } from 'contract/added-tax'
import type { CourseCard, PublicCourse } from 'contract/courses/courses'
import type { PageRenderer, PageRequest } from 'contract/page-renderer'
import type { ShopChanges } from 'contract/shop/defaults'
import { demoShop } from 'contract/shop/demo'
import { praisedCourses } from 'contract/shop/home'
import express, { type RequestHandler } from 'express'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { writeBuiltStore } from '../../../test/built-store.ts'
import { publicPaths } from './page-table.ts'
import { createPages } from './pages.ts'

const card: CourseCard = {
  course_id: 'reels',
  kind: 'course',
  free: false,
  name: 'Reels',
  description: 'All about reels',
  header_text: 'For busy people',
  price: 499,
  offer_text: null,
  banner: '/media/0123456789abcdef/reels.webp',
  access_period: null,
  buy_now_text: null,
}

const SCRIPT = 'export const shop = 1\n'.repeat(100)
const open: Server[] = []
let clientDir: string

beforeAll(async () => {
  clientDir = await writeBuiltStore({
    manifest: {
      'src/Home.tsx': { file: 'assets/home-1.js', imports: ['_parts.js', 'index.html'] },
      '_parts.js': { file: 'assets/parts-1.js' },
      'index.html': { file: 'assets/index-1.js', isEntry: true, imports: ['_react.js'] },
      '_react.js': { file: 'assets/react-1.js' },
    },
    files: {
      'assets/index-1.js': SCRIPT,
      'assets/index-1.js.br': brotliCompressSync(SCRIPT),
      'assets/anek-1.woff2': Buffer.alloc(4000, 7),
      ...Object.fromEntries(
        ['hash-worker-A1', 'make-rung-worker-A1', 'make-rung-A1'].map((name) => [`assets/${name}.js`, '']),
      ),
    },
  })
})

afterAll(() => rm(clientDir, { recursive: true }))
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
})

type Shop = {
  version: string
  cards: CourseCard[]
  total?: number
  broken: boolean | Error
  /** True if even the settings cannot be read. */
  away: boolean
  changes: ShopChanges
  tax: ShownTax | null
  /** The dates of the course `live`, as its call answers them; null where that fails. */
  dates: string[] | null
}

/** A shop whose pages say what they were made of; `rendered` has every request the renderer got. */
async function openShop(change: Partial<Shop> = {}) {
  const shop: Shop = {
    version: '1',
    cards: [card],
    broken: false,
    away: false,
    changes: {},
    tax: null,
    dates: [],
    ...change,
  }
  const rendered: PageRequest[] = []
  const failures: unknown[] = []
  const viewed: string[] = []
  const requested: object[] = []
  const renderer: PageRenderer = {
    async render(request) {
      rendered.push(request)
      await new Promise((resolve) => setImmediate(resolve))
      const { list, course } = request.data
      return {
        status: course === null || request.url === '/page-not-found' ? 404 : 200,
        head: {
          title: `"Reels" & <more>`,
          canonicalPath: request.url,
          image: '/og/reels.jpg?v=1',
          structuredData: [{ '@type': 'Course', url: '/course/reels', name: '</script><script>alert(1)</script>' }],
        },
        picture: {
          type: 'image/avif',
          srcSet: '/a-360.avif 360w,/a-640.avif 640w',
          sizes: '(min-width:768px) 50vw,100vw',
        },
        fonts: ['/assets/sign-1.woff2'],
        styles: '<style>.css-a{color:red}</style>',
        body: `<h1>${list?.cards.map(({ name }) => name).join() ?? course?.name ?? 'Text'}</h1>${' '.repeat(2000)}`,
        state: { queries: [['key', '</script><b>']] },
        modules: ['src/Home.tsx'],
      }
    },
    screens: async (url) => (url.startsWith('/dashboard') ? ['src/Home.tsx'] : []),
  }
  const pages = createPages({
    answerFor: async (req, call, input) => {
      if (call === 'workshops.list') return { runs: shop.dates ?? (await Promise.reject(new Error('away'))) }
      if (req.get('authorization') !== 'bearer asha') throw Object.assign(new Error('who?'), { status: 401 })
      return { call, input, name: 'Asha', user_id: 'usr_asha', orders: [] }
    },
    renderer,
    clientDir,
    catalogue: {
      version: () => shop.version,
      filters: async () => ({ topics: [], prices: [] }),
      cards: async (query) => {
        if (shop.broken) throw shop.broken instanceof Error ? shop.broken : new Error('a fault')
        requested.push(query)
        return { cards: query.ids ? [] : shop.cards, total: shop.total ?? shop.cards.length }
      },
      addresses: async () => {
        const ids = shop.total ? Array.from({ length: shop.total }, (_, index) => `c${index}`) : ['a&b']
        return ids.map((course_id, index) => ({ course_id, changed_at: new Date(Date.UTC(2026, 0, 1, 0, index)) }))
      },
      course: async (id) => (id === 'live' ? ({ course_id: id, workshops: true } as PublicCourse) : undefined),
      shop: async () => {
        if (shop.away) throw new Error('the database is away')
        return shop.changes
      },
      tax: async () => shop.tax,
      promocodes: async () => [],
    },
    storeUrl: 'https://shop.example/',
    onView: ({ method, path }) => void viewed.push(`${method} ${path}`),
    log: {
      error: (...entry: unknown[]) => void failures.push(entry),
      warn: (...entry: unknown[]) => void failures.push(entry),
    },
  })
  const tags: unknown[] = []
  const noteTags: RequestHandler = (_req, res, next) => {
    res.once('finish', () => tags.push(res.locals.edgeTags))
    next()
  }
  const server = createServer(express().disable('etag').use(noteTags, pages.handler))
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // No compression unless a test asks for it: fetch would undo it unseen.
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(origin + path, { method, headers: { 'accept-encoding': 'identity', ...headers }, redirect: 'manual' })
  return { shop, rendered, tags, asked: requested, failures, viewed, get, inlineScripts: pages.inlineScripts }
}

describe('in the statistics,', () => {
  it('a view is a sent page, or a move within the store that its script reports', async () => {
    const { get, viewed } = await openShop()
    await get('/')
    await get('/', {}, 'HEAD')
    await get('/no-such-page')
    const notified = await get('/view', {}, 'POST')
    expect([notified.status, await notified.text()]).toEqual([204, ''])
    await get('/admin')
    expect(viewed.filter((view) => !view.startsWith('HEAD'))).toEqual(['GET /', 'POST /view'])
  })
})

describe('a public page', () => {
  it('is whole: head, styles, markup, data and the files to load ahead', async () => {
    const changes = { testimonials: demoShop.testimonials }
    const { get, rendered, asked } = await openShop({ changes })
    const answer = await get('/')
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html).toContain('<h1>Reels</h1>')
    expect(html).toContain('.css-a{color:red}')
    expect(html).toContain('<link rel="canonical" href="https://shop.example/">')
    expect(html).toContain('<meta property="og:image" content="https://shop.example/og/reels.jpg?v=1">')
    expect(html).toContain('<meta property="og:image:width" content="1200">')
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image">')
    expect(html).toContain(
      '<script data-app="/assets/react-1.js /assets/index-1.js" data-ahead="/assets/parts-1.js /assets/home-1.js" data-sheet="/assets/index-1.css">start(',
    )
    expect(html, 'nothing of the app is fetched but by the start script').not.toMatch(
      /type="module"|modulepreload|<link[^>]*\.css/,
    )
    expect(html).toContain(
      '<link rel="preload" as="image" fetchpriority="high" type="image/avif" imagesrcset="/a-360.avif 360w,/a-640.avif 640w" imagesizes="(min-width:768px) 50vw,100vw">',
    )
    expect(rendered).toEqual([{ url: '/', data: { list: { cards: [card], total: 1 }, beside: [], shop: changes } }])
    expect(asked, 'it holds no more however many courses there are').toEqual([
      { limit: 4 },
      { ids: praisedCourses(demoShop.testimonials), listed: true },
    ])
  })

  it('carries what the owner changed, on private screens too, and nothing when that is nothing', async () => {
    const { get } = await openShop({ changes: { brand: { name: 'Me</script>la' }, legal: { terms: 'Long text' } } })
    for (const path of ['/', '/cart', '/dashboard']) {
      const html = await (await get(path)).text()
      const input = /<script type="application\/json" id="shop-settings">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
      expect(JSON.parse(input)).toEqual({ brand: { name: 'Me</script>la' }, legal: {}, own_texts: ['terms'] })
    }
    expect(await (await get('/terms')).text()).toContain('Long text')
    const plain = await openShop()
    for (const path of ['/', '/cart', '/dashboard'])
      expect(await (await plain.get(path)).text()).not.toContain('shop-settings')
  })

  it('has the owner’s look in its head, and the console its own', async () => {
    const look = { buy: '#f2a7c3', dark: '#0b0b0d', radius: 12, icon: '/media/aaaaaaaaaaaaaaaa/i.png' } as const
    const { get } = await openShop({ changes: { look } })
    const colour = '--sh-colors-buy-solid:#f2a7c3'
    for (const path of ['/', '/cart', '/dashboard']) {
      const html = await (await get(path)).text()
      expect(html).toMatch(/<head>.*--sh-radii-l1:12px.*:root\.dark\{--sh-colors-bg:#0b0b0d.*<\/head>/s)
      expect(html.indexOf(colour)).toBeGreaterThan(0)
      expect(html.indexOf(colour)).toBeLessThan(html.indexOf('</head>'))
      expect(html, 'no script reads it').not.toMatch(/"(buy|icon)":/)
    }
    expect(await (await get('/admin')).text()).not.toContain(colour)
    expect(await (await (await openShop()).get('/')).text()).not.toContain('--sh-colors-buy')
  })

  it('carries the tax of the day, on private screens too, and says where it is not known', async () => {
    const { get, shop } = await openShop({ tax: { rate: 18, prices: 'exclusive' } })
    const input = async (path: string) =>
      /id="shop-settings">(.*?)<\/script>/s.exec(await (await get(path)).text())?.[1] ?? '{}'
    for (const path of ['/', '/cart', '/dashboard']) expect(JSON.parse(await input(path))).toEqual({ tax: shop.tax })
    Object.assign(shop, { version: '2', tax: null })
    for (const path of ['/', '/cart', '/dashboard']) expect(await input(path)).toBe('{}')
    Object.assign(shop, { version: '3', broken: true })
    expect(JSON.parse(await input('/courses'))).toEqual({ tax: 'unknown' })
  })

  it('names the scripts inside pages as a policy does, and no others', async () => {
    const { get, inlineScripts } = await openShop()
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    expect(inlineScripts).toEqual([hash('theme()'), hash('frame()'), hash('ahead()'), hash("start('app')")])
    for (const path of ['/', '/cart', '/dashboard']) {
      const html = await (await get(path)).text()
      expect(html, path).toContain('<script>theme()</script>')
      expect(html.includes('ahead()'), path).toBe(path === '/dashboard')
    }
  })

  it('lets the font of Latin letters wait where something is painted before the app', async () => {
    const { get } = await openShop()
    const waits = async (path: string) =>
      (await (await get(path)).text()).includes('<style id="fonts" media="not all">')
    expect([await waits('/'), await waits('/cart'), await waits('/dashboard/orders')]).toEqual([true, true, false])
  })

  it('asks early for the fonts of its own', async () => {
    const { get } = await openShop()
    expect(await (await get('/')).text()).toContain(
      '<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/sign-1.woff2">',
    )
  })

  it('lets no text out of its place', async () => {
    const { get } = await openShop()
    const html = await (await get('/')).text()
    expect(html).toContain('<title>&quot;Reels&quot; &amp; &lt;more&gt;</title>')
    expect(html).not.toContain('<script>alert(1)')
    expect(html.match(/<\/script>/g)).toHaveLength(4)
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
    expect(JSON.parse(data)).toMatchObject({
      url: 'https://shop.example/course/reels',
      name: expect.stringContaining('alert'),
    })
    const state = /id="page-state">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
    expect(JSON.parse(state)).toEqual({ queries: [['key', '</script><b>']] })
  })

  it('is made once for many simultaneous requests, and again when the catalogue changes', async () => {
    const { get, shop, rendered } = await openShop()
    await Promise.all(Array.from({ length: 8 }, () => get('/')))
    await get('/?utm_source=mail')
    expect(rendered).toHaveLength(1)
    shop.version = '2'
    shop.cards = [{ ...card, name: 'Scripts' }]
    expect(await (await get('/')).text()).toContain('<h1>Scripts</h1>')
    expect(rendered).toHaveLength(2)
  })

  it('shows dates and seats of its course as they are now, and no CDN stores these', async () => {
    const { get, shop, rendered, tags } = await openShop({ dates: ['two seats'] })
    const input = { course_id: 'live' }
    const shown = () => rendered.flatMap(({ data }) => (data.course ? [data.answers] : []))
    await Promise.all(Array.from({ length: 4 }, () => get('/course/live')))
    await get('/courses')
    await get('/course/live')
    expect(shown()).toEqual([[{ call: 'workshops.list', input, output: { runs: ['two seats'] } }]])
    shop.dates = ['one seat']
    await get('/course/live')
    expect(shown().slice(1)).toEqual([[{ call: 'workshops.list', input, output: { runs: ['one seat'] } }]])
    shop.dates = null
    expect((await get('/course/live')).status).toBe(200)
    expect(shown().slice(2), 'the browser requests them').toEqual([[]])
    expect(tags).toEqual([undefined, undefined, undefined, undefined, ['catalogue'], undefined, undefined, undefined])
  })

  it('is cached by search and order, and by nothing else', async () => {
    const { get, rendered } = await openShop()
    for (const path of ['/courses', '/courses/', '/courses?x=1', '/courses?sort=rubbish']) await get(path)
    await get('/courses?sort=price&q=reel')
    await get('/courses?utm=1&q=reel&sort=price')
    expect(rendered.map(({ url }) => url)).toEqual(['/courses', '/courses?q=reel&sort=price'])
  })

  it('shows the pages of the catalogue that its address names, ten of them at most', async () => {
    const { get, asked } = await openShop()
    const windows: [string, object][] = [
      ['', { limit: 24, offset: 0 }],
      ['?page=3', { limit: 24, offset: 48 }],
      ['?from=1&page=3', { limit: 72, offset: 0 }],
      ['?from=1&page=400', { limit: 240, offset: 390 * 24 }],
      ['?page=0&from=-1&sort=price', { limit: 24, offset: 0, sort: 'price' }],
      ['?page=99999999999&from=x&q=50%25', { limit: 24, offset: 0, q: '50%' }],
    ]
    for (const [search, window] of windows) {
      await get(`/courses${search}`)
      expect(asked.at(-1), search).toEqual({ q: '', topic: '', price: undefined, sort: undefined, ...window })
    }
  })

  it('a popular page stays cached through any number of searches', async () => {
    const { get, rendered } = await openShop()
    await get('/courses')
    for (let number = 0; number < 120; number++) await get(`/courses?q=${number}`)
    const before = rendered.length
    await get('/courses')
    expect(rendered).toHaveLength(before)
    await get('/courses?q=0')
    expect(rendered, 'the first search was let go').toHaveLength(before + 1)
  })

  it('a page is compressed, and not sent again to a browser that has it', async () => {
    const { get } = await openShop()
    const plain = await (await get('/')).text()
    const packed = await get('/', { 'accept-encoding': 'gzip, deflate, br' })
    expect(packed.headers.get('content-encoding')).toBe('br')
    expect(packed.headers.get('vary')).toBe('Accept-Encoding')
    expect(await packed.text()).toBe(plain)
    const gzipped = await get('/', { 'accept-encoding': 'gzip;q=0.5, br;q=0' })
    expect(gzipped.headers.get('content-encoding')).toBe('gzip')
    const etag = packed.headers.get('etag') ?? ''
    const again = await get('/', { 'accept-encoding': 'br', 'if-none-match': `"other", ${etag.replace('W/', '')}` })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await get('/', { 'if-none-match': etag })).status).toBe(304)
    expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('answers HEAD without a body, leads a form sent without scripts back, and leaves other methods to others', async () => {
    const { get } = await openShop()
    const head = await get('/', {}, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(2000)
    expect((await get('/', {}, 'DELETE')).status).toBe(404)
    expect((await get('/no-such-page/at-all', {}, 'POST')).status).toBe(404)
    for (const [path, place] of [
      ['/courses?q=reels', '/courses'],
      ['/checkout', '/checkout'],
    ] as const) {
      const posted = await get(path, {}, 'POST')
      expect([posted.status, posted.headers.get('location')], path).toEqual([303, place])
    }
  })

  it('an unknown course, a broken address and an unknown path are a 404', async () => {
    const { get, rendered } = await openShop()
    const statuses = []
    for (const path of [
      '/course/unknown',
      '/course/%E0%A4%A',
      '/course/a%00b',
      '/course/a/b',
      '/no-such-page',
      '//evil.example/',
    ]) {
      statuses.push((await get(path)).status)
    }
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404])
    expect(rendered[0]).toMatchObject({ url: '/course/unknown', data: { course: null } })
  })

  it('becomes a shell with 503 while the catalogue cannot be read, and recovers', async () => {
    const { get, shop, failures } = await openShop({ broken: true })
    const away = await get('/')
    expect([away.status, away.headers.get('retry-after'), away.headers.get('cache-control')]).toEqual([
      503,
      '5',
      'no-store',
    ])
    expect(await away.text()).toContain('<div id="root"></div>')
    expect(failures).toHaveLength(1)
    shop.broken = false
    expect((await get('/')).status).toBe(200)
  })

  it('is opened again by the browser while the database is away, and not for a fault of the page', async () => {
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const { get, shop } = await openShop({ broken: away })
    const first = await get('/')
    expect([first.status, first.headers.get('refresh')]).toEqual([503, '5'])
    shop.broken = true
    expect((await get('/courses')).headers.get('refresh')).toBeNull()
  })
})

describe('pages that lie ready', () => {
  it('cached pages of any age are shown while the catalogue is unreadable, and remade after', async () => {
    const { get, shop, rendered } = await openShop()
    for (const path of ['/', '/about']) await get(path)
    Object.assign(shop, { version: 'unheard-1', broken: true })
    for (const version of ['unheard-2', 'unheard-3']) {
      shop.version = version
      const home = await get('/')
      expect([home.status, (await home.text()).includes('<h1>Reels</h1>')]).toEqual([200, true])
    }
    expect((await get('/courses')).status, 'what was never made cannot be shown').toBe(503)
    Object.assign(shop, { version: '2', broken: false, cards: [{ ...card, name: 'Scripts' }] })
    await expect.poll(async () => (await get('/')).text()).toContain('<h1>Scripts</h1>')
    expect(rendered.length).toBeGreaterThan(2)
  })

  it('missing addresses never push out cached pages', async () => {
    const { get, rendered } = await openShop()
    await get('/')
    for (let number = 0; number < 50; number++) expect((await get(`/course/none-${number}`)).status).toBe(404)
    for (let number = 0; number < 50; number++) expect((await get(`/none-${number}`)).status).toBe(404)
    await get('/course/none-49')
    await get('/')
    const urls = rendered.map(({ url }) => url)
    expect([urls.length, urls.at(0), urls.at(-1)]).toEqual([52, '/', '/page-not-found'])
  })

  it('wait for no flood of pages that must be made, and no more than a few of those wait', async () => {
    const { get, rendered } = await openShop()
    await get('/')
    const flood = Promise.all(Array.from({ length: 300 }, (_, number) => get(`/courses?q=${number}`)))
    expect((await get('/')).status).toBe(200)
    expect(rendered.length).toBeLessThan(300)
    const statuses = (await flood).map(({ status }) => status)
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true)
  })
})

describe('for a private screen,', () => {
  it('a private page is a shell that search engines leave alone and nobody renders', async () => {
    const { get, rendered } = await openShop()
    for (const path of ['/dashboard/orders', '/learn/reels/work', '/payment_status?course_id=a', '/admin/login']) {
      const answer = await get(path)
      const html = await answer.text()
      expect([path, answer.status]).toEqual([path, 200])
      expect(html).toContain('<meta name="robots" content="noindex">')
      expect(html).toMatch(/<noscript>.*<a href="\/courses"/)
      expect(html, 'it is nothing without its app').toContain(
        '<script type="module" crossorigin src="/assets/index-1.js">',
      )
      expect(html, 'and nothing without the styles of all').toContain('rel="stylesheet"')
      expect(html).not.toMatch(/start\(|frame\(/)
    }
    expect(rendered).toHaveLength(0)
  })

  it('a screen of a student asks for what the server draws before it asks for its app', async () => {
    const { get, rendered } = await openShop()
    for (const path of ['/dashboard', '/learn/reels']) {
      const document = await (await get(path)).text()
      expect(document).toContain('<div id="root"></div>')
      expect(document).toMatch(/ahead\(\).*<script data-own data-app="[^"]*index-1.js" data-ahead="/s)
      expect(document).not.toMatch(/rel="(stylesheet|modulepreload)"/)
    }
    expect(rendered).toHaveLength(0)
  })

  it('a screen of a student is drawn with their answers, for them alone', async () => {
    const { get, rendered } = await openShop()
    const read = async (address: string, authorization = 'bearer asha') => {
      const answer = await get(`/screen?${address}`, { authorization })
      return { status: answer.status, cached: answer.headers.get('cache-control'), body: await answer.text() }
    }
    const answer = (call: string, input?: object) => {
      const about = { call, ...(input && { input }) }
      return { ...about, output: { ...about, name: 'Asha', user_id: 'usr_asha', orders: [] } }
    }
    const answers = [answer('account.dashboard'), answer('learning.getContent', { courseId: 'reels' })]
    const drawn = await read('draw=1&at=%2Flearn%2Freels%3Flesson%3Dtwo')
    expect(drawn).toMatchObject({ status: 200, cached: 'no-store' })
    expect(JSON.parse(drawn.body)).toMatchObject({ answers, styles: '<style>.css-a{color:red}</style>' })
    expect(rendered).toMatchObject([{ url: '/learn/reels?lesson=two', student: { name: 'Asha' }, data: { answers } }])
    expect(JSON.parse((await read('at=%2Fdashboard')).body)).toEqual({ answers: [answer('account.dashboard')] })
    expect(await read('draw=1&at=%2Fdashboard', 'bearer nobody')).toMatchObject({ status: 401 })
    for (const at of ['', '/', '/dashboard/orders', '/learn/reels/work', 'https://elsewhere.example/dashboard'])
      expect([at, (await read(`at=${encodeURIComponent(at)}`)).status]).toEqual([at, 404])
    expect(rendered.filter(({ student }) => student)).toHaveLength(1)
  })

  it('a shell preloads the files of its screen with the app, each once', async () => {
    const { get, shop } = await openShop()
    const aheadOf = async (path: string) =>
      Array.from(
        (await (await get(path)).text()).matchAll(/rel="modulepreload"[^>]*href="([^"]+)"/g),
        ([, file]) => file,
      )
    const app = '/assets/react-1.js'
    expect((await aheadOf('/dashboard/orders')).sort()).toEqual(['/assets/home-1.js', '/assets/parts-1.js', app])
    expect(await aheadOf('/confirm')).toEqual([app])
    shop.version = '2'
    shop.changes = { brand: { name: 'Vidya' } } as ShopChanges
    expect(await aheadOf('/dashboard/orders')).toHaveLength(3)
  })

  it('a shell has the mark of the build in its tab, as a page has, until the shop has a logo of its own', async () => {
    const { get, shop } = await openShop()
    const marked = async (path: string) => (await (await get(path)).text()).includes('logo-1.svg')
    const all = async () => Promise.all(['/', '/cart', '/dashboard'].map(marked))
    expect(await all()).toEqual([true, true, true])
    shop.version = '2'
    shop.changes = { brand: { logo: '/media/0123456789abcdef/logo.webp' } } as ShopChanges
    expect(await all()).toEqual([false, false, false])
  })
})

describe('before a private screen loads,', () => {
  const FRAMES = ['/login', '/register', '/forgot-password', '/cart', '/checkout']

  it('a frame is rendered once for all, and belongs to nobody', async () => {
    const { get, rendered, viewed } = await openShop()
    for (const path of FRAMES) {
      const answer = await get(`${path}?ref=Q7`)
      const html = await answer.text()
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'no-cache'])
      expect(html).toContain('<div id="root"><h1>Text</h1>')
      await get(path, { cookie: 'browser_open=1', authorization: 'bearer of-somebody' })
    }
    const offering = ['/cart', '/checkout']
    expect(rendered).toEqual(FRAMES.map((url) => ({ url, data: offering.includes(url) ? { promocodes: [] } : {} })))
    expect(viewed).toEqual(FRAMES.flatMap((path) => [`GET ${path}`, `GET ${path}`]))
  })

  it('every page of a shop in test says so above all else, the console by itself', async () => {
    const { get } = await openShop({ changes: { payments: { test: true } } })
    const band =
      /<aside aria-label="Test shop[^>]*>Test shop: no payment here is real<\/aside>(<noscript>|<div id="root">)/
    for (const path of ['/', ...FRAMES]) expect(await (await get(path)).text(), path).toMatch(band)
    expect(await (await get('/admin')).text()).not.toMatch(band)
    const { get: live } = await openShop({ changes: { payments: { test: false } } })
    expect(await (await live('/')).text()).not.toMatch(band)
  })

  it('a frame is closed to search engines, and without scripts shows a notice in place of its form', async () => {
    const { get } = await openShop()
    for (const path of FRAMES) {
      const html = await (await get(path)).text()
      expect(html).toContain('<meta name="robots" content="noindex">')
      expect(html).not.toMatch(/rel="canonical"|property="og:|ld\+json/)
      expect(html).toContain('<noscript><style>main{display:none}</style></noscript>')
      expect(html).toMatch(/<noscript><p[^>]*>This page needs JavaScript[^<]*<\/p><\/noscript><div id="root"><h1>/)
    }
    const map = await (await get('/sitemap.xml')).text()
    for (const path of FRAMES) expect(map).not.toContain(`${path}</loc>`)
  })

  it('a frame is painted before its app runs, whose files are on their way', async () => {
    const { get } = await openShop()
    const html = await (await get('/cart')).text()
    expect(html).toContain('<script>frame()</script>')
    expect(html, 'no page of everybody has that script').not.toContain('id="frame"')
    expect(await (await get('/')).text()).not.toContain('frame()')
    expect(html).toContain(
      '<script data-app="/assets/react-1.js /assets/index-1.js" data-ahead="/assets/parts-1.js /assets/home-1.js" data-sheet="/assets/index-1.css">start(',
    )
    const ahead = Array.from(html.matchAll(/rel="modulepreload"[^>]*href="([^"]+)"/g), ([, file]) => file)
    expect(ahead).toEqual(['react', 'index', 'parts', 'home'].map((name) => `/assets/${name}-1.js`))
    expect(html).toContain('<link rel="preload" as="style" href="/assets/index-1.css">')
    expect(html).not.toContain('type="module"')
    expect(html, 'the browser asks for what is of its visitor').not.toContain('page-state')
  })

  it('a shell replaces a frame that cannot be made', async () => {
    const { get, shop } = await openShop()
    Object.assign(shop, { version: '2', away: true })
    const answer = await get('/cart')
    const html = await answer.text()
    expect([answer.status, html.includes('<div id="root"></div>')]).toEqual([200, true])
    expect(html).toContain('"tax":"unknown"')
  })
})

describe('among the files of the store,', () => {
  it('built files are stored by browsers for good, in the compression of the build', async () => {
    const { get } = await openShop()
    const script = await get('/assets/index-1.js', { 'accept-encoding': 'br' })
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(script.headers.get('content-encoding')).toBe('br')
    expect(await script.text()).toBe(SCRIPT)
    const font = await get('/assets/anek-1.woff2', { 'accept-encoding': 'br, gzip' })
    expect([font.headers.get('content-encoding'), font.headers.get('content-type')]).toEqual([null, 'font/woff2'])
    expect((await font.arrayBuffer()).byteLength).toBe(4000)
  })

  it('files of threads have a policy of their own: WebAssembly, and for the encoder of sound a thread that is text', async () => {
    const { get } = await openShop()
    const wasm = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"
    const policies: [string, string | null][] = [
      ['hash-worker-A1', wasm],
      ['make-rung-worker-A1', `${wasm}; worker-src blob:`],
      ['make-rung-A1', null],
      ['index-1', null],
    ]
    for (const [name, policy] of policies)
      expect([name, (await get(`/assets/${name}.js`)).headers.get('content-security-policy')]).toEqual([name, policy])
  })

  it('built files are read on their first request: a failed read can be repeated', async () => {
    const late = join(clientDir, 'assets/late-1.css')
    await writeFile(late, '')
    const { get } = await openShop()
    await rm(late)
    expect((await get('/assets/late-1.css')).status).toBe(404)
    await writeFile(late, 'a{color:red}')
    expect(await (await get('/assets/late-1.css')).text()).toBe('a{color:red}')
    await rm(late)
    expect((await get('/assets/late-1.css')).status, 'and is held from then on').toBe(200)
  })

  it('only files of the build are served', async () => {
    const { get } = await openShop()
    for (const path of [
      '/assets/old-1.js',
      '/assets/../index.html',
      '/assets/%2e%2e/index.html',
      '/assets/index-1.js.br',
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 404])
    }
  })
})

describe('what search engines read', () => {
  it('names every public page and closes the private ones', async () => {
    const { get } = await openShop()
    const map = await (await get('/sitemap.xml')).text()
    expect(map).toContain('<loc>https://shop.example/course/a%26b</loc><lastmod>2026-01-01T00:00:00.000Z</lastmod>')
    expect(map).toContain('<loc>https://shop.example/privacy</loc>')
    expect((await get('/sitemap-1.xml')).status).toBe(404)
    const robots = await (await get('/robots.txt')).text()
    expect(robots).toContain('Disallow: /dashboard')
    expect(robots).toContain('Sitemap: https://shop.example/sitemap.xml')
  })

  it('splits the sitemap into files when there are many courses, each address once', async () => {
    const { get } = await openShop({ total: 2_001 })
    const index = await (await get('/sitemap.xml')).text()
    const sitemaps = [...index.matchAll(/<sitemap><loc>https:\/\/shop\.example(.*?)<\/loc><lastmod>(.*?)<\/lastmod>/g)]
    const files = sitemaps.map(([, path = '']) => path)
    expect(files).toEqual(['/sitemap-1.xml', '/sitemap-2.xml', '/sitemap-3.xml'])
    expect(sitemaps.at(-1)?.[2]).toBe(new Date(Date.UTC(2026, 0, 1, 0, 2_000)).toISOString())
    const addresses: string[] = []
    for (const file of files) {
      const found = [...(await (await get(file)).text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) => loc)
      expect(found.length).toBeLessThanOrEqual(1_000)
      addresses.push(...found)
    }
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(addresses).toHaveLength(2_001 + publicPaths.length)
    expect(addresses).toContain('https://shop.example/course/c2000')
    expect((await get('/sitemap-4.xml')).status).toBe(404)
  })
})
