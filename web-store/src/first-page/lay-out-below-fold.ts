/**
 * Ends the time in which a page that was just opened lays out only what is near (`theme-script.js`): where there are places to go back to,
 * or a list grows under the visitor's eyes, everything wants its true height.
 */
export function layOutBelowFold(): void {
  document.documentElement.classList.remove('first-view')
}
