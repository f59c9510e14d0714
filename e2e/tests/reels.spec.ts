import { expect, test } from '../fixtures.ts'

type Box = { left: number; right: number; top: number }

test('reels fill every row, however many there are', { tag: ['@both', '@long'] }, async ({ page, shop, newCourse }) => {
  const known = '/go/courses/reels-growth-mega-bundle'
  const { body } = await shop.call<{ DEMO_REELS_VIDEOS: string[] }>('GET', known)
  const upright = body.DEMO_REELS_VIDEOS[0] ?? ''
  for (const count of [3, 4, 5, 7]) {
    const { course_id } = await newCourse({ DEMO_REELS_VIDEOS: Array.from({ length: count }, () => upright) })
    await page.goto(`/course/${course_id}`)
    const reels = page.getByRole('region', { name: 'See what’s inside' }).locator('[data-upright]')
    await expect(reels).toHaveCount(count)
    const boxes = await reels.evaluateAll((tiles) =>
      tiles.map((tile): Box => {
        const { left, right, top } = tile.getBoundingClientRect()
        return { left: Math.round(left), right: Math.round(right), top: Math.round(top) }
      }),
    )
    const rows = Map.groupBy(boxes, ({ top }) => top)
    const edges = [...rows.values()].map((row) => [
      Math.min(...row.map(({ left }) => left)),
      Math.max(...row.map(({ right }) => right)),
    ])
    expect(new Set(edges.map(String)).size, `${count} reels: ${JSON.stringify(edges)}`).toBe(1)
  }
})

test('a sales page has gold in its head, its offer and its bar alone', { tag: '@long' }, async ({ page }) => {
  await page.goto('/course/reels-growth-mega-bundle')
  const colours = await page
    .getByRole('button', { name: /^(Just Rs|Buy Now)/ })
    .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).backgroundColor))
  expect(colours.length).toBeGreaterThan(3)
  expect(colours.filter((colour) => colour === colours.at(-1))).toHaveLength(3)
})
