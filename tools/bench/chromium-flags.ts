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
export const CHROMIUM_FLAGS = ['--no-sandbox', '--disable-gpu', `--disable-features=${FEATURES}`]
