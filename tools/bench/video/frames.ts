import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import type pg from 'pg'
import { CHROMIUM_FLAGS } from '../chromium-flags.ts'
import { findBrowser } from '../lighthouse.ts'
import { median } from '../pairs.ts'
import type { Figure } from '../report.ts'
import type { Student } from '../stand.ts'

const ROUNDS = Number(process.env.BENCH_PAGE_RUNS ?? 3)
const SLOW_4G = { name: 'slow 4G', bitsPerSecond: 1_600_000, latencyMs: 150 }
const THIN = { name: '0.7 Mbit/s', bitsPerSecond: 700_000, latencyMs: 300 }
const BOUND_MS = 1_500
const AIM = '1000 ms'
const MIDDLE = 30
const ELSEWHERE = 50
/** A student looks at an opened lesson for this long before pressing play. */
const LOOKING_MS = 1_500
const WATCHED_SECONDS = 30
const PATIENCE_MS = 120_000

type Line = typeof SLOW_4G
type Frames = {
  shop: { url: string }
  pool: pg.Pool
  student: Student | undefined
  /** The course whose video has a set, and the one with only the MP4. */
  set: string
  original: string
}

/** Measures from the play key to the first frame, and stalls, in the shop's player on a throttled line. */
export async function frameFigures({ shop, pool, student, set, original }: Frames): Promise<Figure[]> {
  const executablePath = findBrowser()
  if (!executablePath || !student) {
    const reference = 'name one in CHROMIUM_PATH'
    return [{ figure: 'First frame', ours: 'no Chromium found', reference, bound: '', ok: false }]
  }
  const args = [...CHROMIUM_FLAGS, '--autoplay-policy=no-user-gesture-required']
  const browser = await chromium.launch({ executablePath, args })
  const stopAt = (second: number) => storePlace(pool, student, second)
  const open = (course: string, line: Line) => openLesson(browser, shop.url, student, course, line)
  try {
    const figures: Figure[] = []
    for (const second of [0, MIDDLE]) {
      await stopAt(second)
      for (const [when, looking] of [
        ['pressed at once', 0],
        [`pressed after ${LOOKING_MS / 1000} s`, LOOKING_MS],
      ] as const) {
        const press = async (course: string) => {
          const { page, context, opened } = await open(course, SLOW_4G)
          await page.waitForTimeout(looking)
          const first = await firstFrameAt(page, second, 'play')
          await context.close()
          return { first, opened }
        }
        figures.push(
          ...firstFrame(
            `First frame at ${clock(second)} on ${SLOW_4G.name}, ${when}`,
            await inTurn(press, set, original),
          ),
        )
      }
    }
    await stopAt(0)
    const jump = async (course: string) => {
      const { page, context, opened } = await open(course, SLOW_4G)
      await page.waitForTimeout(LOOKING_MS)
      await firstFrameAt(page, 0, 'play')
      await page.waitForTimeout(LOOKING_MS)
      const first = await firstFrameAt(page, ELSEWHERE, 'jump')
      await context.close()
      return { first, opened }
    }
    figures.push(
      ...firstFrame(
        `First frame after a jump to ${clock(ELSEWHERE)} on ${SLOW_4G.name}`,
        await inTurn(jump, set, original),
      ),
    )
    const stalls = async (course: string) => {
      const { page, context } = await open(course, THIN)
      await page.waitForTimeout(LOOKING_MS)
      const first = await firstFrameAt(page, 0, 'play')
      const stood = await standstills(page, WATCHED_SECONDS)
      await context.close()
      return { first, ...stood }
    }
    const shown = ({ first, times, ms }: Awaited<ReturnType<typeof stalls>>) =>
      `first frame ${Math.round(first)} ms, then ${times} stalls, ${Math.round(ms)} ms in all`
    const [theirs, ours] = [await stalls(original), await stalls(set)]
    figures.push({
      figure: `${WATCHED_SECONDS} s watched on ${THIN.name}`,
      ours: shown(ours),
      reference: `${shown(theirs)}, the MP4`,
      bound: 'no stall',
      ok: ours.times === 0,
    })
    return figures
  } finally {
    await browser.close()
  }
}

type Measured = { first: number; opened: number }

async function inTurn(press: (course: string) => Promise<Measured>, set: string, original: string) {
  const [ours, theirs]: Measured[][] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    theirs?.push(await press(original))
    ours?.push(await press(set))
  }
  return { ours: ours ?? [], theirs: theirs ?? [] }
}

function firstFrame(figure: string, { ours, theirs }: { ours: Measured[]; theirs: Measured[] }): Figure[] {
  const firsts = (all: Measured[]) => all.map(({ first }) => first)
  const shown = (all: Measured[]) => `${Math.round(median(firsts(all)))} ms (${firsts(all).map(Math.round).join(', ')})`
  const middle = median(firsts(ours))
  return [
    {
      figure,
      ours: shown(ours),
      reference: `${shown(theirs)}, the MP4; the lesson stood there ${Math.round(median(ours.map(({ opened }) => opened)))} ms after its address`,
      ratio: middle / median(firsts(theirs)),
      bound: `at most ${BOUND_MS} ms`,
      aim: AIM,
      ok: middle <= BOUND_MS,
    },
  ]
}

/** Stores the same position of the student in all lessons. */
async function storePlace(pool: pg.Pool, { id }: Student, second: number): Promise<void> {
  await pool.query(
    `insert into lesson_progress (user_id, course_id, lesson_id, position_seconds, length_seconds, position_at, position_tab, position_number)
     select $1, e.course_id, l.lesson_id, $2, 90, now(), 'bench', 1 from enrolments e join lessons l using (course_id) where e.user_id = $1
     on conflict (user_id, course_id, lesson_id) do update set position_seconds = excluded.position_seconds, position_at = now()`,
    [id, second],
  )
}

/** Opens a lesson with an empty browser cache; returns the time at which its player is visible. */
async function openLesson(browser: Browser, url: string, { user_id, token }: Student, course: string, line: Line) {
  const context: BrowserContext = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addInitScript(
    ([user, key]) => {
      localStorage.setItem('user', String(user))
      localStorage.setItem('access_token', String(key))
      localStorage.setItem('token_type', 'bearer')
    },
    [JSON.stringify({ user_id, name: 'A student', email: `${user_id}@example.com`, phone: '' }), token],
  )
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const bytesPerSecond = line.bitsPerSecond / 8
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  const begun = performance.now()
  await page.goto(`${url}/learn/${course}`, { waitUntil: 'commit', timeout: PATIENCE_MS })
  await page.waitForFunction(() => document.querySelector('video') !== null, undefined, {
    polling: 'raf',
    timeout: PATIENCE_MS,
  })
  return { page, context, opened: performance.now() - begun }
}

/** Returns milliseconds from the play key, or from a seek, to the first frame at this second. */
function firstFrameAt(page: Page, second: number, how: 'play' | 'jump'): Promise<number> {
  return page.evaluate(
    async ({ at, jumps }) => {
      const video = document.querySelector('video')
      if (!video) throw new Error('there is no video')
      const begun = performance.now()
      const seen = new Promise<number>((resolve) => {
        const look = () =>
          video.requestVideoFrameCallback((_now, { mediaTime }) => {
            if (mediaTime < at - 3) look()
            else resolve(performance.now() - begun)
          })
        look()
      })
      // A press before the video is playable takes effect once it is.
      const press = () => void video.play().catch(() => video.addEventListener('canplay', press, { once: true }))
      if (jumps) video.currentTime = at
      else press()
      return seen
    },
    { at: second, jumps: how === 'jump' },
  )
}

/** Counts and measures stalls until this much has been played. */
function standstills(page: Page, seconds: number): Promise<{ times: number; ms: number }> {
  return page.evaluate(
    (wanted) =>
      new Promise<{ times: number; ms: number }>((resolve) => {
        const video = document.querySelector('video')
        if (!video) throw new Error('there is no video')
        const [begun, from] = [performance.now(), video.currentTime]
        let times = 0
        video.addEventListener('waiting', () => {
          times++
        })
        const look = () => {
          const played = video.currentTime - from
          const passed = performance.now() - begun
          if (played < wanted && passed < 110_000) return void setTimeout(look, 50)
          resolve({ times, ms: Math.max(0, passed - played * 1000) })
        }
        look()
      }),
    seconds,
  )
}

const clock = (second: number) => `${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`
