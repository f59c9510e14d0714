// A page is there, with its fields and buttons, before its scripts are. Until then the press of a button waits for them, seen as
// busy, and the browser sends no form by itself, which would load the page anew and lose what was typed. See `early.ts`.
// A press waits ten seconds at most, and for no app that cannot come: then the page says what to do, as it does at every
// button of a browser below the floor. A menu of links is in the page: it opens and closes at once, in every browser.
;(() => {
  const LONGEST_WAIT_MS = 10000
  let menu = null
  let pressed = null
  let note = null
  let timer = 0
  let failed = belowFloor
  const help = (why) =>
    `/browser?${why}&lang=${document.documentElement.lang.slice(0, 2)}&at=${encodeURIComponent(location.pathname + location.search)}`
  const end = () => {
    clearTimeout(timer)
    timer = 0
    if (pressed) pressed.removeAttribute('aria-busy')
  }
  const say = () => {
    end()
    pressed = null
    if (belowFloor) return location.assign(help('old'))
    if (note || !document.body) return
    note = document.createElement('a')
    note.textContent = document.querySelector('meta[name=stuck]').content
    note.href = help('stuck')
    note.setAttribute('role', 'alert')
    note.style.cssText =
      'position:fixed;left:0;right:0;bottom:0;z-index:9999;padding:16px;background:#15173A;color:#fff;text-align:center;text-decoration:underline'
    document.body.appendChild(note)
  }
  const wait = (event) => {
    const { target, type } = event
    const button = target.closest && target.closest('button')
    if (!button && type === 'click') return
    event.preventDefault()
    const links = button && document.getElementById(button.getAttribute('aria-controls'))
    if (links && links.tagName === 'NAV') {
      links.hidden = !links.hidden
      button.setAttribute('aria-expanded', `${!links.hidden}`)
      menu = links.hidden ? null : button
      return
    }
    if (failed) return say()
    if (!button) return
    end()
    pressed = button
    button.setAttribute('aria-busy', 'true')
    timer = setTimeout(say, LONGEST_WAIT_MS)
  }
  // Errors of scripts and files of ours alone: extensions have their own.
  const fail = ({ target, filename }) => {
    if (target === window ? (filename || '').indexOf(location.origin) : target.tagName !== 'SCRIPT') return
    failed = true
    if (pressed) say()
    sayIfEmpty()
  }
  // A private screen has nothing to press before its app is there.
  const sayIfEmpty = () => {
    const root = document.getElementById('root')
    if (root && !root.firstElementChild) say()
  }
  if (belowFloor && document.querySelector('meta[name=needs-app]')) location.replace(help('old'))
  setTimeout(sayIfEmpty, LONGEST_WAIT_MS)
  addEventListener('click', wait, true)
  addEventListener('submit', wait, true)
  addEventListener('error', fail, true)
  window.takeEarly = () => {
    removeEventListener('click', wait, true)
    removeEventListener('submit', wait, true)
    removeEventListener('error', fail, true)
    end()
    if (note) note.remove()
    return [menu, pressed].filter(Boolean)
  }
})()
