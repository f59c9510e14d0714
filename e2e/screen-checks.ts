import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Nothing serious or critical for people who use help to read, in light and dark, and no sideways scrolling at 360 px. */
export async function checkScreen(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settle(page)
    expect.soft(await seriousProblems(page), `${name}, ${colorScheme}`).toEqual([])
  }
  const before = page.viewportSize()
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 360, height: 740 })
  await settle(page)
  expect.soft(await tooWide(page), `${name} at 360 px`).toEqual([])
  expect.soft(await seriousProblems(page), `${name} at 360 px`).toEqual([])
  if (before) await page.setViewportSize(before)
}

async function seriousProblems(page: Page): Promise<string[]> {
  // The frames of other sites are stand-ins here, and only the page itself is ours.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
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

/** Colours that are on their way to others would be measured in between. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(running.map((animation) => animation.finished.catch(() => undefined)))
  })
}
