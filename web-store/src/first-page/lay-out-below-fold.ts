/**
 * Ends the phase in which a fresh page lays out only nearby content (`theme-script.js`): back navigation and growing
 * lists need true heights.
 */
export function layOutBelowFold(): void {
  document.documentElement.classList.remove('first-view')
}
