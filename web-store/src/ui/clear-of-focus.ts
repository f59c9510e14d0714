/** Between a notice and what it makes room for. */
const GAP_PX = 12

/** The notices as they lie without being moved. */
type Box = { left: number; right: number; top: number; bottom: number }

/**
 * How far notices must move, in pixels, so that they do not lie over what has the focus: from the bottom up above it, from the top
 * down below it. 0 when they do not, or when there is no room beyond it.
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

function boxOf(parts: Element[], moved: number): Box {
  const boxes = parts.map((part) => part.getBoundingClientRect())
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
    top: Math.min(...boxes.map(({ top }) => top)) - moved,
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)) - moved,
  }
}

/** What a field says of itself, such as what is wrong with it: a notice must not cover the words it repeats. */
function describing(field: Element): Element[] {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)).filter((element) => element !== null)
}

/**
 * Keeps the notices of a group off whatever is shown as focused, for as long as they are there: who goes by keyboard, or types, sees where.
 * Answers what ends it.
 */
export function keepClearOfFocus(group: HTMLElement, fromTop: () => boolean): () => void {
  let moved = 0
  let frame = 0
  const move = () => {
    const notices = [...group.querySelectorAll('[data-notice="open"] > div > *')]
    const focused = document.activeElement
    // On a phone what was touched counts too: there notices lie where the eye is.
    const seen = focused !== document.body && (fromTop() || focused?.matches(':focus-visible') === true)
    const shown = notices.length > 0 && seen && !group.contains(focused)
    const sides = { fromTop: fromTop(), height: window.innerHeight }
    const way =
      focused && shown ? wayClear(boxOf(notices, moved), boxOf([focused, ...describing(focused)], 0), sides) : 0
    if (way === moved) return
    moved = way
    group.style.translate = way ? `0 ${way}px` : ''
  }
  const update = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(move)
  }
  const coming = new MutationObserver(update)
  coming.observe(group, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-notice'] })
  const events = ['focusin', 'focusout', 'scroll', 'resize', 'transitionend'] as const
  for (const name of events) window.addEventListener(name, update, { capture: true, passive: true })
  return () => {
    coming.disconnect()
    cancelAnimationFrame(frame)
    for (const name of events) window.removeEventListener(name, update, { capture: true })
  }
}
