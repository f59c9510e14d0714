// Runs before the first paint, in the page itself: the page must not flash in the wrong theme. It also follows the system
// while no choice is stored, and tells the switch in the footer what is shown.
;(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const paper = matchMedia('print')
  let printing = false
  const show = () => {
    let choice = null
    try {
      choice = localStorage.getItem('theme')
    } catch (_) {}
    const isDark = choice === 'dark' || (choice !== 'light' && dark.matches)
    document.documentElement.classList.toggle('dark', isDark && !printing)
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
    document.dispatchEvent(new Event('themechange'))
  }
  show()
  dark.addEventListener('change', show)
  addEventListener('storage', (event) => event.key === 'theme' && show())
  addEventListener('themechoice', show)
  // Paper is light, and shows what is folded. Of those that share a name, a browser opens only one.
  let folded = []
  const print = (now) => {
    if (printing === now) return
    printing = now
    show()
    if (now)
      folded = [...document.querySelectorAll('main details:not([open])')].map((one) => [one, one.getAttribute('name')])
    for (const [one, name] of folded) {
      if (now) one.removeAttribute('name')
      one.open = now
      if (!now && name) one.setAttribute('name', name)
    }
  }
  addEventListener('beforeprint', () => print(true))
  addEventListener('afterprint', () => print(false))
  paper.addEventListener('change', () => print(paper.matches))
  // What is below the screen is laid out when it comes near, but where the browser is about to scroll back to a place on the page.
  const [way] = performance.getEntriesByType('navigation')
  document.documentElement.classList.toggle('first-view', !!way && way.type === 'navigate' && !location.hash)
})()
