import { BULK } from '../bulk.ts'
import { memoryMb } from '../processes.ts'
import type { Figure } from '../report.ts'
import type { Stand } from '../stand.ts'
import { screenFigures } from './admin-screens.ts'

const SAMPLES = 60
/** For responses of the console at the size of the bulk shop, 95th percentile of a hundred. */
const BOUND_MS = 100
const GROWTH_MB = 80

/** The calls of each tab, and their slow variants: far pages, searches with many, few and no hits, every sort. */
const tabs: Record<string, string[]> = {
  overview: ['/admin/overview', '/admin/overview?from=2026-01-01&to=2026-12-31'],
  courses: [
    '/admin/courses/get_all_courses?fields=list&limit=24',
    '/admin/courses/get_all_courses?fields=list&limit=24&sort=name&offset=4000',
    '/admin/courses/get_all_courses?fields=list&limit=24&sort=-offer_text',
    '/admin/courses/get_all_courses?fields=list&limit=24&q=bundle',
    '/admin/courses/get_all_courses?fields=list&limit=24&q=number%204321',
  ],
  course: ['/admin/courses/get_course/bulk-course-17', '/admin/courses/delete_preview/bulk-course-17'],
  users: [
    '/admin/users?limit=24',
    '/admin/users?limit=24&offset=19000',
    '/admin/users?limit=24&sort=-coins',
    '/admin/users?limit=24&sort=name&offset=9000',
    '/admin/users?limit=24&sort=-email',
    '/admin/users?limit=24&q=a',
    '/admin/users?limit=24&q=Meenal%20Iyer',
    '/admin/users?limit=24&q=nobody%20at%20all',
    '/admin/users?limit=24&q=7000012345',
  ],
  'a user’s orders': ['/admin/users/usr_bulk17/orders'],
  orders: [
    '/admin/orders?limit=24',
    '/admin/orders?limit=24&offset=40000',
    '/admin/orders?limit=24&sort=-total',
    '/admin/orders?limit=24&sort=oldest',
    '/admin/orders?limit=24&status=paid',
    '/admin/orders?limit=24&status=failed',
    '/admin/orders?limit=24&from=2026-03-01&to=2026-03-31',
    '/admin/orders?limit=24&q=ord_bulk4711',
    '/admin/orders?limit=24&q=pay_bulk4711',
    '/admin/orders?limit=24&q=meenal',
    '/admin/orders?limit=24&q=Telegram',
    '/admin/orders?limit=24&q=nobody%20at%20all',
  ],
  order: ['/admin/orders/ord_bulk4711'],
  promocodes: [
    '/admin/promocodes/get_all_promocodes?limit=24',
    '/admin/promocodes/get_all_promocodes?limit=24&q=bulk1',
  ],
  activity: ['/admin/activity', '/admin/activity?q=bulk'],
  settings: ['/admin/settings', '/admin/me', '/admin/admins'],
  palette: [
    '/admin/search?q=meenal',
    '/admin/search?q=ord_bulk4711',
    '/admin/search?q=zzz',
    '/admin/search?q=bundle%2047',
  ],
}

/**
 * Measures every tab of the console in a shop of 20,000 users, 5,000 courses and 50,000 orders, beside a bare route of
 * the same run.
 */
export async function adminFigures(stand: Stand): Promise<Figure[]> {
  const database = await stand.bulk(BULK)
  const shop = await stand.shop(database)
  try {
    const token = await stand.admin(database)
    const headers = { authorization: `bearer ${token}` }
    const timed = async (path: string): Promise<number> => {
      const begun = performance.now()
      const answer = await fetch(`${shop.url}/api${path}`, { headers })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
      return performance.now() - begun
    }
    const figures: Figure[] = []
    for (const [tab, paths] of Object.entries(tabs)) {
      const slowest = { path: '', p95: 0, bare: 0 }
      for (const path of paths) {
        const [ours, bare]: [number[], number[]] = [[], []]
        for (let warm = 0; warm < 5; warm++) await timed(path)
        for (let sample = 0; sample < SAMPLES; sample++) {
          bare.push(await timed('/health'))
          ours.push(await timed(path))
        }
        if (p95(ours) > slowest.p95) Object.assign(slowest, { path, p95: p95(ours), bare: p95(bare) })
      }
      figures.push({
        figure: `Console, ${tab}: slowest of ${paths.length}, ${slowest.path.slice(7, 60)}`,
        ours: `${slowest.p95.toFixed(1)} ms at p95`,
        reference: `${slowest.bare.toFixed(1)} ms, a bare route`,
        bound: `under ${BOUND_MS} ms`,
        ok: slowest.p95 < BOUND_MS,
      })
    }
    return [...figures, await exportFigure(shop, headers), ...(await screenFigures(shop.url, token))]
  } finally {
    await shop.kill()
  }
}

/** Measures the memory growth of the program while all orders and users are exported as CSV. */
async function exportFigure(shop: { url: string; pid: number }, headers: Record<string, string>): Promise<Figure> {
  const download = async (file: string) => {
    const answer = await fetch(`${shop.url}/api/admin/export/${file}`, { headers })
    let [bytes, most] = [0, 0]
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length
      most = Math.max(most, memoryMb(shop.pid))
    }
    return { bytes, most }
  }
  await download('users.csv')
  const before = memoryMb(shop.pid)
  const begun = performance.now()
  const files = [await download('orders.csv'), await download('users.csv'), await download('orders.csv')]
  const seconds = (performance.now() - begun) / 1000
  const growth = Math.max(...files.map(({ most }) => most)) - before
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 ** 2
  return {
    figure: `CSV of ${BULK.orders} orders twice and of ${BULK.users} users`,
    ours: `${growth.toFixed(0)} MB more memory, ${megabytes.toFixed(1)} MB in ${seconds.toFixed(1)} s`,
    reference: `${before.toFixed(0)} MB before`,
    bound: `at most ${GROWTH_MB} MB more`,
    ok: Number.isNaN(growth) || growth <= GROWTH_MB,
  }
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN
}
