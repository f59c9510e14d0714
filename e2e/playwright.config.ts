import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../tools/bench/chromium-flags.ts'
import type { HostOption } from './fixtures.ts'

/** `npm test -- all` walks every tagged journey, and in both its places; a plain run walks each where it is most likely to break. */
const all = process.env.TEST_ALL === '1'
const executablePath = process.env.CHROMIUM_PATH

/** The end-to-end suite: the built store, served by the real program, in a real browser. */
export default defineConfig<HostOption>({
  testDir: '.',
  testMatch: 'tests/**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: '../desktop-admin/test/temp-folder.ts',
  preserveOutput: 'failures-only',
  fullyParallel: false,
  // Every worker has a shop of its own, so that what one test does to prices or faults is nothing to another.
  // Three on two cores: what a journey waits for is another one's time.
  workers: Number(process.env.E2E_WORKERS) || 3,
  // A journey that passes only the second time is named at the end of a run: a race is looked for in the product first.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  forbidOnly: Boolean(process.env.CI),
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    contextOptions: { reducedMotion: 'reduce' },
    headless: true,
    // What a worker fetches no test sees: `offline.spec.ts` allows it.
    serviceWorkers: 'block',
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        ...CHROMIUM_FLAGS,
        ...['--disable-quic', '--disable-background-networking'],
        // Network and drawing live in the browser's process: what passes between processes costs a twentieth of a run.
        // A second list of features replaces Playwright's own, of which the new surface for pictures matters here.
        ...['--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface', '--in-process-gpu'],
      ],
    },
  },
  projects: [
    {
      // What is `@phone` is walked at 390 px alone by a plain run, and what is `@long` by no plain run: the spec says which other test
      // holds its promise there.
      name: '1280 px',
      grepInvert: all ? /@window-only/ : /@window-only|@phone|@long/,
    },
    {
      // The console has two hosts, and the same tests are for both: here it is in the window of the desktop app. A plain run
      // walks what passes through the machine there (files, sessions, the clipboard); the rest is the same code.
      name: 'desktop app',
      testMatch: ['tests/admin-*.spec.ts', 'desktop/**/*.spec.ts'],
      grep: all ? /./ : /@machine|@window-only|desktop\/\w+\.spec/,
      grepInvert: all ? /@tab-only/ : /@tab-only|@long/,
      use: { host: 'desktop' },
    },
    {
      // A phone: 390 px, touched instead of pointed at, with its own menu. A plain run walks here, instead of at 1280 px, what a
      // phone's width, touch or menu changes (`@phone`), and at both widths what is about where things stand (`@both`).
      name: '390 px',
      grep: all ? /@each-width|@phone|@both/ : /@phone|@both/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 },
    },
  ],
})
