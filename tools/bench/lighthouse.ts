import { getChromePath, Launcher, launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { OWN_PAGES } from './chromium-flags.ts'

/** Results of one Lighthouse load on a phone: categories out of 100, layout shift without a unit, times in ms. */
export type PageAudit = {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  cls: number
  lcp: number
  tbt: number
  /** Audits below the maximum besides performance, as `id: title`. */
  findings: string[]
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

/** Returns the browser of `CHROMIUM_PATH`, else an installed one; undefined without either. */
export function findBrowser(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  try {
    return getChromePath()
  } catch {
    return undefined
  }
}

/** The launcher's own flags, with one merged list of features: a second list would replace the first. */
const FLAGS = Launcher.defaultFlags().map((flag) =>
  flag.startsWith('--disable-features=') ? `${flag},${OWN_PAGES}` : flag,
)

/** Attempts for a load whose trace the browser lost (`NO_NAVSTART`), which is no fault of the page. */
const TRIES = 3

/**
 * Loads the page in a fresh headless browser as Lighthouse's phone: slow 4G and a slow processor, both simulated. Without `scripts` the
 * page's files of script are blocked: what then blocks is the machine.
 */
export async function auditOnPhone(url: string, chromePath: string, { scripts = true } = {}): Promise<PageAudit> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await auditOnce(url, chromePath, scripts ? [] : ['*.js'])
    } catch (error) {
      if (tried === TRIES || !String(error).includes('NO_NAVSTART')) throw error
    }
  }
}

async function auditOnce(url: string, chromePath: string, blockedUrlPatterns: string[]): Promise<PageAudit> {
  const chrome = await launch({
    chromePath,
    ignoreDefaultFlags: true,
    chromeFlags: [...FLAGS, '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const flags = { port: chrome.port, onlyCategories: CATEGORIES, logLevel: 'error', blockedUrlPatterns } as const
    const result = await lighthouse(url, flags)
    if (!result) throw new Error(`Lighthouse has nothing to say of ${url}`)
    const { categories, audits, runtimeError } = result.lhr
    if (runtimeError) throw new Error(`Lighthouse could not load ${url}: ${runtimeError.code} ${runtimeError.message}`)
    const points = (category: string) => Math.round((categories[category]?.score ?? 0) * 100)
    const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
    const weighty = CATEGORIES.slice(1).flatMap((category) =>
      (categories[category]?.auditRefs ?? []).filter(({ weight }) => weight > 0),
    )
    return {
      performance: points('performance'),
      accessibility: points('accessibility'),
      bestPractices: points('best-practices'),
      seo: points('seo'),
      cls: value('cumulative-layout-shift'),
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      findings: weighty.flatMap(({ id }) => {
        const audit = audits[id]
        return audit && audit.score !== null && audit.score < 1 ? [`${id}: ${audit.title}`] : []
      }),
    }
  } finally {
    chrome.kill()
  }
}
