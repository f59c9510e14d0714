import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../screen-checks.ts'

test('reels are one row of one height, however many there are', { tag: ['@both', '@long'] }, async ({
  page,
  shop,
  newCourse,
}) => {
  const known = '/go/courses/reels-growth-mega-bundle'
  const { body } = await shop.call<{ DEMO_REELS_VIDEOS: string[] }>('GET', known)
  const upright = body.DEMO_REELS_VIDEOS[0] ?? ''
  for (const count of [1, 4, 12]) {
    const { course_id } = await newCourse({ DEMO_REELS_VIDEOS: Array.from({ length: count }, () => upright) })
    await page.goto(`/course/${course_id}`)
    const reels = page.getByRole('region', { name: 'See what’s inside' }).getByRole('listitem')
    await expect(reels).toHaveCount(count)
    const sizes = await reels.evaluateAll((all) =>
      all.map((one) => [one.getBoundingClientRect().top, one.clientHeight].map(Math.round).join()),
    )
    expect(new Set(sizes).size, `${count} reels: ${sizes}`).toBe(1)
    await reels.last().getByRole('button').focus()
    await expect(reels.last(), 'the row scrolls to the focus').toBeInViewport({ ratio: 0.9 })
  }
})

test('every sales page is under 7,000 pixels tall on a phone, as it opens and with each text in it', {
  tag: '@phone',
}, async ({ page, shop }) => {
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const { body } = await shop.call<{ course_id: string; name: string }[]>('GET', '/go/courses?limit=100')
  expect(body.length).toBeGreaterThan(9)
  const heights = []
  for (const { course_id, name } of body) {
    await page.goto(`/course/${course_id}`)
    const opened = await height()
    await page.evaluate(() => document.documentElement.classList.remove('first-view'))
    heights.push({ name, opened, whole: await height() })
  }
  expect(heights.filter(({ opened, whole }) => Math.max(opened, whole) >= 7000)).toEqual([])
})

test('a sales page folds lessons after the fourth, and shows them on demand', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/course/reels-growth-mega-bundle')
  await page.evaluate(() => document.documentElement.classList.remove('first-view'))
  const folded = page.getByText('Your first week, posted together')
  await expect(folded).toBeHidden()
  await page.getByText('Show 3 more lessons').press('Enter')
  await expect(folded).toBeVisible()
  await checkScreen(page, 'a full sales page')
})

test('a sales page has gold in its head, its offer and its bar alone', { tag: '@long' }, async ({ page }) => {
  await page.goto('/course/reels-growth-mega-bundle')
  const colours = await page
    .getByRole('button', { name: /^(Just Rs|Buy Now)/ })
    .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).backgroundColor))
  expect(colours.length).toBeGreaterThan(3)
  expect(colours.filter((colour) => colour === colours.at(-1))).toHaveLength(3)
})
