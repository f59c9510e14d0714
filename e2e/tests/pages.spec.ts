import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { hi } from '../hindi.ts'
import { checkScreen } from '../screen-checks.ts'
import type { Shop } from '../shop.ts'
import { awaitMail } from '../steps.ts'

/** Pages of a worker's shop last beyond a test, and a front page would change the other journeys. */
async function deletePages(shop: Shop) {
  const { pages } = await shop.admin<{ pages: { slug: string }[] }>('GET', '/pages')
  for (const { slug } of pages) await shop.admin('DELETE', `/pages/${slug}`)
}

test.afterEach(({ shop }) => deletePages(shop))

const words = (en: string, inHindi = '') => ({ en, hi: inHindi, mr: '' })

/** Creates a published page by the API. */
async function publish(shop: Shop, slug: string, sections: Record<string, object>) {
  await shop.admin('POST', '/pages', { slug, title: `Page ${slug}` })
  const body = { title: `Page ${slug}`, order: Object.keys(sections), sections }
  await shop.admin('PUT', `/pages/${slug}`, body)
}

async function addPage(page: Page, kind: RegExp, title?: string) {
  await page.getByRole('button', { name: 'New page' }).click()
  const dialog = page.getByRole('dialog', { name: 'New page' })
  await dialog.getByRole('radio', { name: kind }).check()
  if (title !== undefined) await dialog.getByRole('textbox', { name: 'Title' }).fill(title)
  await dialog.getByRole('button', { name: 'Add page' }).click()
  await expect(page.getByRole('region', { name: 'Blocks' })).toBeVisible()
}

test('an owner publishes a front page of five blocks, a landing page and a page of links', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newVisitor,
}) => {
  // The demo's own, so that the shop begins without pages.
  for (const slug of ['bio', 'reels']) await shop.admin('DELETE', `/pages/${slug}`)
  await admin.open('/admin?tab=pages')
  await expect(page.getByRole('row', { name: /^About/ })).toContainText('Built in')
  await checkScreen(page, 'the console without pages')

  await addPage(page, /^Front page/)
  const preview = page.frameLocator('iframe[title="The page"]')
  await expect(page.getByRole('textbox', { name: 'Heading' })).toHaveValue('')
  await page.getByRole('textbox', { name: 'Heading' }).fill('Learn reels *tonight*')
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Learn reels tonight')
  await page.getByRole('radio', { name: /^Hindi/ }).check({ force: true })
  await page.getByRole('textbox', { name: 'Heading' }).fill('आज रात *रील सीखें*')
  await page.getByRole('radio', { name: 'हि' }).check({ force: true })
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('आज रात रील सीखें')
  await page.getByRole('textbox', { name: 'Address of the first button' }).fill('javascript:alert(1)')
  await expect(page.getByText(/^Must be a path such as/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Address of the first button' }).fill('/courses')
  await page.getByRole('radio', { name: /^English/ }).check({ force: true })
  await page.getByRole('textbox', { name: 'First button', exact: true }).fill('See all courses')
  await checkScreen(page, 'the editor of a page')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Replace the front page?' })
  await expect(question).toContainText('Empty, so not shown: Steps')
  await question.getByRole('button', { name: 'Replace it' }).click()
  await expect(page.getByText('Page published')).toBeVisible()

  const visitor = await newVisitor()
  await visitor.goto('/')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Learn reels tonight')
  await expect(visitor.locator('[data-block]')).toHaveCount(3)
  await checkScreen(visitor, 'a front page of blocks')
  await visitor.goto('/hi')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('आज रात रील सीखें')
  await expect(visitor.getByText(hi('See all courses'))).toBeVisible()

  await admin.open('/admin?tab=pages')
  await addPage(page, /^Landing page/, 'Wedding season')
  await page.getByRole('button', { name: /^One course \(block 3\)/ }).click()
  await page.getByRole('combobox', { name: 'Course' }).selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Page published').last()).toBeVisible()
  await visitor.goto('/p/wedding-season')
  await expect(visitor.locator('[data-block=course]').getByRole('heading')).toBeVisible()
  await checkScreen(visitor, 'a landing page')

  await admin.open('/admin?tab=pages')
  await addPage(page, /^Link page/)
  await page.getByRole('button', { name: /^Links \(block 3\)/ }).click()
  await page.getByRole('button', { name: 'Add a link' }).click()
  await page.getByRole('textbox', { name: 'Label' }).last().fill('Our channel')
  await page.getByRole('textbox', { name: 'Address' }).last().fill('https://www.youtube.com/@skillhaat')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Page published').last()).toBeVisible()
  await visitor.goto('/p/bio')
  await expect(visitor.getByRole('link', { name: 'Our channel' })).toHaveAttribute('rel', 'noopener nofollow')
  await checkScreen(visitor, 'a page of links')

  await admin.open('/admin?tab=pages')
  await expect(page.getByRole('row', { name: /Wedding season/ })).toContainText('Published')
  await checkScreen(page, 'the list of pages')
  const map = await (await fetch(`${shop.url}/sitemap.xml`)).text()
  expect(map).toContain('/p/wedding-season</loc>')
  expect((await fetch(`${shop.url}/og/p/bio.jpg`)).headers.get('content-type')).toBe('image/jpeg')
})

test('the home page is edited in one place, and the sample words of its blocks never go live', async ({
  page,
  admin,
  newVisitor,
}) => {
  await admin.open('/admin?tab=pages')
  await page.getByRole('link', { name: 'Home page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Home page' })).toBeVisible()
  await expect(page.getByLabel('Headline')).toBeVisible()
  const sections = page.getByRole('navigation', { name: 'Sections of the page' })
  for (const name of ['Claims', 'Testimonials', 'About'])
    await expect(sections.getByRole('link', { name })).toBeVisible()
  await checkScreen(page, 'the words of the home page')

  await page.getByRole('link', { name: 'Design it with blocks' }).click()
  await page.getByRole('dialog', { name: 'New page' }).getByRole('button', { name: 'Add page' }).click()
  await expect(page.getByRole('textbox', { name: 'Heading' })).toHaveValue('')
  const samples: string[] = []
  for (const block of await page
    .getByRole('region', { name: 'Blocks' })
    .getByRole('button', { name: /\(block/ })
    .all()) {
    await block.click()
    samples.push(
      ...(await page
        .getByRole('textbox')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).placeholder))),
    )
  }
  // The list of courses ends with this link by itself.
  const own = ['See all courses', 'Courses', '/courses']
  const words = samples.filter((sample) => sample !== '' && !own.includes(sample))
  expect(words.length).toBeGreaterThan(3)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Replace the front page?' })
  await expect(question).toContainText('Empty, so not shown')
  await question.getByRole('button', { name: 'Replace it' }).click()
  await expect(page.getByText('Page published')).toBeVisible()
  const visitor = await newVisitor()
  await visitor.goto('/')
  await expect(visitor.locator('[data-block]').first()).toBeVisible()
  const shown = await visitor.getByRole('main').innerText()
  expect(words.filter((sample) => shown.includes(sample))).toEqual([])
})

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 150; presses++) {
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}

test('a page is added, ordered, hidden and published by keyboard alone', { tag: '@long' }, async ({ page, admin }) => {
  await admin.open('/admin?tab=pages')
  await tabTo(page, page.getByRole('button', { name: 'New page' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('radio', { name: /^Landing page/ }))
  for (let presses = 0; presses < 2; presses++) await page.keyboard.press('ArrowDown')
  await tabTo(page, page.getByRole('textbox', { name: 'Title' }))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('By keys')
  await tabTo(page, page.getByRole('button', { name: 'Add page' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'By keys' })).toBeVisible()
  for (const kind of ['Hero', 'Text', 'Questions']) {
    await tabTo(page, page.getByRole('button', { name: 'Add a block' }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${kind}`) }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('region', { name: `Form of ${kind}` }).getByRole('textbox', { name: 'Heading' }))
    await page.keyboard.type(`The ${kind.toLowerCase()}`)
  }
  await tabTo(page, page.getByRole('button', { name: /^Text \(block 2\)/ }))
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByRole('button', { name: /^Text \(block 1\)/ })).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await tabTo(page, page.getByRole('button', { name: /^Questions \(block 3\)/ }))
  await page.keyboard.press('h')
  await expect(page.getByRole('button', { name: 'Show Questions, block 3' })).toHaveAttribute('aria-pressed', 'false')
  await tabTo(page, page.getByRole('button', { name: 'Publish', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Page published')).toBeVisible()
  await page.goto('/p/by-keys')
  await expect(page.locator('[data-block]')).toHaveCount(2)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The hero')
})

test('a draft has a preview link, its versions return, and two admins lose nothing', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  guard,
  newVisitor,
}) => {
  guard.allow(/409 \(Conflict\)/)
  const hero = { type: 'hero', settings: { heading: words('First') } }
  await publish(shop, 'two', { top: hero, more: { type: 'text', settings: { heading: words('Their text') } } })
  await admin.open('/admin?tab=page&slug=two')
  await page.getByRole('textbox', { name: 'Heading' }).fill('Mine')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
  const visitor = await newVisitor()
  await visitor.goto('/p/two')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('First')
  await page.getByRole('button', { name: 'Preview link' }).click()
  const address = await page
    .getByRole('dialog')
    .getByText(/preview=/)
    .textContent()
  await page.keyboard.press('Escape')
  await visitor.goto(address ?? '')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Mine')
  await expect(visitor.locator('link[rel=canonical]')).toHaveCount(0)

  // Another admin saves meanwhile; each keeps their own block.
  await page.getByRole('textbox', { name: 'Heading' }).fill('Mine, again')
  const sections = { top: hero, more: { type: 'text', settings: { heading: words('Their new text') } } }
  await shop.admin('PUT', '/pages/two', { title: 'Page two', order: ['top', 'more'], sections })
  await page.getByRole('button', { name: 'Publish changes' }).click()
  const conflict = page.getByRole('dialog', { name: /changed this page/ })
  await conflict.getByRole('button', { name: 'Save this version' }).click()
  await expect(page.getByText('Page published').last()).toBeVisible()
  await visitor.goto('/p/two')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Mine, again')
  await expect(visitor.getByText('Their new text')).toBeVisible()

  await page.getByRole('button', { name: 'Versions' }).click()
  await page.getByRole('button', { name: 'Restore version 2' }).click()
  await expect(page.getByText('Version restored as a draft')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Heading' })).toHaveValue('First')
})

test('a page of 25 long Hindi blocks fits a phone, and nothing in it runs or leaves the shop', async ({
  page,
  shop,
  foreignRequests,
}) => {
  const long = 'हर दिन एक रील बनाइए और अपने ग्राहकों से सीधे बात कीजिए। '.repeat(30)
  const script = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>'
  const types = ['hero', 'text', 'steps', 'faq', 'teacher']
  const sections = Object.fromEntries(
    Array.from({ length: 25 }, (_, at) => {
      const text = words(script, `${script}${long}`)
      const settings = {
        heading: words(script, 'रील'),
        text: words(script),
        marks: text,
        name: words(script, 'रितु'),
        about: words(script, long.slice(0, 1900)),
        steps: [{ title: words(script), text: words(script, long.slice(0, 590)) }],
        questions: [{ question: words(script), answer: text }],
      }
      return [`block-${at}`, { type: types[at % types.length], settings }]
    }),
  )
  await publish(shop, 'long', sections)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/hi/p/long')
  await expect(page.locator('[data-block]')).toHaveCount(25)
  await checkScreen(page, 'a page of 25 blocks')
  expect(await page.evaluate('window.ran')).toBeUndefined()
  expect(foreignRequests).toEqual([])
})

test('an owner moves a section of a sales page and puts a block between, and a buyer sees it', {
  tag: '@long',
}, async ({ page, admin, shop, newCourse, newVisitor }) => {
  const { course_id, name } = await newCourse({
    how_to_get_started: ['Open the first lesson'],
    faq: [{ question: 'How long?', answer: 'As long as you like.' }],
  })
  const headings = async (visitor: Page) =>
    (await visitor.getByRole('heading', { level: 2 }).allTextContents()).join(' | ')
  const visitor = await newVisitor()
  await visitor.goto(`/course/${course_id}`)
  expect(await headings(visitor)).toMatch(/How to get started.*Frequently asked questions/)

  await admin.open('/admin?tab=courses')
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Page', exact: true }).click()
  const blocks = page.getByRole('region', { name: 'Blocks' })
  await expect(blocks.getByRole('button', { name: /^Offer/ }).first()).toBeVisible()
  const questions = blocks.getByRole('button', { name: /^Questions of the course \(/ })
  await questions.click()
  await page.getByRole('textbox', { name: 'Heading' }).fill('Before you buy')
  await questions.focus()
  for (let at = 0; at < 3; at++) await page.keyboard.press('Alt+ArrowUp')
  await blocks.getByRole('button', { name: 'Add a block' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^Text/ }).click()
  await page.getByRole('textbox', { name: 'Heading' }).fill('A word from Ritu')
  const preview = page.frameLocator('iframe[title="The page"]')
  await expect(preview.getByRole('heading', { name: 'A word from Ritu' })).toBeVisible()
  await checkScreen(page, 'the editor of a sales page')

  // A press on a section in the preview opens its form, and an unsaved page has a link once it is a draft.
  await preview.getByRole('heading', { name: 'Before you buy' }).click()
  await expect(page.getByRole('textbox', { name: 'Heading' })).toHaveValue('Before you buy')
  await preview.getByRole('heading', { level: 1 }).click()
  await expect(page.getByRole('region', { name: 'Form of Offer' })).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Preview link' }).click()
  const address = await page
    .getByRole('dialog')
    .getByText(/preview=/)
    .textContent()
  await page.keyboard.press('Escape')
  await visitor.goto(address ?? '')
  expect(await headings(visitor)).toMatch(/Before you buy.*How to get started.*A word from Ritu/)
  await expect(visitor.locator('link[rel=canonical]')).toHaveCount(0)
  await visitor.goto(`/course/${course_id}`)
  expect(await headings(visitor)).not.toContain('A word from Ritu')

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Page published')).toBeVisible()

  await visitor.reload()
  expect(await headings(visitor)).toMatch(/Before you buy.*How to get started.*A word from Ritu/)
  await checkScreen(visitor, 'a sales page with a block')
  await shop.admin('DELETE', `/pages/${encodeURIComponent(`course/${course_id}`)}`)
  await visitor.reload()
  expect(await headings(visitor)).toMatch(/How to get started.*Frequently asked questions/)
})

test('a sales page that an owner arranged has audience and questions beside each other, and its band the end of the sale', {
  tag: '@long',
}, async ({ page, shop, newCourse }) => {
  const { course_id } = await newCourse({
    who_is_this_for: ['Home makers', 'Students'],
    faq: [{ question: 'How long?', answer: 'As long as you like.' }],
    price: 499,
  })
  const [from, until] = [new Date(Date.now() - 60_000), new Date(Date.now() + 86_400_000)]
  await shop.query(
    `update courses set sale_price_paise = 29900, sale_from = $2, sale_until = $3, sale_shown = true where course_id = $1`,
    [course_id, from, until],
  )
  const parts = [page.getByRole('heading', { name: 'Who is this for?' }), page.getByText('How long?')]
  const tops = async () => {
    await page.goto(`/course/${course_id}`)
    return Promise.all(parts.map(async (part) => (await part.boundingBox())?.y ?? 0))
  }
  const [first = 0, second = 0] = await tops()
  expect(second - first).toBeGreaterThan(200)
  const path = `/pages/${encodeURIComponent(`course/${course_id}`)}`
  const { order, sections, title } = await shop.admin<{ order: string[]; sections: object; title: string }>('GET', path)
  await shop.admin('PUT', path, { order, sections, title })
  const [third = 0, fourth = 0] = await tops()
  expect(fourth - third).toBeLessThan(120)
  await checkScreen(page, 'a sales page with audience and questions beside each other')
  await expect(page.getByText(/^From .*\. Until then it is 299\/-, paid once\.$/)).toBeVisible()
})

// In a plain run `signups/signups-http.test.ts` covers the same.
test('a visitor signs up for news on a phone, and an emailed link confirms it', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await publish(shop, 'news', {
    top: { type: 'hero', settings: { heading: words('News') } },
    form: { type: 'signup', settings: { heading: words('A reel a week'), label: words('Send it to me') } },
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/p/news')
  const send = page.getByRole('button', { name: 'Send it to me' })
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  await page.getByRole('textbox', { name: 'Email' }).fill('reader@example.com')
  await send.click()
  await expect(page.getByText('Tick the box to get news by email')).toBeVisible()
  await page.getByRole('checkbox').check()
  await checkScreen(page, 'signing up for news')
  await send.click()
  await expect(page.getByRole('status').filter({ hasText: 'We emailed you a link.' })).toBeVisible()
  const source = await awaitMail(shop, 'reader@example.com', /Confirm news by email/)
  const mail = source.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  const [link = ''] = /\/signup\?[\w=&-]+/.exec(mail) ?? []
  await page.goto(link)
  await page.getByRole('button', { name: 'Yes, send me news' }).click()
  await expect(page.getByRole('heading', { name: 'You get news by email' })).toBeVisible()
  const agreed = await shop.query(
    `select c.agreed from consents c join users u on u.id = c.user_id where u.email = 'reader@example.com'`,
  )
  expect(agreed).toEqual([{ agreed: true }])
})
