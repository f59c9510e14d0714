// Runs before a release: one long walk of the page editor without a mouse.

import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

/** Types on the keyboard alone, and counts the presses. */
function typist(page: Page) {
  let presses = 0
  const press = async (key: string) => {
    presses += 1
    await page.keyboard.press(key)
  }
  /** Presses Tab until the element has the focus. */
  const tabTo = async (target: Locator) => {
    for (let tries = 0; tries < 200; tries++) {
      if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return
      await press('Tab')
    }
    throw new Error(`Tab does not reach ${target}`)
  }
  const enter = async (target: Locator) => {
    await tabTo(target)
    await press('Enter')
  }
  const fill = async (target: Locator, words: string) => {
    await tabTo(target)
    await press('Control+A')
    presses += words.length
    await page.keyboard.type(words)
  }
  return { press, tabTo, enter, fill, count: () => presses }
}

test('a front page of five own blocks, a landing page and a page of links are published by keyboard alone', async ({
  page,
  admin,
  shop,
  newVisitor,
}) => {
  test.slow()
  const { press, enter, fill, tabTo, count } = typist(page)
  const dialog = page.getByRole('dialog')
  const blocks = page.getByRole('region', { name: 'Blocks' })
  const form = (kind: string) => page.getByRole('region', { name: `Form of ${kind}` })
  const addPage = async (kind: RegExp, title = '') => {
    await enter(page.getByRole('button', { name: 'New page' }))
    const radio = dialog.getByRole('radio', { name: kind })
    const chosen = dialog.getByRole('radio', { checked: true })
    await tabTo(chosen)
    for (let tries = 0; tries < 5 && !(await radio.isChecked()); tries++) await press('ArrowDown')
    if (title) await fill(dialog.getByRole('textbox', { name: 'Title' }), title)
    await enter(dialog.getByRole('button', { name: 'Add page' }))
    await expect(blocks).toBeVisible()
  }
  const open = (kind: string, place: number) =>
    enter(blocks.getByRole('button', { name: new RegExp(`^${kind} \\(block ${place}\\)`) }))
  const head = async (kind: string, words: string) => fill(form(kind).getByRole('textbox', { name: 'Heading' }), words)
  const publish = async () => {
    await enter(page.getByRole('button', { name: 'Publish', exact: true }))
    const replaced = page.getByRole('button', { name: 'Replace it' })
    const done = page.getByText('Published.', { exact: true })
    await expect(replaced.or(done)).toBeVisible()
    if (await replaced.isVisible()) await enter(replaced)
    await expect(done).toBeVisible()
  }
  const toList = async () => {
    await enter(page.getByRole('main').getByRole('link', { name: 'Pages', exact: true }))
    await expect(page.getByRole('button', { name: 'New page' })).toBeVisible()
  }
  const chooseCourse = async (place: number) => {
    await open('One course', place)
    await tabTo(form('One course').getByRole('combobox', { name: 'Course' }))
    await press('ArrowDown')
  }
  // The demo has pages of its own.
  const { pages } = await shop.admin<{ pages: { slug: string }[] }>('GET', '/pages')
  for (const { slug } of pages) await shop.admin('DELETE', `/pages/${slug}`)
  await admin.open('/admin?tab=pages')
  const begun = Date.now()

  await addPage(/^Front page/)
  await head('Hero', 'Reels that sell')
  await open('Courses', 3)
  await head('Courses', 'Begin here')
  await open('Steps', 4)
  await head('Steps', 'Three evenings')
  // Empty steps are not shown, nor a heading over nothing.
  await fill(form('Steps').getByRole('textbox', { name: 'Title' }).first(), 'Watch one lesson')
  for (const [kind, words] of [
    ['Text', 'Why we teach'],
    ['Sign up', 'A hook a week'],
  ] as const) {
    await enter(blocks.getByRole('button', { name: 'Add a block' }))
    await enter(dialog.getByRole('button', { name: new RegExp(`^${kind}`) }))
    await head(kind, words)
  }
  await publish()
  await toList()

  await addPage(/^Landing page/, 'Offer')
  await head('Hero', 'Forty orders from one reel')
  await chooseCourse(3)
  await publish()
  await toList()

  await addPage(/^Link page/, 'Bio')
  await head('Hero', 'Ritu Malhotra')
  await chooseCourse(2)
  await publish()
  console.log(`three pages by keyboard: ${count()} presses, ${Math.round((Date.now() - begun) / 1000)} s`)

  const visitor = await newVisitor()
  await visitor.goto('/')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Reels that sell')
  for (const words of ['Begin here', 'Three evenings', 'Why we teach', 'A hook a week'])
    await expect(visitor.getByRole('heading', { name: words })).toBeVisible()
  await visitor.goto('/p/offer')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Forty orders from one reel')
  await visitor.goto('/p/bio')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Ritu Malhotra')
  // A front page would change the other journeys of this shop.
  for (const slug of ['home', 'offer', 'bio']) await shop.admin('DELETE', `/pages/${slug}`)
})
