import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Nothing serious or critical for people who use help to read, in light and dark and on a small phone; no sideways scrolling there nor
 * where 1280 px are enlarged to 200 %; nothing that moves, as the suite asks for less motion.
 */
export async function checkScreen(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  await checkLook(page, name)
  await page.setViewportSize({ width: 640, height: 400 })
  await settle(page)
  expect.soft(await tooWide(page), `${name} at 200 %`).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  await settle(page)
  expect.soft(await tooWide(page), `${name} at 360 px`).toEqual([])
  expect.soft(await seriousProblems(page), `${name} at 360 px`).toEqual([])
  if (before) await page.setViewportSize(before)
}

/** The same at the present size alone: for what would leave when the window changes. */
export async function checkLook(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await settle(page)
  // The theme changes colours and nothing else, and all the other rules would find the same again.
  expect.soft(await seriousProblems(page, ['color-contrast', 'link-in-text-block']), `${name}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await settle(page)
  expect.soft(await seriousProblems(page), `${name}, light`).toEqual([])
  expect.soft(await moving(page), `${name}, what moves`).toEqual([])
  await checkLines(page, name)
}

/** Nothing is wider than the window, and no lines of Devanagari stand in each other's signs. */
export async function checkLines(page: Page, name: string): Promise<void> {
  expect.soft(await tooWide(page), name).toEqual([])
  expect.soft(await tooTight(page), `${name}, lines too close`).toEqual([])
}

/** On how many lines a text of one piece stands. */
export const lineCount = (text: Locator) => text.evaluate((element) => element.getClientRects().length)

/** Whoever goes through the page with the Tab key sees each time where they are. */
export async function checkFocus(page: Page, name: string): Promise<void> {
  await page.evaluate(() => {
    window.scrollTo(0, 0)
    ;(document.activeElement as HTMLElement | null)?.blur()
  })
  const unseen: string[] = []
  const met = new Set<string>()
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab')
    const { mark, problem } = await page.evaluate(focused)
    // A page that is still being put up may take the first stop away.
    if (!mark && met.size === 0) continue
    if (!mark || met.has(mark)) break
    met.add(mark)
    if (problem) unseen.push(`${problem}: ${mark}`)
  }
  expect.soft(met.size, `${name}, stops of the Tab key`).toBeGreaterThan(3)
  expect.soft(unseen, `${name}, focus that cannot be seen`).toEqual([])
}

/** What keeps the present focus from being seen, fields for text included; empty when it is seen. */
export async function focusProblem(page: Page): Promise<string> {
  const { mark, problem } = await page.evaluate(focused)
  if (!mark) return 'nothing has the focus'
  if (problem) return `${problem}: ${mark}`
  const ringless = await page.evaluate(() => {
    const field = document.activeElement
    if (!(field instanceof HTMLInputElement) || field.type === 'checkbox' || field.type === 'radio') return false
    const { outlineStyle, boxShadow } = getComputedStyle(field)
    // A field within a frame of its own may leave the ring to it.
    const frame = field.parentElement && getComputedStyle(field.parentElement)
    return (
      outlineStyle === 'none' && boxShadow === 'none' && frame?.outlineStyle === 'none' && frame.boxShadow === 'none'
    )
  })
  return ringless ? `no ring: ${mark}` : ''
}

/** Runs in the page: what has the focus, and what keeps it from being seen. */
function focused(): { mark: string; problem: string } {
  const element = document.activeElement
  if (!element || element === document.body) return { mark: '', problem: '' }
  const box = element.getBoundingClientRect()
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  const middle = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  const mark = `${Math.round(box.x)} ${Math.round(box.y + window.scrollY)} ${element.outerHTML.slice(0, 120)}`
  // Another site's frame and a video with controls draw their own rings; a hidden input's ring is around its label.
  if (['IFRAME', 'VIDEO', 'INPUT'].includes(element.tagName)) return { mark, problem: '' }
  if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return { mark, problem: 'no ring' }
  if (box.bottom < 0 || box.top > window.innerHeight) return { mark, problem: 'out of view' }
  const covered = middle && !element.contains(middle) && !middle.contains(element)
  return { mark, problem: covered ? `covered by ${middle.outerHTML.slice(0, 80)}` : '' }
}

/** Axe itself calls whatever these find moderate or minor, so they would be run for nothing; together they take a third of its time. */
const LESSER = [
  ...['region', 'skip-link', 'heading-order', 'page-has-heading-one', 'scope-attr-valid', 'form-field-multiple-labels'],
  ...['landmark-banner-is-top-level', 'landmark-contentinfo-is-top-level', 'landmark-main-is-top-level'],
  ...['landmark-no-duplicate-banner', 'landmark-no-duplicate-contentinfo', 'landmark-no-duplicate-main'],
  ...['landmark-one-main', 'landmark-unique', 'html-xml-lang-mismatch', 'meta-viewport', 'meta-viewport-large'],
  ...['no-autoplay-audio', 'aria-allowed-role', 'aria-deprecated-role', 'empty-heading', 'empty-table-header'],
  ...['focus-order-semantics', 'hidden-content', 'image-redundant-alt', 'presentation-role-conflict'],
  ...['server-side-image-map', 'table-duplicate-name'],
]

const EVERY_SERIOUS_RULE = {
  ...Object.fromEntries(LESSER.map((id) => [id, { enabled: false }])),
  'target-size': { enabled: true },
}

async function seriousProblems(page: Page, rules: string[] = []): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  // Of what is in order no list is made, and no file is fetched for rules that are not run.
  axe.options({ resultTypes: ['violations'], preload: false, rules: EVERY_SERIOUS_RULE })
  if (rules.length > 0) axe.withRules(rules)
  // The frames of other sites are stand-ins here, and only the page itself is ours.
  const { violations } = await axe.setLegacyMode().analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.html.slice(0, 160)}`))
}

/** What reaches over the right edge, when the page can be scrolled sideways. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    if (root.scrollWidth <= root.clientWidth) return []
    const over = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > root.clientWidth + 1,
    )
    return [`${root.scrollWidth} px wide`, ...over.slice(0, 5).map((element) => element.outerHTML.slice(0, 160))]
  })
}

/** Texts in Devanagari of more than one line that are set as tight as Latin ones; the largest letters may stand closest. */
function tooTight(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')].flatMap((element) => {
      const text = [...element.childNodes].find(({ nodeType, data }: Node & { data?: string }) =>
        nodeType === Node.TEXT_NODE ? /[\u0900-\u097f]/.test(data ?? '') : false,
      )
      if (!text || !element.checkVisibility()) return []
      const { fontSize, lineHeight } = getComputedStyle(element)
      const size = Number.parseFloat(fontSize)
      if (Number.parseFloat(lineHeight) >= size * (size > 40 ? 1.1 : 1.21)) return []
      const range = document.createRange()
      range.selectNodeContents(element)
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)))
      return lines.size > 1 ? [`${fontSize}/${lineHeight}: ${element.outerHTML.slice(0, 160)}`] : []
    }),
  )
}

/** Animations that still run once everything has come to rest. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => (effect instanceof KeyframeEffect ? (effect.target?.outerHTML.slice(0, 160) ?? '') : '')),
  )
}

/** Colours that are on their way to others would be measured in between. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(running.map((animation) => animation.finished.catch(() => undefined)))
  })
}

/** Waits until both are there; a part that is fetched may hide them for a moment. */
export async function expectAbove(upper: Locator, lower: Locator): Promise<void> {
  const topOf = async (of: Locator) => (await of.boundingBox())?.y ?? Number.NaN
  await expect.poll(async () => (await topOf(upper)) < (await topOf(lower)), 'it stands above').toBe(true)
}
