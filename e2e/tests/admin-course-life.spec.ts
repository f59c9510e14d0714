import type { Locator, Page } from '@playwright/test'
import type { TestFile } from '../console.ts'
import type { Course } from '../courses.ts'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount, signIn } from '../people.ts'
import type { Shop } from '../shop.ts'
import { toast } from '../steps.ts'

/** Returns the id of the file in an address, whatever its width. */
const idOf = (url: string) => /[0-9a-f]{32}/.exec(url)?.[0] ?? url
const field = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}( optional)?$`) })

/** Opens a section of the step that is empty, and so has no fields. */
const addSection = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Add a section' }).getByRole('button', { name, exact: true }).click()

/** Adds an entry to a list of the form and fills its fields by their labels. */
async function addEntry(page: Page, list: string, button: string, parts: Record<string, string>): Promise<void> {
  const group = page.getByRole('group', { name: list, exact: true })
  if (!(await group.isVisible())) await addSection(page, list)
  await group.getByRole('button', { name: button, exact: true }).click()
  for (const [name, text] of Object.entries(parts)) {
    await group.getByRole('textbox', { name, exact: true }).last().fill(text)
  }
}

/** Returns different images of the library, and a video. */
async function libraryOf(shop: Shop) {
  const { banners, videos } = await shop.admin<{ banners: string[]; videos: string[] }>(
    'GET',
    '/courses/get_all_media/',
  )
  const [result = '', review = '', banner = '', sample = '', exclusive = '', bonus = ''] = banners
  const [reel = ''] = videos.filter((url) => url.endsWith('.webm'))
  expect(new Set([result, review, banner, sample, exclusive, bonus, reel]).size).toBe(7)
  return { result, review, banner, sample, exclusive, bonus, reel }
}

/** Fields about lessons, which are added later, and the period of a course whose access never expires. */
const NOT_FILLED = ['bundle_courses', 'lessons', 'lessons_updated_at', 'access_period']

// In a plain run `section-fields.test.tsx` covers each field of the form, `entry-server.test.ts` each on the page,
// `admin-course-form.spec.ts` a new and an edited course, and `courses-http.test.ts` that owners of a deleted course
// retain it.
test('every field of a course can be filled, shows on the page, and can be edited; buyers of a deleted course still watch it', {
  tag: '@long',
}, async ({ page, admin, shop, newVisitor }) => {
  test.slow()
  const files = await libraryOf(shop)
  const name = `Rangoli Reels Workshop ${Date.now()}`
  await admin.open('/admin?tab=addcourse')
  await field(page, 'Name').fill(name)
  await page.getByLabel('Price (₹)').fill('349.50')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await expect(page).toHaveURL(/tab=content&course_id=/)
  const id = new URL(page.url()).searchParams.get('course_id') ?? ''
  const open = async (section: string) => {
    await page.goto(`/admin?tab=editcourse&course_id=${id}&step=${section}`)
    await expect(page.locator('#course-form')).toBeVisible()
  }
  const save = async () => {
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText(/^Saved at/)).toBeVisible()
  }
  await open('basics')
  await field(page, 'Description').fill('Rangoli in thirty seconds, filmed on a phone.')
  await save()
  await open('offer')
  await field(page, 'Offer text').fill('Half price till Pongal')
  await field(page, 'Buy button text').fill('Take the workshop')
  await save()
  await open('access')
  await field(page, 'Lifetime access').fill('Lifetime access')
  await save()
  await open('first')
  const picture: TestFile = { name: 'rangoli.webp', mimeType: 'image/webp', buffer: await aPicture(shop) }
  await admin.choose(page, [picture], 'Choose file')
  await expect(page.getByText('New file, uploads when you save')).toBeVisible()
  await field(page, 'Headline').fill('For homes, shops and festivals')
  await field(page, 'Line under it').fill('Do you draw with colour?')
  await field(page, 'Long description').fill(
    'Twelve patterns to begin with\nColours that stay in the light\nFilmed from above',
  )
  await addSection(page, 'Demo reels')
  await addEntry(page, 'Video links', 'Add video', { 'Video links, video 1': files.reel })
  await save()
  await open('proof')
  await addEntry(page, 'Results', 'Add image', { 'Results, image 1': files.result })
  await addEntry(page, 'Customer reviews', 'Add review', { 'review 1, Image link': files.review })
  await addEntry(page, 'Info banners', 'Add info banner', { 'Info banners, info banner 1': files.banner })
  await addEntry(page, 'Info banners', 'Add info banner', { 'Info banners, info banner 2': 'Powder is not included' })
  await addEntry(page, 'Questions and answers', 'Add question', {
    'question 1, Question': 'Do I need a camera?',
    'question 1, Answer': 'A phone is enough.',
  })
  await addSection(page, 'Legal disclaimer')
  await field(page, 'Legal disclaimer').fill('What you earn depends on you.')
  await save()
  await open('offered')
  await addEntry(page, 'Sample cards', 'Add card', {
    'card 1, Title': 'Lotus in eight strokes',
    'card 1, Subtitle': 'Four minutes',
    'card 1, Image link': files.sample,
  })
  await addEntry(page, 'Who is this for?', 'Add line', { 'Who is this for?, line 1': 'Home artists' })
  await addEntry(page, 'How to get started', 'Add step', { 'How to get started, step 1': 'Sweep the floor' })
  await addEntry(page, 'How to make money', 'Add line', { 'How to make money, line 1': 'Draw for weddings' })
  await addEntry(page, 'Where can you upload these reels?', 'Add platform', {
    'Where can you upload these reels?, platform 1': 'Instagram',
  })
  await addSection(page, 'Exclusive bonuses')
  await field(page, 'Bonuses worth').fill('₹4,999')
  await addEntry(page, 'Exclusive bonuses', 'Add card', {
    'card 1, Title': 'Stencils to print',
    'card 1, Image link': files.exclusive,
  })
  await addEntry(page, 'Bonuses', 'Add card', {
    'card 1, Title': 'A list of shops',
    'card 1, Image link': files.bonus,
  })
  await addSection(page, 'Topics and language')
  await field(page, 'Language').fill('Hindi')
  await field(page, 'What students need').fill('A phone and coloured powder')
  await addSection(page, 'Teacher')
  await field(page, 'Teacher').fill('Meera Joshi')
  await field(page, 'About the teacher').fill('Draws rangoli for weddings.')
  await addEntry(page, 'Topics', 'Add topic', { 'Topics, topic 1': 'Rangoli' })
  await save()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish anyway' }).click()
  await expect.poll(async () => (await shop.call('GET', `/go/courses/${id}`)).status).toBe(200)

  const { body: made } = await shop.call<Course>('GET', `/go/courses/${id}`)
  // A new field without a value here fails this check; lessons and the fields about them follow later.
  const fields = Object.entries(made).filter(([name]) => !NOT_FILLED.includes(name))
  const empty = fields.filter(([, value]) => value === '' || value === null || `${value}` === '')
  expect(empty).toEqual([])
  expect(made).toMatchObject({ name, price: 349.5, lifetime_access: 'true' })

  const visitor = await newVisitor()
  await visitor.goto(`/course/${id}`)
  const shows = (where: Locator, url: string) =>
    expect(where.locator(`img[src*="${idOf(url)}"], video[src*="${idOf(url)}"]`).first()).toBeAttached()
  const region = (label: string) => visitor.getByRole('region', { name: label, exact: true })
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Do you draw with colour?')
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(visitor.getByText('For homes, shops and festivals')).toBeVisible()
  await shows(visitor.locator('main'), made.banner)
  const offer = visitor.getByRole('complementary', { name: 'Price and offer' })
  await expect(offer.getByRole('button', { name: 'Just Rs 349.50/- Only' })).toBeVisible()
  await expect(offer).toContainText('Half price till Pongal')
  await expect(offer).toContainText('Lifetime access')
  await expect(region('What it is').getByRole('listitem')).toHaveText([
    'Twelve patterns to begin with',
    'Colours that stay in the light',
    'Filmed from above',
  ])
  await shows(region('See what’s inside'), files.reel)
  await expect(visitor.getByRole('button', { name: 'Take the workshop' }).first()).toBeVisible()
  await shows(region('Results archive'), files.result)
  await shows(region('Results archive'), files.review)
  await expect(visitor.getByText('Next Price Will be 1,747.50/-')).toBeVisible()
  const samples = region('What you get')
  await expect(samples).toContainText('Lotus in eight strokes')
  await expect(samples).toContainText('Four minutes')
  await expect(samples).toContainText('Powder is not included')
  await shows(samples, files.sample)
  await shows(samples, files.banner)
  await expect(region('How to make money')).toContainText('Draw for weddings')
  await expect(region('How to make money')).toContainText('Home artists')
  await expect(region('Where can you upload your work?')).toContainText('Instagram')
  await expect(visitor.locator('main')).toContainText('Sweep the floor')
  const bonuses = region('Bonuses')
  await expect(bonuses.getByRole('heading', { level: 2 })).toHaveText('Exclusive bonuses worth ₹4,999')
  for (const title of ['Stencils to print', 'A list of shops']) await expect(bonuses).toContainText(title)
  await shows(bonuses, files.exclusive)
  await shows(bonuses, files.bonus)
  const faq = region('Frequently asked questions')
  await expect(faq).toContainText('Do I need a camera?')
  await expect(faq).toContainText('A phone is enough.')
  await expect(faq).toContainText('What you earn depends on you.')
  await visitor.goto(`/courses?q=${name.slice(-13)}`)
  await expect(visitor.getByText('Rangoli in thirty seconds, filmed on a phone.')).toBeVisible()

  await page.goto(`/admin?tab=editcourse&course_id=${id}`)
  await page.getByLabel('Price (₹)').fill('299')
  await save()
  await open('access')
  await expect(field(page, 'Lifetime access')).toHaveValue('Lifetime access')
  await field(page, 'Lifetime access').fill('Yours for two years')
  await save()
  await visitor.goto(`/course/${id}`)
  await expect(offer.getByRole('button', { name: 'Just Rs 299/- Only' })).toBeVisible()
  await expect(offer).toContainText('Yours for two years')

  await shop.admin('POST', `/courses/add_content/${id}`, {
    course_id: id,
    content: [{ title: 'The first lotus', watch_link: files.reel, download_link: '' }],
  })
  const buyer = await newAccount(shop, 'Chitra Sample')
  await buy(shop, buyer, [id])
  await page.goto(`/admin?q=${name.slice(-13)}`)
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const confirm = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this course?' })
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Course deleted successfully')).toBeVisible()

  await expect.poll(async () => (await shop.call('GET', `/go/courses/${id}`)).status).toBe(404)
  await signIn(visitor, buyer)
  await visitor.goto(`/learn/${id}`)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('The first lotus')
  const film = visitor.locator('video')
  await expect(film).toHaveAttribute('src', new RegExp(idOf(files.reel)))
  await expect.poll(() => film.evaluate((video) => (video as HTMLVideoElement).duration)).toBeGreaterThan(0)
})

/** Returns an image of the library as a file with unique bytes, so that its upload gets an address of its own. */
async function aPicture(shop: Shop): Promise<Buffer> {
  const { body } = await shop.call<{ banner: string }[]>('GET', '/go/courses')
  return Buffer.from(await (await fetch(new URL(body[0]?.banner ?? '', shop.url))).arrayBuffer())
}
