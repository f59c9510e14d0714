// A page is there, with its fields and buttons, before its scripts are. Until then the press of a button waits for them, seen as
// busy, and the browser sends no form by itself, which would load the page anew and lose what was typed. See `early.ts`.
;(() => {
  let pressed = null
  const wait = (event) => {
    const button = event.target.closest?.('button')
    if (!button && event.type === 'click') return
    event.preventDefault()
    if (!button) return
    pressed?.removeAttribute('aria-busy')
    pressed = button
    button.setAttribute('aria-busy', 'true')
  }
  addEventListener('click', wait, true)
  addEventListener('submit', wait, true)
  window.takeEarly = () => {
    removeEventListener('click', wait, true)
    removeEventListener('submit', wait, true)
    pressed?.removeAttribute('aria-busy')
    return pressed
  }
})()
