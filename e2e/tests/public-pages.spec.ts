import { createHash } from 'node:crypto'
import { screensFor } from '../addresses.ts'
import { logInAdmin } from '../console.ts'
import { expect, test } from '../fixtures.ts'
import { newPerson } from '../people.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('home, catalogue and sales page are readable', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveTitle(/SkillHaat/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const card = page.getByRole('main').getByRole('article').filter({ hasText: 'Phone Video Editing Masterclass' })
    await expect(card).toContainText('799')
    await page.getByRole('link', { name: 'Explore Courses' }).click()

    await expect(page).toHaveTitle(/Courses/)
    await expect(page.getByRole('heading', { name: 'Explore Our Courses' })).toBeVisible()
    await expect(page.getByRole('article').filter({ hasText: 'Reels Growth Mega Bundle' })).toContainText('499')
    await page.getByRole('link', { name: 'Reels Growth Mega Bundle' }).click()

    await expect(page).toHaveTitle(/Reels Growth Mega Bundle/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Reels Growth Mega Bundle')
    await expect(page.getByRole('button', { name: 'Just Rs 499/- Only' })).toBeVisible()
    await expect(page.getByText('5,000 ready-to-post reels in 40 niches')).toBeVisible()
    await expect(page.getByText('Next Price Will be 2,495/-')).toBeVisible()
  })

  test('public pages say what works, and a button leads to what it needs', async ({ page, shop }) => {
    const works = page.locator('noscript p').first()
    for (const path of ['/', '/courses', '/contact', '/course/reels-growth-mega-bundle']) {
      await page.goto(path)
      await expect(works, path).toBeVisible()
      await expect(works).toHaveText(/^You can read this shop and write to us without JavaScript\./)
    }
    await page.getByRole('button', { name: 'Just Rs 499/- Only' }).click()
    await expect(page.getByRole('heading', { name: 'This needs JavaScript' })).toBeVisible()
    await expect(page.getByLabel('Address of the page')).toHaveValue(`${shop.url}/course/reels-growth-mega-bundle`)
    await page.goto('/hi/courses')
    await page.getByRole('banner').getByRole('button').first().click()
    await expect(page.getByRole('heading', { name: 'इसके लिए JavaScript चाहिए' })).toBeVisible()
  })

  test('the contact form makes its ticket', async ({ page, guard }) => {
    guard.allow(/status of 422/)
    const { name, email } = newPerson('Sunita Pawar')
    await page.goto('/contact')
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Subject').fill('A question')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText('Please enter your message')).toBeVisible()
    await page.getByLabel('Message').fill('Is there a Marathi version?')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('status')).toHaveText(/Its number is T-\w{6}\./)
  })
})

test('a sales page describes its offer to search engines', async ({ page, shop }) => {
  const response = await page.goto('/course/voice-over-from-home')
  expect(response?.status()).toBe(200)
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  const entries = texts.flatMap((text) => JSON.parse(text))
  expect(entries.find((entry) => entry['@type'] === 'Course')).toMatchObject({
    name: 'Voice-over From Home',
    offers: { price: '249.50', priceCurrency: 'INR', url: `${shop.url}/course/voice-over-from-home` },
  })
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${shop.url}/course/voice-over-from-home`)
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', /Voice-over From Home/)
})

test('an unknown address is a 404 with a way home', async ({ page, guard }) => {
  guard.allow(/status of 404/)
  for (const path of ['/course/no-such-course', '/no/such/page', '/course/%00', '/dashboard/nothing']) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  }
  await page.getByRole('main').getByRole('link', { name: 'Back to home' }).click()
  await expect(page).toHaveURL('/')
})

test('client-side navigation to an unknown course shows the same page', async ({ page, guard }) => {
  guard.allow(/status of 404/)
  await page.goto('/courses')
  // The address changes only after hydration.
  await page.getByRole('searchbox', { name: 'Search courses' }).fill('reels')
  await expect(page).toHaveURL('/courses?q=reels')
  await page.evaluate(() => {
    history.pushState({}, '', '/course/no-such-course')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
})

const everyPath = screensFor('public', 'personal', 'guest', 'buyer', 'student', 'learner', 'admin').map(
  ({ path }) => path,
)

test('every page forbids scripts and frames of other sites (H1)', async ({ shop }) => {
  for (const path of [...everyPath, '/no/such/page']) {
    const response = await fetch(shop.url + path)
    const policy = response.headers.get('content-security-policy') ?? ''
    const directives = new Map(policy.split(';').map((part) => part.trim().split(/ (.*)/) as [string, string]))
    const [self, ...hashes] = directives.get('script-src')?.split(' ') ?? []
    expect(self, path).toBe("'self'")
    for (const source of hashes) expect(source, path).toMatch(/^'sha256-[\w+/]{43}='$/)
    expect(directives.get('object-src')).toBe("'none'")
    expect(directives.get('base-uri')).toBe("'none'")
    expect(directives.get('frame-ancestors')).toBe("'none'")
    expect(directives.get('frame-src')).toContain('https://www.youtube-nocookie.com')
    const html = await response.text()
    const inline = html.matchAll(
      /<script(?![^>]*\bsrc=)(?![^>]*type="application\/(?:ld\+)?json")[^>]*>(.*?)<\/script>/gs,
    )
    for (const [, script = ''] of inline) {
      expect(hashes, script).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    }
  }
})

test('the catalogue can be searched and sorted, and the address stores both', async ({ page }) => {
  await page.goto('/courses')
  await page.getByRole('searchbox', { name: 'Search courses' }).pressSequentially('reels')
  await expect(page.getByRole('article').filter({ hasText: 'Reels Growth Mega Bundle' })).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: 'Local Ads' })).toHaveCount(0)
  await expect(page).toHaveURL('/courses?q=reels')
  await page.getByRole('searchbox', { name: 'Search courses' }).fill('zzz')
  await expect(page.getByText('No courses match your search')).toBeVisible()
  const others = page.getByRole('region', { name: 'Other courses' })
  await expect(others.getByRole('article')).toHaveCount(3)
  await page.getByRole('searchbox', { name: 'Search courses' }).fill('whatsapp voice')
  await expect(page.getByText('Nothing found for “whatsapp voice”')).toBeVisible()
  await expect(others.getByRole('heading', { level: 3 }).first()).toHaveText('Voice-over From Home')
  // The test reads the page as the server renders it, before React takes over.
  await page.reload()
  await expect(others.getByRole('article')).toHaveCount(3)
  await others
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .press('Enter')
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all courses' }).click()
  await expect(others).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Price: low to high')
  await expect(page.getByRole('article').first()).toContainText('Bio Link in an Hour')
  await expect(page).toHaveURL('/courses?sort=price')
  await page.getByRole('searchbox', { name: 'Search courses' }).fill('zzz')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Courses' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search courses' })).toHaveValue('')
  await expect(page.getByRole('article').filter({ hasText: 'Reels Growth Mega Bundle' })).toBeVisible()
  // A parallel journey may have put another course first.
  await expect(page.getByRole('article').first()).not.toContainText('Bio Link in an Hour')
})

test('the testimonials advance after 5 s, and the countdown stops at zero', async ({ page }) => {
  // With reduced motion, none of it moves.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.goto('/')
  const quotes = page.getByRole('region', { name: /students say|testimonials/i })
  await quotes.scrollIntoViewIfNeeded()
  const text = () => quotes.innerText()
  const first = await text()
  await page.clock.runFor(5_100)
  await expect.poll(text).not.toBe(first)

  await page.goto('/course/hindi-script-vault')
  const left = async () => (await page.locator('[data-countdown]').innerText()).replace(/\D/g, '')
  await expect.poll(left).toMatch(/^22344\d$/)
  await page.clock.fastForward('23:00:00')
  await expect.poll(left).toBe('000000')
})

test('the contact form checks its fields, shows the ticket number, and the owner answers in the inbox', async ({
  page,
  shop,
  newVisitor,
}) => {
  const sender = newPerson('Asha')
  await page.goto('/contact')
  const send = page.getByRole('button', { name: /^Send/ })
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Asha')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('asha')
  await page.getByRole('textbox', { name: 'Subject' }).fill('A question')
  await page.getByRole('textbox', { name: 'Message' }).fill('When does the next course come?')
  await send.click()
  await expect(page.getByText(/valid email|Invalid email/i).first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(sender.email)
  await send.click()
  await expect(page.getByText("Message sent successfully! We'll get back to you soon.").first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  const number = /T-[A-Z0-9]{6}/.exec(await page.getByRole('status').filter({ hasText: 'Its number is' }).innerText())
  const owner = await newVisitor()
  await owner.goto('/admin?tab=inbox')
  await logInAdmin(owner, shop.owner)
  // The newest is open where it fits beside the list.
  const isWide = (owner.viewportSize()?.width ?? 0) >= 1024
  await expect(owner.getByRole('article', { name: /^Message / })).toHaveCount(isWide ? 1 : 0)
  await owner.getByRole('link', { name: 'A question' }).first().click()
  const message = owner.getByRole('article', { name: `Message ${number?.[0]}` })
  await message.getByRole('textbox', { name: 'Your answer' }).fill('On the first of December.')
  await message.getByRole('button', { name: 'Send answer' }).dblclick()
  await expect(message.getByText('Done', { exact: true })).toBeVisible()
  await expect(message.getByText('On the first of December.')).toHaveCount(1)
})

// In a plain run `pages/pages.test.ts` covers the same.
test('a page from a CDN counts its view by script, and each navigation once', { tag: '@long' }, async ({ page }) => {
  const notified: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/view') notified.push(request.method())
  })
  await page.route('/', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace('<head>', '<head><meta name="views" content="told">')
    await route.fulfill({ response: answer, body })
  })
  await page.goto('/')
  await expect.poll(() => notified).toEqual(['POST'])
  await page.getByRole('link', { name: 'Explore Courses' }).first().click()
  await expect(page).toHaveTitle(/Courses/)
  await expect.poll(() => notified).toEqual(['POST', 'POST'])
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(notified).toHaveLength(2)
})
