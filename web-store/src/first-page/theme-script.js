// Runs before the first paint, in the page itself: the page must not flash in the wrong theme. It also follows the system
// while no choice is stored, and tells the switch in the footer what is shown.
;(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const show = () => {
    let choice = null
    try {
      choice = localStorage.getItem('theme')
    } catch (_) {}
    const isDark = choice === 'dark' || (choice !== 'light' && dark.matches)
    document.documentElement.classList.toggle('dark', isDark)
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
    document.dispatchEvent(new Event('themechange'))
  }
  show()
  dark.addEventListener('change', show)
  addEventListener('storage', (event) => event.key === 'theme' && show())
  addEventListener('themechoice', show)
  // What is below the screen is laid out when it comes near, but where the browser is about to scroll back to a place on the page.
  const [way] = performance.getEntriesByType('navigation')
  document.documentElement.classList.toggle('first-view', !!way && way.type === 'navigate' && !location.hash)
})()
