/** Below this width notices come from the top, one of each kind. */
export const NARROW = '(max-width: 767px)'

/** The id of the region of notices. */
export const NOTICES = 'notices'

/** Keeps dialogs open on a press of a notice; pass it to `onInteractOutside`. */
export function stayForNotices(event: {
  target: EventTarget | null
  detail: { target: EventTarget | null }
  preventDefault: () => void
}): void {
  const { target } = event.detail
  if (target instanceof Element && target.closest(`#${NOTICES}`)) event.preventDefault()
}
