/** Pages of the browser's own window, which it draws with as much effort as ours while ours loads; ours alone is meant. */
export const OWN_PAGES = 'WebUIOmniboxAimPopup,WebUIOmniboxPopup,WebUIOmniboxFullPopup'

/** What Playwright switches off that matters to a test: its list gives way to a second one. */
const OF_PLAYWRIGHT =
  'HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,PaintHolding,MediaRouter,OptimizationHints,LensOverlay'

/** For a Chromium that Playwright starts: as root too, without a graphics card, and with nothing of its own to do. */
export const CHROMIUM_FLAGS = ['--no-sandbox', '--disable-gpu', `--disable-features=${OF_PLAYWRIGHT},${OWN_PAGES}`]
