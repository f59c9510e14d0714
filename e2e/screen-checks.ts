import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

/** A plain run looks at the rules once, in light mode: three looks at each screen took a seventh of its time. */
const isWhole = process.env.TEST_PLAIN !== '1'

/**
 * Asserts that the screen has no serious or critical accessibility problem, in light and dark mode and on a small
 * phone, does not scroll sideways there or at 200 % zoom of 1280 px, and has no animations (the suite requests reduced
 * motion).
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
  if (isWhole) expect.soft(await seriousProblems(page), `${name} at 360 px`).toEqual([])
  if (before) await page.setViewportSize(before)
}

/** Checks the same at the current size only, for content that disappears on a resize. */
export async function checkLook(page: Page, name: string): Promise<void> {
  if (isWhole) {
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await settle(page)
    // The theme changes only colours, so the other rules would find the same again.
    expect.soft(await seriousProblems(page, ['color-contrast', 'link-in-text-block']), `${name}, dark`).toEqual([])
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await settle(page)
  }
  expect.soft(await seriousProblems(page), `${name}, light`).toEqual([])
  expect.soft(await moving(page), `${name}, what moves`).toEqual([])
  await checkLines(page, name)
}

/** Asserts that nothing is wider than the window, that no lines of Devanagari overlap, and that no word of a button breaks. */
export async function checkLines(page: Page, name: string): Promise<void> {
  expect.soft(await tooWide(page), name).toEqual([])
  expect.soft(await brokenWords(page), `${name}, broken words of buttons`).toEqual([])
  expect.soft(await tooTight(page), `${name}, lines too close`).toEqual([])
}

/** Counts the lines of an inline text. */
export const lineCount = (text: Locator) => text.evaluate((element) => element.getClientRects().length)

/** Asserts that each stop of the Tab key through the page has a visible focus. */
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
    // A page that still renders can lose its first stop.
    if (!mark && met.size === 0) continue
    if (!mark || met.has(mark)) break
    met.add(mark)
    if (problem) unseen.push(`${problem}: ${mark}`)
  }
  expect.soft(met.size, `${name}, stops of the Tab key`).toBeGreaterThan(3)
  expect.soft(unseen, `${name}, focus that cannot be seen`).toEqual([])
}

/** Returns why the current focus is not visible, text fields included; empty if it is. */
export async function focusProblem(page: Page): Promise<string> {
  const { mark, problem } = await page.evaluate(focused)
  if (!mark) return 'nothing has the focus'
  if (problem) return `${problem}: ${mark}`
  const ringless = await page.evaluate(() => {
    const field = document.activeElement
    if (!(field instanceof HTMLInputElement) || field.type === 'checkbox' || field.type === 'radio') return false
    const { outlineStyle, boxShadow } = getComputedStyle(field)
    // A field inside a frame of its own may leave the ring to the frame.
    const frame = field.parentElement && getComputedStyle(field.parentElement)
    return (
      outlineStyle === 'none' && boxShadow === 'none' && frame?.outlineStyle === 'none' && frame.boxShadow === 'none'
    )
  })
  return ringless ? `no ring: ${mark}` : ''
}

/** Runs in the page: describes the focused element, and why its focus is not visible. */
function focused(): { mark: string; problem: string } {
  const element = document.activeElement
  if (!element || element === document.body) return { mark: '', problem: '' }
  const box = element.getBoundingClientRect()
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  const middle = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  const mark = `${Math.round(box.x)} ${Math.round(box.y + window.scrollY)} ${element.outerHTML.slice(0, 120)}`
  // Iframes and video controls draw their own rings; a hidden input's ring is around its label.
  if (['IFRAME', 'VIDEO', 'INPUT'].includes(element.tagName)) return { mark, problem: '' }
  if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return { mark, problem: 'no ring' }
  if (box.bottom < 0 || box.top > window.innerHeight) return { mark, problem: 'out of view' }
  const covered = middle && !element.contains(middle) && !middle.contains(element)
  return { mark, problem: covered ? `covered by ${middle.outerHTML.slice(0, 80)}` : '' }
}

/** Axe rates all findings of these rules as moderate or minor; they take a third of its time. */
const LESSER = [
  'region',
  'skip-link',
  'heading-order',
  'page-has-heading-one',
  'scope-attr-valid',
  'form-field-multiple-labels',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'html-xml-lang-mismatch',
  'meta-viewport',
  'meta-viewport-large',
  'no-autoplay-audio',
  'aria-allowed-role',
  'aria-deprecated-role',
  'empty-heading',
  'empty-table-header',
  'focus-order-semantics',
  'hidden-content',
  'image-redundant-alt',
  'presentation-role-conflict',
  'server-side-image-map',
  'table-duplicate-name',
]

const EVERY_SERIOUS_RULE = {
  ...Object.fromEntries(LESSER.map((id) => [id, { enabled: false }])),
  'target-size': { enabled: true },
}

async function seriousProblems(page: Page, rules: string[] = []): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  // Passing checks need no list, and rules that are off need no files.
  axe.options({ resultTypes: ['violations'], preload: false, rules: EVERY_SERIOUS_RULE })
  if (rules.length > 0) axe.withRules(rules)
  // Frames of other sites are stand-ins, so only the page itself is checked.
  const { violations } = await axe.setLegacyMode().analyze()
  const found = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => ({ id, target: node.target.join(' '), html: node.html })))
  const y = await page.evaluate(() => window.scrollY)
  const real: string[] = []
  for (const { id, target, html } of found) {
    if (id === 'target-size' && !(await isSmallInSight(page, target))) continue
    real.push(`${id}: ${target} ${html.slice(0, 160)}`)
  }
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y)
  return real
}

/** Returns true if the element is still a small target in the middle of the window, away from fixed bars, and under no open menu. */
async function isSmallInSight(page: Page, target: string): Promise<boolean> {
  const isUnderMenu = await page
    .locator(target)
    .first()
    .evaluate((element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect()
      const menus = [...document.querySelectorAll('[role=menu]')].filter((menu) => !menu.contains(element))
      const boxes = menus.map((menu) => menu.getBoundingClientRect())
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      return boxes.some((box) => box.top < bottom && top < box.bottom && box.left < right && left < box.right)
    })
  if (isUnderMenu) return false
  const axe = new AxeBuilder({ page }).include(target).withRules('target-size')
  return (await axe.setLegacyMode().analyze()).violations.length > 0
}

/** Lists the elements beyond the right edge if the page scrolls sideways. */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    if (root.scrollWidth <= root.clientWidth) return []
    const over = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > root.clientWidth + 1,
    )
    return [`${root.scrollWidth} px wide`, ...over.slice(0, 5).map((element) => element.outerHTML.slice(0, 160))]
  })
}

/**
 * Lists what does not fit the window: a page that scrolls sideways, and each control or text that reaches over an edge, is cut off by a box,
 * or is wider than its button. A box that scrolls fits, and so does text that ends in an ellipsis.
 */
export function unfitting(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    const problems = root.scrollWidth > root.clientWidth ? [`${root.scrollWidth} px wide`] : []
    const wordsOf = (one: Element) => {
      if (one.getBoundingClientRect().width <= 1) return []
      const range = document.createRange()
      return [...one.childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .flatMap((text) => {
          range.selectNodeContents(text)
          return [...range.getClientRects()]
        })
    }
    const report = (part: Element, problem: string) =>
      problems.push(`${part.tagName} ${part.textContent?.trim().slice(0, 40)}: ${problem}`)
    for (const part of document.body.querySelectorAll(
      'a, button, input, select, textarea, summary, label, p, dd, h1, h2, h3',
    )) {
      const box = part.getBoundingClientRect()
      // A text for screen readers is a pixel wide.
      if (
        box.width <= 1 ||
        part.closest('[aria-hidden=true]') ||
        !part.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      )
        continue
      const own = getComputedStyle(part)
      const isBox = own.display !== 'inline' && own.textOverflow !== 'ellipsis' && part.matches('a, button, summary')
      const words = isBox ? [...part.querySelectorAll('*'), part].flatMap((one) => wordsOf(one)) : []
      if (words.some(({ right }) => right > box.right + 1)) report(part, `wider than its ${Math.round(box.width)}`)
      let [left, right] = [0, root.clientWidth]
      for (let above: Element | null = part; above && above !== document.body; above = above.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(above)
        if (overflowX === 'auto' || overflowX === 'scroll' || clipPath !== 'none') [left, right] = [-Infinity, Infinity]
        if (left === -Infinity) break
        if (above === part || overflowX === 'visible') continue
        const edges = above.getBoundingClientRect()
        ;[left, right] = [Math.max(left, edges.left), Math.min(right, edges.right)]
      }
      if (box.left < left - 1 || box.right > right + 1)
        report(
          part,
          `${Math.round(box.left)} to ${Math.round(box.right)} of ${Math.round(left)} to ${Math.round(right)}`,
        )
    }
    return [...new Set(problems)].slice(0, 12)
  })
}

/** Lists the words of buttons, tabs, and links that look like buttons, that break into two lines. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const range = document.createRange()
    const buttons = [...document.body.querySelectorAll('button, [role=button], [role=tab], summary, a')].filter(
      (one) => one.checkVisibility() && (one.tagName !== 'A' || /flex|grid/.test(getComputedStyle(one).display)),
    )
    return buttons.flatMap((button) => {
      const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
      const broken: string[] = []
      while (texts.nextNode()) {
        const text = texts.currentNode as Text
        // Hidden texts are a pixel wide. A line may end behind a hyphen or a slash.
        if (text.parentElement && text.parentElement.getBoundingClientRect().width <= 1) continue
        for (const { 0: word, index } of text.data.matchAll(/[^\s\u200b/\u2013-]+/g)) {
          // A text of 24 letters without a space is no word of a language: it may break anywhere.
          if (word.length > 24) continue
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (lines.size > 1) broken.push(`${word} of ${button.textContent?.trim().slice(0, 60)}`)
        }
      }
      return broken
    })
  })
}

/** Lists texts of the content that break into lines of fewer than eight characters: something beside them took the room. */
export function narrowTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LEAST = 8
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const narrow: string[] = []
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      const length = text.data.trim().length
      const above = text.parentElement
      if (
        length < 2 ||
        !above?.checkVisibility({ visibilityProperty: true }) ||
        above.closest('[aria-hidden=true], option')
      )
        continue
      range.selectNodeContents(text)
      // Those for screen readers are a pixel wide.
      const lines = Map.groupBy(
        [...range.getClientRects()].filter(({ width }) => width > 1),
        ({ top }) => Math.round(top),
      )
      if (lines.size < 2) continue
      const widths = [...lines.values()].map((parts) => parts.reduce((sum, { width }) => sum + width, 0))
      const widest = Math.max(...widths) / (widths.reduce((sum, width) => sum + width, 0) / length)
      if (widest < LEAST) narrow.push(`${text.data.trim().slice(0, 60)}: ${lines.size} lines of ${widest.toFixed(1)}`)
    }
    return [...new Set(narrow)]
  })
}

/** Lists controls of the content that something else lies over, once they are scrolled into view. */
export function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLInputElement>('main :is(a, button, input, select, summary, textarea)'),
    ]
    return controls.flatMap((control) => {
      const { width, height } = control.getBoundingClientRect()
      if (control.tabIndex < 0 || width <= 1 || height <= 1 || !control.checkVisibility({ visibilityProperty: true }))
        return []
      control.scrollIntoView({ block: 'nearest', behavior: 'instant' })
      // A link over several lines is pressed on its first one.
      const { x, y, width: wide, height: high } = control.getClientRects()[0] ?? control.getBoundingClientRect()
      const top = document.elementFromPoint(x + wide / 2, y + high / 2)
      const own = [control, ...(control.labels ?? [])]
      if (top && own.some((one) => one.contains(top) || top.contains(one))) return []
      return `${control.outerHTML.slice(0, 120)} under ${top?.outerHTML.slice(0, 120) ?? 'nothing'}`
    })
  })
}

/** Lists headings of the content that skip a level. */
export function skippedHeadings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = [...document.querySelectorAll('main :is(h1, h2, h3, h4, h5, h6)')].filter((one) =>
      one.checkVisibility(),
    )
    const level = (one: Element | undefined) => Number(one?.tagName.slice(1) ?? 0)
    return found
      .filter((one, at) => level(one) > level(found[at - 1]) + 1)
      .map((one) => `${one.tagName} ${one.textContent?.slice(0, 60)}`)
  })
}

/** Lists multi-line Devanagari texts with a line height made for Latin; the largest letters may be tighter. */
function tooTight(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')].flatMap((element) => {
      const text = [...element.childNodes].find(({ nodeType, data }: Node & { data?: string }) =>
        nodeType === Node.TEXT_NODE ? /[\u0900-\u097f]/.test(data ?? '') : false,
      )
      if (!text || !element.checkVisibility()) return []
      const { fontSize, lineHeight } = getComputedStyle(element)
      const size = Number.parseFloat(fontSize)
      if (Number.parseFloat(lineHeight) >= size * (size >= 36 ? 1.1 : 1.21)) return []
      const range = document.createRange()
      range.selectNodeContents(element)
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)))
      return lines.size > 1 ? [`${fontSize}/${lineHeight}: ${element.outerHTML.slice(0, 160)}`] : []
    }),
  )
}

/** Lists animations that still run once the page is idle. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => (effect instanceof KeyframeEffect ? (effect.target?.outerHTML.slice(0, 160) ?? '') : '')),
  )
}

/** Waits until a new size is drawn and the page has answered it, and for colour transitions: axe would measure colours in between. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn))
    const running = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(running.map((animation) => animation.finished.catch(() => undefined)))
  })
}

/** Waits until both are visible, and asserts their order; a lazily loaded part may hide them for a moment. */
export async function expectAbove(upper: Locator, lower: Locator): Promise<void> {
  const topOf = async (of: Locator) => (await of.boundingBox())?.y ?? Number.NaN
  await expect.poll(async () => (await topOf(upper)) < (await topOf(lower)), 'it stands above').toBe(true)
}
