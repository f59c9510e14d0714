import { existsSync } from 'node:fs'
import { defineConfig, devices, type Project } from '@playwright/test'
import type { HostOption } from './fixtures.ts'

/**
 * `npm test -- all` runs every tagged journey in both projects; a plain run runs each where it is most likely to break.
 */
const all = process.env.TEST_ALL === '1'
/** The journeys that `all` adds to a plain run, without those of other browsers, which the weekly run has. */
const rest = process.env.TEST_REST === '1'
/** Playwright's disabled features that matter to a test: a second list replaces its own. */
const FEATURES = [
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'PaintHolding',
  'MediaRouter',
  'LensOverlay',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Pages of the browser's own window, which would render while ours loads.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
].join(',')

/** Flags for a Chromium started by Playwright: works as root, without a graphics card, and without background work. */
const CHROMIUM_FLAGS = ['--no-sandbox', '--disable-gpu', `--disable-features=${FEATURES}`]
/** False once the desktop app is deleted. */
const hasWindow = existsSync(new URL('desktop', import.meta.url))
const executablePath = process.env.CHROMIUM_PATH

/** The journeys of the window that a plain run has. */
const OF_THE_WINDOW = /@machine|@window-only|desktop\/\w+\.spec/
/** Matches the journeys that a plain run leaves out: those without its tags, the long ones and those of a release. */
const restOf = (plain: RegExp) => new RegExp(`^(?!.*(${plain.source}))|@long|\\.release\\.spec`)

/** Tests the built store, served by the real program, in a real browser. */
export default defineConfig<HostOption>({
  testDir: '.',
  testMatch: 'tests/**/*.spec.ts',
  // A plain run leaves these to a release: each says why in its first line.
  testIgnore: process.env.TEST_PLAIN ? '**/*.release.spec.ts' : rest ? '**/browsers.release.spec.ts' : [],
  outputDir: 'test-results',
  globalSetup: './one-demo.ts',
  preserveOutput: 'failures-only',
  fullyParallel: false,
  // Every worker has its own shop, so that a test's prices or faults do not affect another. Three workers suit two
  // cores, because journeys mostly wait.
  workers: Number(process.env.E2E_WORKERS) || 3,
  // Bounds of what hangs, not of what is slow: beside six busy processes a journey takes five times as long.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  reporter: 'list',
  forbidOnly: Boolean(process.env.CI),
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    contextOptions: { reducedMotion: 'reduce' },
    headless: true,
    // Tests cannot see requests of a service worker, so it is blocked; `offline-screens.spec.ts` allows it.
    serviceWorkers: 'block',
    actionTimeout: 45_000,
    navigationTimeout: 90_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        ...CHROMIUM_FLAGS,
        '--disable-quic',
        '--disable-background-networking',
        // Network and drawing run in the browser's process, which saves a twentieth of a run. This second list of
        // features replaces Playwright's own: the other two are of that one.
        '--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies',
        '--in-process-gpu',
      ],
    },
  },
  projects: [
    {
      // A plain run skips `@phone` here (it runs at 390 px), and `@long` everywhere: a rare state, or one that a test of
      // the server holds as well.
      name: '1280 px',
      grep: rest ? /\.release\.spec|@phone|@long/ : /./,
      grepInvert: all || rest ? /@window-only/ : /@window-only|@phone|@long/,
    },
    ...(hasWindow
      ? ([
          {
            // Runs the console tests in the desktop window. A plain run covers only the parts that go through the machine
            // (files, sessions, the clipboard); the rest is the same code as in the browser.
            name: 'desktop app',
            testMatch: ['tests/admin-*.spec.ts', 'desktop/**/*.spec.ts'],
            grep: all ? /./ : rest ? restOf(OF_THE_WINDOW) : OF_THE_WINDOW,
            grepInvert: all || rest ? /@tab-only/ : /@tab-only|@long/,
            use: { host: 'desktop' },
          },
        ] satisfies Project<HostOption>[])
      : []),
    {
      // A phone: 390 px, touch input, its own menu. A plain run covers here, instead of at 1280 px, everything that
      // depends on width, touch or menu (`@phone`); `npm test -- all` repeats here what is about layout (`@both`,
      // `@each-width`).
      name: '390 px',
      grep: all
        ? /@each-width|@phone|@both/
        : rest
          ? /@each-width|@both|^(?=.*(@long|\.release\.spec)).*@phone/
          : /@phone/,
      ...(all || rest ? {} : { grepInvert: /@long/ }),
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 },
    },
  ],
})
