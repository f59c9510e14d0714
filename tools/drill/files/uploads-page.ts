import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { findFreePort, type Program } from '../../../server/test/program.ts'
import { createApiClient } from '../../../server/test/server.ts'
import { MB, watchMemory } from '../processes.ts'
import { ownerToken, plain, type Site, withPlace } from '../shop.ts'
import { makeUploadFiles } from './upload-files.ts'
import { arrivedAs } from './uploads.ts'
import { openWeakLine, type WeakLine } from './weak-line.ts'

export type PageDrill = { browser: string; count: number; bytes: number; largest: number }

export type PageDrillResult = {
  count: number
  bytes: number
  seconds: number
  /** Uploaded bytes beside the files: repeated parts and heads of requests. */
  beside: number
  memory: { before: number; most: number }
  /** Long tasks of the page's thread: the longest in milliseconds, and the number over 200 ms. */
  blocked: { longest: number; over200: number }
  violations: string[]
}

const MOST_BESIDE = 10 * MB
const MOST_MEMORY = 100 * MB
/** 40 Mbit/s, a good line of a home. */
const LINE_BYTES_PER_SECOND = 5_000_000
const AWAY_MS = 3_000
const DEADLINE_MS = 30 * 60_000

/** The console in a browser, its line, and the program behind it. */
type Stage = {
  context: BrowserContext
  page: Page
  line: WeakLine
  program: Program
  paths: string[]
  start(): Promise<Program>
}

/** Blows to the queue, each at its part of all bytes. The network fails with and without the browser's knowledge. */
const blows: [part: number, blow: (stage: Stage) => Promise<void>][] = [
  [0.08, loseNetwork],
  [0.18, killServer],
  [0.3, cutLine],
  [0.42, loseNetwork],
  [0.52, closeWindow],
  [0.64, cutLine],
  [0.76, killServer],
  [0.88, loseNetwork],
]

/** Uploads many files in the media library of a real browser while network, server and window fail. */
export function drillUploadsPage(site: Site, drill: PageDrill): Promise<PageDrillResult> {
  return withPlace(async (place) => {
    const [folder, dataDir] = [join(place.folder, 'files'), join(place.folder, 'data')]
    const databaseUrl = await (await place.databases(site)).create('uploads_page')
    const port = await findFreePort()
    const start = () =>
      place.start({ ...plain, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: String(port), FFMPEG: 'off' })
    const line = await openWeakLine(port, { bytesPerSecond: LINE_BYTES_PER_SECOND })
    place.atEnd(line.close)
    const browser = await chromium.launch({ executablePath: drill.browser, args: ['--no-sandbox', '--disable-gpu'] })
    place.atEnd(() => browser.close())
    await mkdir(folder)
    const files = await makeUploadFiles(folder, drill)
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    const program = await start()
    const token = await ownerToken(program.url, dataDir)
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    await context.addInitScript(keepSession, token)
    const blocked: number[] = []
    await context.exposeBinding('noteBlocked', (_, ms: number) => void blocked.push(ms))
    await context.addInitScript(watchThread)
    const stage: Stage = {
      context,
      page: await context.newPage(),
      line,
      program,
      paths: files.map(({ path }) => path),
      start,
    }
    await openLibrary(stage)
    const memory = watchMemory(program.pid)
    const [begun, sentBefore] = [performance.now(), line.sent()]
    await choose(stage)
    for (const [part, blow] of blows) {
      await line.reaches(sentBefore + part * bytes)
      console.log(`  ${Math.round(part * 100)} %: ${blow.name}`)
      await blow(stage)
      memory.follow(stage.program.pid)
    }
    await allDone(stage.page)
    const seconds = (performance.now() - begun) / 1000
    const beside = line.sent() - sentBefore - bytes
    const { before, most } = memory.end()
    const api = createApiClient(stage.program.url, token)
    const { media } = await api.media.list({})
    const wrong: string[] = []
    for (const file of files) {
      const row = media.find(({ name }) => name === basename(file.path))
      const problem = await arrivedAs(stage.program.url, token, file, row)
      if (problem) wrong.push(`${basename(file.path)}: ${problem}`)
    }
    const violations = [
      ...wrong,
      ...(media.length === files.length ? [] : [`${media.length} rows of ${files.length} files`]),
      ...(beside <= MOST_BESIDE ? [] : [`${(beside / MB).toFixed(1)} MB went up beside the files`]),
      ...(most - before <= MOST_MEMORY ? [] : [`memory grew by ${Math.round((most - before) / MB)} MB`]),
    ]
    const longest = Math.max(0, ...blocked)
    const over200 = blocked.filter((ms) => ms > 200).length
    const thread = { longest, over200 }
    return { count: files.length, bytes, seconds, beside, memory: { before, most }, blocked: thread, violations }
  })
}

async function openLibrary({ page, line }: Stage): Promise<void> {
  await page.goto(`${line.url}/admin?tab=media`)
  await page.getByRole('button', { name: 'Choose files' }).waitFor()
}

async function choose({ page, paths }: Stage): Promise<void> {
  const asked = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await asked).setFiles(paths)
}

/** Takes the network away with the browser's knowledge. */
async function loseNetwork({ context }: Stage): Promise<void> {
  await context.setOffline(true)
  await wait(AWAY_MS)
  await context.setOffline(false)
}

/** Cuts the line without the browser's knowledge. */
async function cutLine({ line }: Stage): Promise<void> {
  line.cut()
  await wait(AWAY_MS)
  line.mend()
}

async function killServer(stage: Stage): Promise<void> {
  await stage.program.kill()
  stage.program = await stage.start()
}

/** Closes the window and opens it again. The page cannot find files chosen by hand, so all are chosen again. */
async function closeWindow(stage: Stage): Promise<void> {
  await stage.page.close()
  stage.page = await stage.context.newPage()
  await openLibrary(stage)
  await stage.page.getByRole('region', { name: 'Upload queue' }).waitFor()
  await choose(stage)
}

/** Waits until all are done. Files that arrived before the window closed count as present. */
async function allDone(page: Page): Promise<void> {
  const sums = page.getByRole('region', { name: 'Upload queue' }).getByText(/^(\d+) of \1 done/)
  await sums.waitFor({ timeout: DEADLINE_MS })
}

/** Runs in the browser before the page: stores a session, and makes the page use its own file field. */
function keepSession(token: string): void {
  localStorage.setItem('admin_token', token)
  localStorage.setItem('admin_token_type', 'bearer')
  localStorage.setItem('admin_info', JSON.stringify({ email: 'admin@example.com', isAdmin: true }))
  Reflect.deleteProperty(window, 'showOpenFilePicker')
}

/** Runs in the browser before the page: reports long tasks. */
function watchThread(): void {
  const { noteBlocked } = window as unknown as { noteBlocked(ms: number): void }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noteBlocked(duration)
  }).observe({ type: 'longtask', buffered: true })
}
