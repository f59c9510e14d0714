import { auditOnPhone, findBrowser, type PageAudit } from '../lighthouse.ts'
import { median, ROUNDS } from '../pairs.ts'
import type { Figure } from '../report.ts'
import type { Stand } from '../stand.ts'

const PAGES = { Home: '/', Catalogue: '/courses', 'Sales page': '/course/reels-growth-mega-bundle' }

type Measure = Exclude<keyof PageAudit, 'findings'>

const measures: { of: Measure; name: string; atLeast?: number; atMost?: number; aim?: string; unit?: string }[] = [
  { of: 'performance', name: 'performance', atLeast: 95 },
  { of: 'accessibility', name: 'accessibility', atLeast: 100 },
  { of: 'bestPractices', name: 'best practices', atLeast: 100 },
  { of: 'seo', name: 'SEO', atLeast: 100 },
  { of: 'cls', name: 'layout shift', atMost: 0.01 },
  { of: 'lcp', name: 'largest paint', atMost: 1200, unit: ' ms' },
]

/** Blocking time of the page beyond that of the same page without its scripts, which a slow machine has too. */
const BLOCKING_MS = 100

/**
 * Runs Lighthouse on the demo shop with its images, each page in turn with and without its scripts; every run is printed, the median counts.
 * `BENCH_PAGE_RUNS=1` runs once.
 */
export async function pageFigures(stand: Stand): Promise<Figure[]> {
  const browser = findBrowser()
  if (!browser) {
    const reference = 'name one in CHROMIUM_PATH'
    return [{ figure: 'Public pages', ours: 'no Chromium found', reference, bound: '', ok: false }]
  }
  const shop = await stand.demo()
  try {
    const figures: Figure[] = []
    for (const [page, path] of Object.entries(PAGES)) {
      // The shop compresses a page better after some requests, and few visitors are among the first ten.
      for (let visit = 0; visit < 20; visit++) await fetch(shop.url + path, { headers: { 'accept-encoding': 'br' } })
      const [runs, bare]: [PageAudit[], PageAudit[]] = [[], []]
      for (let run = 0; run < (Number(process.env.BENCH_PAGE_RUNS) || ROUNDS); run++) {
        runs.push(await auditOnPhone(shop.url + path, browser))
        bare.push(await auditOnPhone(shop.url + path, browser, { scripts: false }))
      }
      for (const finding of new Set(runs.flatMap(({ findings }) => findings))) console.log(`  ${page}: ${finding}`)
      figures.push(...measures.map((measure) => figureOf(page, runs, measure)), blockingOf(page, runs, bare))
    }
    return figures
  } finally {
    await shop.kill()
  }
}

function blockingOf(page: string, runs: PageAudit[], bare: PageAudit[]): Figure {
  const [ours, without] = [runs, bare].map((all) => all.map(({ tbt }) => Math.round(tbt))) as [number[], number[]]
  return {
    figure: `${page}: blocking time`,
    ours: `${median(ours)} ms`,
    reference: `without scripts ${median(without)} ms; runs ${ours.join(', ')}; without ${without.join(', ')}`,
    bound: `at most ${BLOCKING_MS} ms more`,
    ok: median(ours) <= median(without) + BLOCKING_MS,
  }
}

function figureOf(
  page: string,
  runs: PageAudit[],
  { of, name, atLeast, atMost, aim, unit = '' }: (typeof measures)[number],
): Figure {
  const shown = (value: number) => (of === 'cls' ? value.toFixed(3) : String(Math.round(value)))
  const values = runs.map((run) => run[of])
  const middle = median(values)
  return {
    figure: `${page}: ${name}`,
    ours: shown(middle) + unit,
    reference: `runs ${values.map(shown).join(', ')}`,
    bound: atLeast === undefined ? `at most ${atMost}${unit}` : `at least ${atLeast}`,
    ...(aim ? { aim } : {}),
    ok: atLeast === undefined ? middle <= (atMost ?? 0) : middle >= atLeast,
  }
}
