import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../chromium-flags.ts'
import { findBrowser } from '../lighthouse.ts'
import { median } from '../pairs.ts'
import type { Figure } from '../report.ts'

const LOADS = 5
/** From the address to the first row, or the first field of a form, with an empty browser cache. */
const BOUND_MS = 1000
const PATIENCE_MS = 20_000

/** Elements that appear only once the tab is usable. */
const screens: [tab: string, address: string, usable: string][] = [
  ['overview', 'overview&days=365', 'main tbody tr a'],
  ['courses', 'courses', 'main tbody td:not(:only-child)'],
  ['edit course', 'editcourse&course_id=bulk-course-17', '#course-form [name=name]'],
  ['orders', 'orders', 'main tbody td:not(:only-child)'],
  ['users', 'users', 'main tbody td:not(:only-child)'],
  ['promo codes', 'promocodes', 'main tbody td:not(:only-child)'],
  ['add course', 'addcourse', '#course-form [name=name]'],
  ['content', 'content&course_id=bulk-course-17', '#content-form input'],
  ['payment', 'payment', 'main form input'],
  ['media', 'media', 'main [data-scope=tabs] section p'],
  ['settings', 'settings', '#settings-form input'],
  ['activity', 'activity', 'main tbody td:not(:only-child)'],
  ['admins', 'admins', 'main tbody td'],
  ['change password', 'password', 'main input[type=password]'],
]

/** Measures every tab of the console, opened by address with a stored session: median and maximum of five loads. */
export async function screenFigures(url: string, token: string): Promise<Figure[]> {
  const executablePath = findBrowser()
  if (!executablePath) {
    const reference = 'name one in CHROMIUM_PATH'
    return [{ figure: 'Screens of the console', ours: 'no Chromium found', reference, bound: '', ok: false }]
  }
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  try {
    const figures: Figure[] = []
    await load(browser, url, token, '/admin?tab=password', 'main input')
    for (const [tab, address, usable] of screens) {
      const [times, bare]: [number[], number[]] = [[], []]
      // Tabs take turns, so that other work of the machine affects all alike.
      for (let one = 0; one < LOADS; one++) {
        bare.push(await load(browser, url, token, '/admin/login', 'main input', false))
        times.push(await load(browser, url, token, `/admin?tab=${address}`, usable))
      }
      figures.push({
        figure: `Console in the browser, ${tab}: usable`,
        ours: `${median(times).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`,
        reference: `${median(bare).toFixed(0)} ms, the login`,
        bound: `median at most ${BOUND_MS} ms`,
        ok: median(times) <= BOUND_MS,
      })
    }
    return figures
  } finally {
    await browser.close()
  }
}

async function load(browser: Browser, url: string, token: string, path: string, usable: string, signedIn = true) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  try {
    if (signedIn) await context.addInitScript(keepSession, token)
    const page = await context.newPage()
    const begun = performance.now()
    await page.goto(url + path, { waitUntil: 'commit' })
    // Polled each frame, because a locator retries up to half a second apart.
    await page.waitForFunction(isThere, usable, { polling: 'raf', timeout: PATIENCE_MS })
    return performance.now() - begun
  } finally {
    await context.close()
  }
}

/** Runs in the browser before the page: stores a session like a login does. */
function keepSession(token: string): void {
  localStorage.setItem('admin_token', token)
  localStorage.setItem('admin_token_type', 'bearer')
  localStorage.setItem('admin_info', JSON.stringify({ email: 'bench@example.com', isAdmin: true }))
}

/** Runs in the browser: returns true if one of these elements is visible. */
function isThere(selector: string): boolean {
  return Array.from(document.querySelectorAll(selector)).some((element) => element.checkVisibility())
}
