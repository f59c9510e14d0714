import type { ShownTax } from 'contract/added-tax'
import type { CourseCard, PublicCourse } from 'contract/courses/courses'
import { type PageShop, type ShopChanges, shopForPage } from 'contract/shop/defaults'
import { demoShop } from 'contract/shop/demo'
import { praisedCourses } from 'contract/shop/home'
import { LEGAL_TEXTS } from 'contract/shop/people'
import { describe, expect, it } from 'vitest'
import { renderer } from './entry-server.tsx'

const card: CourseCard = {
  course_id: 'reels',
  kind: 'course',
  free: false,
  name: 'Reels Growth',
  description: 'Ready-made reels for busy people.',
  header_text: 'For busy people',
  price: 499,
  offer_text: 'Launch price',
  banner: '/media/0123456789abcdef/reels.webp',
  access_period: null,
  buy_now_text: null,
}

const { includes: _, ...plain } = card
const bare: PublicCourse = {
  ...plain,
  bundle_courses: [],
  listed: true,
  long_description: 'First point\n\nSecond point',
  header_below: '',
  lifetime_access: 'false',
  bonuses_worth: null,
  legal_disclaimer: null,
  language: null,
  requirements: null,
  teacher_name: null,
  teacher_about: null,
  topics: [],
  lessons: [],
  lessons_updated_at: null,
  DEMO_REELS_VIDEOS: [],
  benefits_samples: [],
  additional_infobanners: [],
  product_content_samples: [],
  bonuses: [],
  exclusive_bonuses: [],
  CUSTOMER_REVIEWS: [],
  who_is_this_for: [],
  where_can_i_upload: [],
  how_to_make_money: [],
  how_to_get_started: [],
  faq: [],
}

const text = (markup: string) =>
  markup
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, '\n')
    .replace(/\n+/g, '\n')
const offers = { switches: { countdown: true, next_price: true } }
const sale = (course: PublicCourse | null, shop: ShopChanges = offers) =>
  renderer.render({ url: '/course/reels', data: { course, shop } })

it('a course in a sale shows the regular price struck through and the end of the sale, and no clock', async () => {
  const inSale = { price: 299, sale: { was: 499, until: '2026-12-03T18:29:00.000Z' } }
  const { body } = await sale({ ...bare, ...inSale })
  expect(body).toContain('<s>₹499</s>')
  expect(text(body)).toContain('Sale until 3 Dec 2026, 11:59\u00a0pm')
  expect(text(body)).toContain('Next Price Will be 499/-')
  expect(body).not.toContain('data-countdown')
  const { body: plain } = await sale(bare)
  expect(plain).not.toContain('Sale until')
  expect(plain).toMatch(/<div[^>]*aria-hidden="true"[^>]*data-countdown/)
  const list = { cards: [{ ...card, ...inSale }], total: 1 }
  const { body: cards } = await renderer.render({ url: '/courses', data: { list } })
  expect(text(cards)).toContain('Sale until')
})

it('a course in parts names that way to pay on its sales page, with what is due today', async () => {
  const parts = { count: 3, every_days: 30, first: null, grace_days: 3 }
  expect(text((await sale({ ...bare, price: 3000, parts })).body)).toContain('Or pay in 3 parts: ₹1,000.00 today')
  expect((await sale({ ...bare, price: 3000 })).body).not.toContain('Or pay in')
})

describe('the page of a bundle', () => {
  const part = (course_id: string, price: number, more = {}) => ({
    course_id,
    name: `Course ${course_id}`,
    banner: card.banner,
    price,
    lessons: 4,
    on_sale: true as const,
    ...more,
  })
  const bundle = (includes: PublicCourse['includes']): PublicCourse => ({
    ...bare,
    kind: 'bundle',
    price: 1199,
    includes,
  })

  it('names what is inside and what it saves, without scripts', async () => {
    const page = await sale(bundle([part('a', 499), part('b', 799), part('c', 799, { sale_price: 599 })]))
    const words = text(page.body)
    for (const expected of ['Bundle, 3 courses', 'Course b', '₹1,897.00', 'You save', '₹698.00', '12', 'Buy Now']) {
      expect(words).toContain(expected)
    }
    expect(page.body).toContain('href="/course/b"')
    expect(words).not.toContain('Next Price Will be')
  })

  it('claims no saving where there is none, and no price of a course that is not sold alone', async () => {
    const dear = text((await sale(bundle([part('a', 499), part('b', 299)]))).body)
    expect(dear).not.toContain('You save')
    const { on_sale: _, ...withdrawn } = part('b', 4_799)
    const gone = await sale(bundle([part('a', 499), withdrawn]))
    expect(text(gone.body)).toContain('No longer sold alone. The bundle still opens it.')
    expect(text(gone.body)).not.toContain('4,799')
    expect(gone.body).not.toContain('href="/course/b"')
    expect(text(gone.body)).not.toContain('You save')
  })
})

describe('the sales page', () => {
  it('excludes an unlisted course from search engines', async () => {
    const { status, head } = await sale({ ...bare, listed: false })
    expect([status, head.title, head.canonicalPath]).toEqual([200, 'Reels Growth · My shop', undefined])
    expect((await sale(bare)).head.canonicalPath).toBe('/course/reels')
  })

  it('can be read without scripts', async () => {
    const page = await sale({ ...bare, faq: [{ question: 'How long?', answer: 'As long as you like.' }] })
    expect(page).toMatchObject({
      status: 200,
      head: {
        title: 'Reels Growth · My shop',
        canonicalPath: '/course/reels',
        image: expect.stringMatching(/^\/og\/course\/7265656c73\.jpg\?v=\w+$/),
      },
    })
    const words = text(page.body)
    for (const expected of [
      'Do You Want To Grow Your Social Media?',
      'Just Rs 499/- Only',
      'First point\nSecond point',
      'Limited Period Offer',
      'Next Price Will be 2,495/-',
      'How long?',
      'As long as you like.',
      'Buy Now',
    ]) {
      expect(words).toContain(expected)
    }
    expect(page.body).not.toContain('<script')
    expect(page.styles).toMatch(/^<style>\.s/)
    expect(page.modules).toEqual(['src/features/courses/CourseScreen.tsx'])
  })

  it('shows a block only if its list has entries', async () => {
    const blocks: [Partial<PublicCourse>, string][] = [
      [{ DEMO_REELS_VIDEOS: ['/media/0123456789abcdef/a.mp4'] }, 'See what’s inside'],
      [{ benefits_samples: [card.banner] }, 'Results archive'],
      [{ CUSTOMER_REVIEWS: [{ image: card.banner }] }, 'Customer reviews'],
      [{ product_content_samples: [{ title: 'Covers', subtitle: 'none', image: card.banner }] }, 'What you get'],
      [{ language: 'Hindi' }, 'What is inside'],
      [{ teacher_name: 'Asha' }, 'Your teacher'],
      [{ how_to_make_money: ['Sell'] }, 'How to make money'],
      [{ who_is_this_for: ['You'] }, 'Who is this for?'],
      [{ where_can_i_upload: ['Instagram'] }, 'Where can you upload your work?'],
      [{ how_to_get_started: ['Begin'] }, 'How to get started'],
      [{ exclusive_bonuses: [{ title: 'Gift', image: card.banner }] }, 'Exclusive bonuses'],
      [{ faq: [{ question: 'Q', answer: 'A' }] }, 'Frequently asked questions'],
      [{ legal_disclaimer: 'No promise of income.' }, 'No promise of income.'],
    ]
    expect(text((await sale({ ...bare, description: '' })).body)).not.toContain('Limited Period Offer')
    const without = text((await sale(bare)).body)
    for (const [change, title] of blocks) {
      expect(without).not.toContain(title)
      expect(text((await sale({ ...bare, ...change })).body)).toContain(title)
    }
  })

  it('shows each text and each file of a course', async () => {
    const file = (name: string) => `/media/${'a'.repeat(32)}/${name}`
    const written = {
      name: 'Rangoli Reels',
      header_text: 'For homes',
      header_below: 'Do you draw?',
      long_description: 'Twelve patterns\nFilmed from above',
      offer_text: 'Half price',
      buy_now_text: 'Take it',
      lifetime_access: 'Yours for two years',
      bonuses_worth: '₹4,999',
      legal_disclaimer: 'It depends on you.',
      language: 'Hindi',
      requirements: 'Coloured powder',
      teacher_name: 'Meera',
      teacher_about: 'Draws.',
      additional_infobanners: ['Powder is not included', file('info.webp')],
      product_content_samples: [{ title: 'Lotus', subtitle: 'Four minutes', image: file('sample.webp') }],
      bonuses: [{ title: 'A list of shops', image: file('bonus.webp') }],
      exclusive_bonuses: [{ title: 'Stencils', image: file('exclusive.webp') }],
      who_is_this_for: ['Home artists'],
      where_can_i_upload: ['Instagram'],
      how_to_make_money: ['Weddings'],
      how_to_get_started: ['Sweep the floor'],
      faq: [{ question: 'A camera?', answer: 'A phone.' }],
      banner: file('banner.webp'),
      DEMO_REELS_VIDEOS: [file('reel.mp4')],
      benefits_samples: [file('result.webp')],
      CUSTOMER_REVIEWS: [{ image: file('review.webp') }],
    }
    const { body } = await sale({ ...bare, ...written })
    const all = (value: unknown): string[] =>
      typeof value === 'string' ? value.split('\n') : Object.values(value as object).flatMap(all)
    expect(all(written).filter((one) => !(one.startsWith('/') ? body : text(body)).includes(one))).toEqual([])
    // Fields that other tests check, or that only lists and search engines use.
    const shownElsewhere = [
      'kind',
      'free',
      'bundle_courses',
      'course_id',
      'listed',
      'price',
      'description',
      'topics',
      'access_period',
      'lessons',
      'lessons_updated_at',
    ]
    expect([...Object.keys(written), ...shownElsewhere].sort()).toEqual(Object.keys(bare).sort())
  })

  it('shows the contents, as far as known, with a free preview', async () => {
    const lesson = {
      kind: 'media' as const,
      title: 'Start here',
      seconds: 260,
      download: true,
      preview_link: '/media/0123456789abcdef/a.mp4',
      section: null,
    }
    const closed = {
      kind: 'media' as const,
      title: 'Hooks',
      seconds: null,
      download: false,
      preview_link: null,
      section: null,
    }
    const lessons = [lesson, ...Array.from({ length: 9 }, () => closed)]
    const facts = { language: 'Hindi', requirements: 'Any phone', teacher_name: 'Asha', teacher_about: 'Teaches.' }
    const { body } = await sale({ ...bare, ...facts, lessons, lessons_updated_at: '2026-11-02T10:00:00.000Z' })
    const words = text(body)
    for (const shown of ['4+ min', '10 lessons, 1 download', 'Hindi', 'Any phone', '2 Nov 2026', 'Asha', '4:20']) {
      expect(words).toContain(shown)
    }
    expect(words).toContain('Watch one lesson free')
    expect(words).toContain('Show 6 more lessons')
    // In the list of lessons, and in the card beside it.
    expect(body.match(/a\.mp4/g)).toHaveLength(2)
    const unknown = text((await sale({ ...bare, lessons: [closed] })).body)
    expect(unknown).toContain('1 lesson')
    for (const hidden of ['Total', 'Language', 'Last updated', 'free', 'Teacher']) expect(unknown).not.toContain(hidden)
  })

  it('shows the kind of a lesson that is more than a video', async () => {
    const film = {
      kind: 'media' as const,
      title: 'A film',
      seconds: null,
      download: false,
      preview_link: null,
      section: null,
    }
    const lessons = [
      film,
      { ...film, kind: 'quiz' as const, title: 'One' },
      { ...film, kind: 'assignment' as const, title: 'Two' },
      { ...film, kind: 'live' as const, title: 'Three' },
      { ...film, kind: 'live' as const, title: 'Four', live_at: '2026-12-01T12:00:00.000Z' },
    ]
    const { body } = await sale({ ...bare, lessons })
    expect(text(body)).toMatch(/A film\s*One\nQuiz\s*Two\nAssignment\s*Three\nLive lesson\s*Four\nLive 1 Dec 2026/)
    const icons = lessons.map(({ title }) =>
      body
        .split(`>${title}<`)[0]
        ?.match(/<path d="[^"]+/g)
        ?.at(-1),
    )
    expect(new Set(icons).size, 'icons').toBe(4)
    const { kind: _, ...unsaid } = film
    expect(text((await sale({ ...bare, lessons: [unsaid as typeof film] })).body)).toContain('A film')
  })

  it('shows lessons under their sections, the first one open', async () => {
    const closed = {
      kind: 'media' as const,
      title: 'Cutting',
      seconds: 90,
      download: false,
      preview_link: null,
      section: 'Basics',
    }
    const lessons = [{ ...closed, section: 'Start <here>', title: 'Hello' }, closed, { ...closed, title: 'Sound' }]
    const { body } = await sale({ ...bare, lessons })
    const words = text(body)
    expect(words).toMatch(
      /Start &lt;here&gt;\n1 lesson, 2 min\nHello\n[\s\S]*Basics\n2 lessons, 3 min\nCutting\n[\s\S]*Sound/,
    )
    expect(body.match(/<details [^>]*open=""/g)).toHaveLength(1)
    expect(body).toContain('<ol start="2"')
  })

  it('describes price and address to search engines, and leaves the questions to the page', async () => {
    const page = await sale({ ...bare, faq: [{ question: 'How long?', answer: 'Always.' }] })
    // Without a `FAQPage`: toMatchObject also compares a list's length.
    expect(page.head.structuredData).toMatchObject([
      { '@type': 'Course', offers: { price: '499.00', priceCurrency: 'INR' } },
      { '@type': 'BreadcrumbList', itemListElement: [{ name: 'Home' }, { name: 'Courses' }, { position: 3 }] },
    ])
  })

  it('is a 404 for an unknown course', async () => {
    const page = await sale(null)
    expect(page.status).toBe(404)
    expect(page.head.canonicalPath).toBeUndefined()
    expect(text(page.body)).toContain('Oops! Page not found')
  })
})

describe('on the sales page,', () => {
  const banner = `/media/${'a1'.repeat(16)}-800x450-c21b63/reels.png`
  const at = (name: string) => banner.replace('reels.png', name)

  it('an image is offered in smaller formats and widths, in a box of its dimensions and colour', async () => {
    const { body } = await sale({ ...bare, benefits_samples: [banner] })
    const shot = body.slice(body.indexOf('Results archive'))
    expect(shot).toContain(
      `<source type="image/avif" srcSet="${at('reels-360.avif')} 360w,${at('reels-640.avif')} 640w,${at('reels-800.avif')} 800w"`,
    )
    expect(shot.indexOf('image/avif')).toBeLessThan(shot.indexOf('image/webp'))
    expect(shot).toMatch(/<img[^>]* src="[^"]*reels\.png"[^>]* width="800" height="450" loading="lazy"/)
    expect(shot).toContain('background-color:#c21b63')
  })

  it('images and clips load from the host of public files, if set', async () => {
    const clip = banner.replace('reels.png', 'reel.mp4')
    const render = (mediaHost?: string) =>
      renderer.render({
        url: '/course/reels',
        data: { course: { ...bare, banner, DEMO_REELS_VIDEOS: [clip] } },
        mediaHost,
      })
    const { body, picture } = await render('https://media.example.in')
    const places = [...body.matchAll(/(?:src|srcSet)="([^"]*\/media\/[^"]*)"/g)].flatMap(([, list = '']) =>
      list.split(','),
    )
    expect(places.length).toBeGreaterThan(8)
    expect(places.filter((place) => !place.startsWith('https://media.example.in/media/'))).toEqual([])
    expect(picture).toMatchObject({ srcSet: expect.stringMatching(/^https:\/\/media\.example\.in\/media\//) })
    expect((await render()).body).not.toContain('media.example.in')
  })

  it('images of other sites, and older stored ones, are shown unchanged', async () => {
    const elsewhere = 'https://pictures.example/a.jpg'
    const { body, picture } = await sale({ ...bare, banner: elsewhere })
    expect(body).not.toContain('<source')
    expect(body).toContain(`src="${elsewhere}"`)
    expect(picture).toEqual({ src: elsewhere })
  })

  it.each([
    ['/', '50vw - 52px'],
    ['/courses', '50vw - 52px),300px'],
    ['/course/reels', '100vw - 38px'],
  ])('on %s: the first is preloaded at its shown width, and only that one loads eagerly', async (url, sizes) => {
    const cards = Array.from({ length: 5 }, (_, index) => ({ ...card, banner, course_id: `c${index}` }))
    const { body, picture } = await renderer.render({
      url,
      data: { list: { cards, total: 5 }, course: { ...bare, banner } },
    })
    expect(picture).toMatchObject({
      type: 'image/avif',
      srcSet: expect.stringContaining(`${at('reels-640.avif')} 640w`),
    })
    expect(picture).toMatchObject({ sizes: expect.stringContaining(sizes) })
    expect(body.match(/loading="eager" fetchPriority="high"/g)).toHaveLength(1)
  })
})

describe('the other pages', () => {
  it('shows the first four courses at home and the total number', async () => {
    const cards = Array.from({ length: 4 }, (_, index) => ({
      ...card,
      course_id: `c${index}`,
      name: `Course ${index}`,
    }))
    const [praised = ''] = praisedCourses(demoShop.testimonials)
    const beside = [{ ...card, course_id: praised, name: 'Praised course' }]
    const words = text(
      (await renderer.render({ url: '/', data: { list: { cards, total: 600 }, beside, shop: demoShop } })).body,
    )
    expect(words).toContain('Course 3')
    expect(words).toMatch(/See all\s+600\s+courses/)
    expect(words).toContain('Praised course')
    expect(words).toContain('3750+')
  })

  it('lists its part of the catalogue, with links to the neighbouring pages', async () => {
    const cards = Array.from({ length: 24 }, (_, index) => ({
      ...card,
      course_id: `c${index}`,
      name: `Course ${index}`,
    }))
    const url = '/courses?sort=price&page=2'
    const { head, body, status } = await renderer.render({ url, data: { list: { cards, total: 300 } } })
    expect(text(body)).toMatch(/300 courses/)
    expect(text(body).replaceAll('\n', '')).toContain('Showing 25 to 48 of 300')
    const links = [...body.matchAll(/href="(\/courses[^"]*)"/g)].map(([, path = '']) => path.replaceAll('&amp;', '&'))
    expect(links).toEqual(expect.arrayContaining(['/courses?sort=price', '/courses?sort=price&page=3']))
    expect([status, head.canonicalPath]).toEqual([200, '/courses?page=2'])
    const itemList = head.structuredData?.find((data) => data['@type'] === 'ItemList')
    expect(itemList?.itemListElement).toHaveLength(24)
    expect(itemList?.itemListElement).toContainEqual(expect.objectContaining({ position: 25, name: 'Course 0' }))
  })

  it('shows the search results, and excludes searches from search engines', async () => {
    const url = '/courses?q=VAULT&sort=price'
    const some = await renderer.render({ url, data: { list: { cards: [card], total: 1 } } })
    expect(text(some.body).replaceAll('\n', '')).toContain('1 course for “VAULT”')
    expect(some.head.canonicalPath).toBeUndefined()
    const none = await renderer.render({ url, data: { list: { cards: [], total: 0 }, beside: [card] } })
    expect(text(none.body)).toContain('No courses match your search')
    expect(text(none.body).replaceAll('\n', '')).toContain('Nothing found for “VAULT”')
    expect(none.body.match(/<article/g)).toHaveLength(1)
    expect(none.status).toBe(200)
  })

  it('answer 404 beyond the last, with a link back to the first', async () => {
    const { status, head, body } = await renderer.render({
      url: '/courses?page=9',
      data: { list: { cards: [], total: 30 } },
    })
    expect([status, head.canonicalPath]).toEqual([404, undefined])
    expect(text(body)).toContain('There are no courses on this page')
    expect(body).toContain('href="/courses"')
  })

  it('recognizes its own pages and no others', async () => {
    for (const url of ['/about', '/contact', ...LEGAL_TEXTS.map((name) => `/${name}`)]) {
      const page = await renderer.render({ url, data: {} })
      expect([url, page.status, page.head.canonicalPath]).toEqual([url, 200, url])
      expect(page.body, 'the menu of a phone is there before it is opened').toMatch(/id="mobile-menu"[^>]* hidden=/)
    }
    expect((await renderer.render({ url: '/no-such-page', data: {} })).status).toBe(404)
  })
})

describe('the frame of a private screen', () => {
  const frame = (url: string, shop?: PageShop) => renderer.render({ url, data: shop ? { shop } : {} })
  const fieldsOf = (body: string) =>
    [...body.matchAll(/<label[^>]*>(.*?)<\/label>/gs)].map(([, label = '']) => text(label).trim())

  it.each([
    ['/login', 'Log in to My shop', ['Email', 'Password', 'Remember me']],
    [
      '/register',
      'Create your account',
      ['Email', 'Phone', 'Password', 'Referral code\noptional', 'Send me news and offers by email'],
    ],
    ['/forgot-password', 'Forgot your password?', ['Email']],
    ['/cart', 'Your cart', ['Promo code']],
    ['/checkout', 'Checkout', ['Promo code', 'Email', 'Name', 'Phone']],
  ])('%s shows its heading and fields, and no totals', async (url, heading, fields) => {
    const { status, head, body, modules } = await frame(url)
    expect([status, head.canonicalPath]).toEqual([200, undefined])
    expect(text(/<h1.*?<\/h1>/s.exec(body)?.[0] ?? '').trim()).toBe(heading)
    expect(fieldsOf(body)).toEqual(fields)
    expect(text(body)).not.toMatch(/₹\d|Log out|Log Out/)
    expect(modules.length).toBeGreaterThan(0)
  })

  it('reserves room for the tax of the day, and asks for the state only if invoices are on', async () => {
    const checkout = async (tax: ShownTax | null) =>
      text((await frame('/checkout', shopForPage({}, '/checkout', tax))).body)
    expect(await checkout({ rate: 18, prices: 'exclusive' })).toMatch(/GST \(18%\)[\s\S]*To pay/)
    expect(await checkout({ rate: 18, prices: 'exclusive' })).toContain('For your tax invoice')
    expect(await checkout({ rate: 18, prices: 'inclusive' })).not.toContain('GST (18%)')
    expect(await checkout(null)).not.toContain('For your tax invoice')
  })
})

describe('after the owner changed the settings,', () => {
  const shop = (changes: ShopChanges, path: string) => ({ shop: shopForPage(changes, path) ?? {} })

  const promising = [
    '/',
    '/courses',
    '/course/reels',
    '/terms',
    '/refund',
    '/cancellation',
    '/about',
    '/cart',
    '/checkout',
  ]
  it.each(promising)('%s shows the guarantee of the settings, or none', async (url) => {
    const shown = async (days: number) => {
      const data = { ...(url.startsWith('/course/') ? { course: bare } : {}), ...shop({ guarantee: { days } }, url) }
      return text((await renderer.render({ url, data })).body)
    }
    expect(await shown(30)).toContain('30-day money-back guarantee')
    expect(await shown(7)).not.toMatch(/\b30[- ]days?/)
    expect(await shown(7)).toContain('7-day money-back guarantee')
    expect(await shown(0)).not.toMatch(/guarantee|\b\d+ days/)
  })

  it('a logo replaces the wordmark and has its name', async () => {
    const logo = `/media/${'a'.repeat(32)}-480x120-f8f8f8/logo.png`
    const header = async (brand: NonNullable<ShopChanges['brand']>) => {
      const { body } = await renderer.render({ url: '/', data: shop({ brand }, '/') })
      return /<header.*?<\/header>/s.exec(body)?.[0] ?? ''
    }
    expect(await header({ logo_text: 'MELA!', logo })).toMatch(
      new RegExp(`<img[^>]*(src="${logo}"[^>]*alt="MELA!"|alt="MELA!"[^>]*src="${logo}")`),
    )
    expect(text(await header({ logo_text: 'MELA!' }))).toContain('MELA!')
    expect(await header({ logo_text: 'MELA!' })).not.toContain('<img')
  })

  it('the pages show name, claims, contact, officer, testimonials', async () => {
    const changes: ShopChanges = {
      brand: { name: 'Mela', logo_text: 'MELA!' },
      claims: { enrolled_students: '12+', countries: '7' },
      contact: { phone: '022 1234 5678', email: 'hi@mela.example' },
      legal: {
        policies_email: 'law@mela.example',
        grievance_officer: { name: 'G. Officer', designation: 'Head of care', email: '', phone: '' },
        legal_name: 'Mela Learning LLP',
        legal_address: '9 Ring Road, Indore',
      },
    }
    const page = async (url: string) => {
      const { body, head } = await renderer.render({ url, data: shop(changes, url) })
      return `${head.title} ${text(body)}`.replace(/\s+/g, ' ')
    }
    expect(await page('/')).toMatch(/^Mela .*MELA!.*12\+ enrolled students/)
    expect(await page('/about')).toMatch(/^About Mela.*7 countries/s)
    expect(await page('/contact')).toMatch(
      /^Contact · Mela.*022 1234 5678.*hi@mela\.example.*Mela Learning LLP.*9 Ring Road.*G\. Officer, Head of care/s,
    )
    for (const path of ['/privacy', '/terms']) {
      expect(await page(path)).toMatch(/law@mela\.example.*Who you buy from Mela Learning LLP.*G\. Officer/s)
    }
    expect(await page('/courses')).toMatch(/© \d{4} Mela Learning LLP/)
    for (const path of ['/contact', '/privacy', '/terms']) {
      const { body } = await renderer.render({ url: path, data: {} })
      expect(text(body)).not.toMatch(/Legal name|Grievance officer|Who you buy from/)
    }
    const quiet = await renderer.render({ url: '/', data: shop({ testimonials: [] }, '/') })
    expect(text(quiet.body)).not.toContain('What our students say')
  })

  it('an empty text takes its label and heading with it', async () => {
    const page = async (changes: ShopChanges, url: string) =>
      text((await renderer.render({ url, data: shop(changes, url) })).body)
    expect(await page({}, '/')).not.toMatch(/enrolled students|What our students say|Learn More|What you can count on/)
    expect(await page({}, '/about')).not.toMatch(
      /active students|expert courses|success|countries|Our story|Leadership/,
    )
    expect(await page({ claims: { countries: '7' } }, '/about')).toMatch(/7\n?countries|countries\n?7/)
    expect(await page({ claims: { countries: '7' } }, '/about')).not.toContain('active students')
    expect(await page({}, '/contact')).not.toMatch(/Address|Phone/)
    expect(await page({ contact: { phone: '022 1234 5678' } }, '/contact')).toMatch(/Phone\n022 1234 5678/)
    expect(await page({}, '/privacy')).toContain('For anything else write to \nus\n')
    const named = await renderer.render({ url: '/', data: shop({ brand: { name: 'Mela' } }, '/') })
    expect(named.head).toMatchObject({
      title: 'Mela',
      structuredData: [{ '@type': 'Organization', name: 'Mela', url: '/' }],
    })
    expect(text(/<h1.*?<\/h1>/s.exec(named.body)?.[0] ?? '').trim()).toBe('Mela')
  })

  it('the owner writes headline, steps, trust lines and profiles', async () => {
    const changes: ShopChanges = {
      home: {
        headline: 'Sew your\n*first kurta*',
        text: 'In six evenings.',
        steps_heading: 'How it goes',
        steps: [{ title: 'Measure', text: '' }],
        trust: ['Patterns in every size'],
      },
      social: { instagram: 'https://www.instagram.com/mela' },
    }
    const { head, body } = await renderer.render({ url: '/', data: shop(changes, '/') })
    expect(head.title).toBe('My shop: Sew your first kurta')
    expect(head.structuredData?.[0]).toMatchObject({ sameAs: ['https://www.instagram.com/mela'] })
    expect(text(body)).toMatch(
      /Sew your\nfirst kurta\nIn six evenings\..*Learn More.*Patterns in every size.*How it goes.*Measure/s,
    )
    expect(body).toMatch(/<a [^>]*href="https:\/\/www\.instagram\.com\/mela"[^>]*>Instagram</)
  })

  it('the added tax appears beside every price, and nowhere else', async () => {
    const course = { ...bare, DEMO_REELS_VIDEOS: ['/media/0123456789abcdef/a.mp4'] }
    const selling = { ...demoShop, switches: { countdown: false, next_price: true } }
    const page = async (url: string, tax: ShownTax | null) => {
      const data = url === '/' ? { list: { cards: [card], total: 1 }, beside: [] } : { course }
      const { body, head } = await renderer.render({
        url,
        data: { ...data, shop: shopForPage(selling, url, tax) ?? {} },
      })
      return { words: text(body), head }
    }
    const added: ShownTax = { rate: 18, prices: 'exclusive' }
    const marks = (words: string) => words.split('+ 18% GST').length - 1
    expect(marks((await page('/', added)).words), 'window, card, card beside a testimonial').toBe(3)
    const sold = await page('/course/reels', added)
    expect(marks(sold.words), 'buy card, next price, fixed bar').toBe(3)
    expect(sold.words).toContain('Just Rs 499/- Only\n+ 18% GST, ₹588.82 in all\n')
    expect(sold.words).toContain('Next Price Will be 2,495/-\n+ 18% GST\n')
    expect(sold.head.structuredData?.[0]).toMatchObject({
      offers: { price: '499.00', priceSpecification: { price: '499.00', valueAddedTaxIncluded: false } },
    })
    for (const tax of [null, { ...added, prices: 'inclusive' as const }, { ...added, rate: 0 }]) {
      const same = await page('/course/reels', tax)
      expect(same.words).not.toContain('GST')
      expect(same.words).toContain('Just Rs 499/- Only\nLaunch price\n')
      expect(JSON.stringify(same.head)).not.toContain('priceSpecification')
      expect(same.head.image).not.toBe(sold.head.image)
    }
  })

  it('sales pages show clock and next price, each by its switch', async () => {
    const sales = async (switches: { countdown?: boolean; next_price?: boolean }) =>
      text(
        (
          await renderer.render({
            url: '/course/reels',
            data: { course: bare, ...shop({ switches }, '/course/reels') },
          })
        ).body,
      )
    expect(await sales({})).not.toMatch(/Hours|Next Price|Limited Period/)
    expect(await sales({ countdown: true })).toMatch(/Hours/)
    expect(await sales({ countdown: true })).not.toContain('Next Price')
    expect(await sales({ next_price: true })).toMatch(/Limited Period Offer.*Next Price Will be/s)
    expect(await sales({ next_price: true })).not.toContain('Hours')
  })

  it('a custom line has one font, because the painted font has only the letters of the demo line', async () => {
    const home = (line: string) => renderer.render({ url: '/', data: shop({ brand: { line } }, '/') })
    const [demo, hindi, english] = [await home('हुनर का हाट'), await home('सीखो और कमाओ'), await home('Learn & earn')]
    expect([demo.fonts?.length, hindi.fonts, english.fonts]).toEqual([1, undefined, undefined])
    expect(demo.styles).toContain('AnekTagline')
    expect(hindi.styles).not.toContain('AnekTagline')
    expect([hindi.body, english.body].map((body) => body.includes('lang="hi"'))).toEqual([true, false])
  })

  it('the owner’s policy replaces the built-in one, as text', async () => {
    const legal = { terms: '## Ours\nNo <b>refunds</b> on Sundays.\n\n- one\n- two' }
    const { body } = await renderer.render({ url: '/terms', data: shop({ legal }, '/terms') })
    expect(body).toContain('<h2>Ours</h2>')
    expect(text(body)).toContain('No &lt;b&gt;refunds&lt;/b&gt; on Sundays.')
    expect(body).toContain('<li>one</li><li>two</li>')
    expect(text(body)).not.toContain('Using a course')
    expect(text((await renderer.render({ url: '/privacy', data: shop({ legal }, '/privacy') })).body)).toContain(
      'What we collect',
    )
  })
})
