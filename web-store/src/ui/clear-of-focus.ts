/** Between a notice and the focused element. */
const GAP_PX = 12

/** The notices in their unmoved position. */
type Box = { left: number; right: number; top: number; bottom: number }

/**
 * Returns the distance in pixels by which notices must move to uncover the focused element: notices at the bottom move
 * above it, those at the top below it. 0 if they do not cover it, or without room.
 */
export function wayClear(
  notices: Box,
  focused: Box,
  { fromTop, height }: { fromTop: boolean; height: number },
): number {
  const beside = notices.right <= focused.left || focused.right <= notices.left
  if (beside || notices.bottom <= focused.top || focused.bottom <= notices.top) return 0
  const way = fromTop ? focused.bottom + GAP_PX - notices.top : focused.top - GAP_PX - notices.bottom
  return notices.top + way < 0 || notices.bottom + way > height ? 0 : way
}

/** Returns the same distance for several elements: from the top, notices pass one after another. */
export function wayPast(notices: Box, elements: Box[], sides: { fromTop: boolean; height: number }): number {
  let way = 0
  for (const element of elements.toSorted((a, b) => a.top - b.top)) {
    const { left, right } = notices
    way += wayClear({ left, right, top: notices.top + way, bottom: notices.bottom + way }, element, sides)
  }
  return way
}

function boxOf(parts: Element[], moved: number): Box {
  const boxes = parts.map((part) => part.getBoundingClientRect())
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
    top: Math.min(...boxes.map(({ top }) => top)) - moved,
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)) - moved,
  }
}

/** Lists the descriptions of a field, such as its error: a notice must not cover the same words. */
function describing(field: Element): Element[] {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)).filter((element) => element !== null)
}

/**
 * Keeps a group of notices off the visible focus while they are shown, for keyboard users and typing, and from the top off
 * the title of the page and what is marked `data-clear`. Returns a function that ends it.
 */
export function scrollClearOfFocus(group: HTMLElement, fromTop: () => boolean): () => void {
  let moved = 0
  let frame = 0
  const move = () => {
    const notices = [...group.querySelectorAll('[data-notice="open"] > div > *')]
    const focused = document.activeElement
    // On a phone a touched element counts too: notices appear near it.
    const seen = focused !== document.body && (fromTop() || focused?.matches(':focus-visible') === true)
    const shown = focused && seen && !group.contains(focused) ? [[focused, ...describing(focused)]] : []
    const sides = { fromTop: fromTop(), height: window.innerHeight }
    const titles = sides.fromTop ? [...document.querySelectorAll('main h1, main [data-clear]')] : []
    const clear = [...shown, ...titles.map((title) => [title])].map((parts) => boxOf(parts, 0))
    const way = notices.length > 0 ? wayPast(boxOf(notices, moved), clear, sides) : 0
    if (way === moved) return
    moved = way
    group.style.translate = way ? `0 ${way}px` : ''
  }
  const update = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(move)
  }
  const arriving = new MutationObserver(update)
  arriving.observe(group, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-notice'] })
  const events = ['focusin', 'focusout', 'scroll', 'resize', 'transitionend'] as const
  for (const name of events) window.addEventListener(name, update, { capture: true, passive: true })
  return () => {
    arriving.disconnect()
    cancelAnimationFrame(frame)
    for (const name of events) window.removeEventListener(name, update, { capture: true })
  }
}
