let isKept = false

/** A dialog that has closed gives the focus back a few frames later. */
const PATIENCE_MS = 75

const PRESSED = 'button, a, summary, [role=menuitem]'

/**
 * Keeps the focus near a press whose element goes away with what it did: a form that becomes a sentence, a row that is removed, a dialog
 * that an address opened. A browser would give it to the body, and a screen reader would begin at the top of the page. What takes the
 * focus by itself keeps it. `press` is one that came before this.
 */
export function keepFocus(press?: Event): void {
  if (isKept) return
  isKept = true
  let pressed: Element[] = []
  const removals = new MutationObserver(() => {
    if (pressed[0]?.isConnected !== false) return
    const near = pressed.find(
      (element) => element.isConnected && element.closest('#content, header, footer, [role$=dialog]'),
    )
    pressed = []
    removals.disconnect()
    const look = () => {
      if (document.activeElement === document.body)
        focusOn(near?.isConnected ? near : document.querySelector('#content'))
    }
    // Twice, as a busy page runs late timers in the order of their moments.
    setTimeout(() => setTimeout(look, PATIENCE_MS), PATIENCE_MS)
  })
  const notice = ({ target }: Event) => {
    let element = target instanceof Element ? target.closest(PRESSED) : null
    if (!element) return
    for (pressed = []; element; element = element.parentElement) pressed.push(element)
    removals.observe(document.body, { childList: true, subtree: true })
  }
  if (press) notice(press)
  addEventListener('click', notice, true)
}

function focusOn(place: Element | null): void {
  if (!(place instanceof HTMLElement)) return
  if (place.tabIndex < 0 && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  }
  place.focus({ preventScroll: true })
}
