/** Pages of the browser's own window, which would render while ours loads and distort the measurement. */
export const OWN_PAGES = 'WebUIOmniboxAimPopup,WebUIOmniboxPopup,WebUIOmniboxFullPopup'

/** Playwright's disabled features that matter to a test: a second list replaces its own. */
const OF_PLAYWRIGHT = [
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'PaintHolding',
  'MediaRouter',
  'LensOverlay',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
].join(',')

/** Flags for a Chromium started by Playwright: works as root, without a graphics card, and without background work. */
export const CHROMIUM_FLAGS = ['--no-sandbox', '--disable-gpu', `--disable-features=${OF_PLAYWRIGHT},${OWN_PAGES}`]
