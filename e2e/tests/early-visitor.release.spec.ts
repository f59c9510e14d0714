// Runs before a release: acts before the scripts load in every place; slow-scripts.spec.ts does so in three.

import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { holdScripts } from '../taken-over.ts'

// Visitors act before hydration, which takes a while on a phone; their actions count.

/** Opens a page whose app cannot load until `release` is called. */
async function openEarly(page: Page, path: string): Promise<{ release(): void }> {
  const release = await holdScripts(page)
  await page.goto(path, { waitUntil: 'load' })
  return { release }
}

test('a press of Add to cart takes effect once, when the app loads', async ({ page }) => {
  const { release } = await openEarly(page, '/courses')
  const button = page.getByRole('button', { name: 'Add to cart: Hindi Script Vault' })
  await button.click()
  await button.click()
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
  release()
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  await expect(page.getByText('Already in cart')).toHaveCount(0)
})

test('a press of the price leads to checkout', async ({ page }) => {
  const { release } = await openEarly(page, '/course/hindi-script-vault')
  await page.getByRole('button', { name: /^Just Rs/ }).click()
  release()
  await expect(page).toHaveURL(/\/checkout/)
})

test('a typed search stays and is executed', async ({ page }) => {
  const { release } = await openEarly(page, '/courses')
  const field = page.getByRole('searchbox', { name: 'Search courses' })
  await field.pressSequentially('masterclass')
  release()
  await expect(page).toHaveURL('/courses?q=masterclass')
  await expect(field).toHaveValue('masterclass')
  await expect(page.getByRole('article')).toHaveCount(1)
  await field.press('End')
  await field.press('Backspace')
  await expect(page).toHaveURL('/courses?q=masterclas')
})

test('an order chosen early becomes the order', async ({ page }) => {
  const { release } = await openEarly(page, '/courses')
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Price: low to high')
  release()
  await expect(page).toHaveURL('/courses?sort=price')
  await expect(page.getByRole('article').first()).toContainText('Bio Link in an Hour')
})

test('a form submitted early stays, is validated and sent', async ({ page }) => {
  const { release } = await openEarly(page, '/contact')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Asha')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('asha@example.com')
  await page.getByRole('textbox', { name: 'Subject' }).fill('A question')
  await page.getByRole('textbox', { name: 'Message' }).fill('When does the next course come?')
  await page.getByRole('button', { name: /^Send/ }).click()
  release()
  await expect(page.getByText("Message sent successfully! We'll get back to you soon.").first()).toBeVisible()
  await expect(page).toHaveURL('/contact')
})

test('a link works as a plain link', async ({ page }) => {
  const { release } = await openEarly(page, '/')
  await page.getByRole('link', { name: 'Explore Courses' }).click()
  await expect(page.getByRole('heading', { name: 'Explore Our Courses' })).toBeVisible()
  release()
})

test('an early action loads the app at once, even while an image hangs', async ({ page }) => {
  await page.route(/\/media\//, () => {})
  await page.goto('/courses', { waitUntil: 'domcontentloaded' })
  await page.getByRole('button', { name: 'Add to cart: Hindi Script Vault' }).click()
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
})

test('no page is excluded from the back/forward cache', async ({ page }) => {
  const kinds: string[] = []
  await page.exposeFunction('noteListener', (kind: string) => void kinds.push(kind))
  await page.addInitScript(() => {
    const add = window.addEventListener
    window.addEventListener = (kind: string, ...rest: unknown[]) => {
      ;(window as unknown as { noteListener(kind: string): void }).noteListener(kind)
      return Reflect.apply(add, window, [kind, ...rest])
    }
  })
  for (const path of ['/', '/courses', '/course/hindi-script-vault']) await page.goto(path)
  expect(kinds).toContain('pageshow')
  expect(kinds.filter((kind) => /unload/.test(kind))).toEqual([])
  const header = await page.evaluate(() => fetch(location.href).then((answer) => answer.headers.get('cache-control')))
  expect(header, 'what is not stored is not kept for going back either').toBe('no-cache')
})

test('hydration draws the page as it was sent, with styles that it already knows', async ({ page }) => {
  for (const path of ['/', '/courses', '/course/reels-growth-mega-bundle', '/contact']) {
    await page.goto(path)
    await expect.poll(() => differences(page), { message: path }).toEqual([])
  }
})

/** Returns elements that are not hydrated, or that would get another class than the server sent. */
const differences = (page: Page) =>
  page.evaluate(() => {
    const propsOf = (element: Element) => {
      const key = Object.keys(element).find((name) => name.startsWith('__reactProps'))
      return (key && Reflect.get(element, key)) as
        | { className?: unknown; dangerouslySetInnerHTML?: unknown }
        | undefined
    }
    // Text without behaviour stays as sent, inside a hydrated element.
    const isStored = (element: Element | null): boolean =>
      element !== null && (Boolean(propsOf(element)?.dangerouslySetInnerHTML) || isStored(element.parentElement))
    return Array.from(document.querySelectorAll('main *'), (element) => {
      const props = propsOf(element)
      if (!props && isStored(element)) return ''
      if (!props) return `not taken over: ${element.outerHTML.slice(0, 80)}`
      const drawn = typeof props.className === 'string' ? props.className : ''
      const arrived = element.getAttribute('class') ?? ''
      return drawn === arrived ? '' : `${arrived} would be ${drawn}`
    }).filter(Boolean)
  })

test('content below the screen is laid out when it approaches, until there is a page to go back to', async ({
  page,
}) => {
  const lastCard = page.getByRole('article').last()
  const layout = () => lastCard.evaluate((card) => getComputedStyle(card).contentVisibility)
  await page.goto('/courses')
  expect(await layout()).toBe('auto')
  await lastCard.scrollIntoViewIfNeeded()
  await expect(lastCard).toBeInViewport()
  const name = await lastCard.getByRole('link').innerText()
  await lastCard.getByRole('link').click()
  // The address changes before the page; going back in between would be no navigation.
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await page.goBack()
  // The page of the course has cards too, until it unmounts.
  await expect.poll(layout).toBe('visible')

  // The browser restores the scroll position, so every height has to be exact.
  await page.reload()
  expect(await layout()).toBe('visible')
})
