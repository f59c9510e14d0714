import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { holdScripts } from '../taken-over.ts'

// Before the app has taken a page over, which on a phone takes a while: what a visitor does then counts, too.

/** Opens a page whose app cannot be fetched until `release` is called. */
async function openEarly(page: Page, path: string): Promise<{ release(): void }> {
  const release = await holdScripts(page)
  await page.goto(path, { waitUntil: 'load' })
  return { release }
}

test('a press of Add to cart is done when the app comes, and once', async ({ page }) => {
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

test('what is written into the search stands and is searched for', async ({ page }) => {
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

test('an order chosen early is the order', async ({ page }) => {
  const { release } = await openEarly(page, '/courses')
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Price: low to high')
  release()
  await expect(page).toHaveURL('/courses?sort=price')
  await expect(page.getByRole('article').first()).toContainText('Bio Link in an Hour')
})

test('a form that is sent early is kept, checked and sent', async ({ page }) => {
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

test('a link is a link', async ({ page }) => {
  const { release } = await openEarly(page, '/')
  await page.getByRole('link', { name: 'Explore Courses' }).click()
  await expect(page.getByRole('heading', { name: 'Explore Our Courses' })).toBeVisible()
  release()
})

test('who does something at once has the app fetched at once, also while a picture hangs', async ({ page }) => {
  await page.route(/\/media\//, () => {})
  await page.goto('/courses', { waitUntil: 'domcontentloaded' })
  await page.getByRole('button', { name: 'Add to cart: Hindi Script Vault' }).click()
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
})

test('nothing keeps a page from coming back as it was left', async ({ page }) => {
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

test('what the app would draw looks as what came with the page, whose styles it knows', async ({ page }) => {
  for (const path of ['/', '/courses', '/course/reels-growth-mega-bundle', '/contact']) {
    await page.goto(path)
    await expect.poll(() => differences(page), { message: path }).toEqual([])
  }
})

/** Elements that the app has not taken over, or would draw in another class than they came with. */
const differences = (page: Page) =>
  page.evaluate(() => {
    const propsOf = (element: Element) => {
      const key = Object.keys(element).find((name) => name.startsWith('__reactProps'))
      return (key && Reflect.get(element, key)) as
        | { className?: unknown; dangerouslySetInnerHTML?: unknown }
        | undefined
    }
    // What only says something is kept as it came, inside an element that the app has taken over.
    const isKept = (element: Element | null): boolean =>
      element !== null && (Boolean(propsOf(element)?.dangerouslySetInnerHTML) || isKept(element.parentElement))
    return Array.from(document.querySelectorAll('main *'), (element) => {
      const props = propsOf(element)
      if (!props && isKept(element)) return ''
      if (!props) return `not taken over: ${element.outerHTML.slice(0, 80)}`
      const drawn = typeof props.className === 'string' ? props.className : ''
      const came = element.getAttribute('class') ?? ''
      return drawn === came ? '' : `${came} would be ${drawn}`
    }).filter(Boolean)
  })

test('what is below the screen is laid out when it comes near, until there is a place to go back to', async ({
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
  // The address changes before the page does: who goes back in between has never left.
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await page.goBack()
  // The page of the course has cards, too, until it goes.
  await expect.poll(layout).toBe('visible')

  // The browser scrolls back to where the visitor was, for which every height has to be the true one.
  await page.reload()
  expect(await layout()).toBe('visible')
})
