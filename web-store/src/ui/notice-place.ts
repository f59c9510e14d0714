/** Where notices come from the top, one of each sort. */
export const NARROW = '(max-width: 767px)'

/** The id of the region of notices. */
export const NOTICES = 'notices'

/** For `onInteractOutside` of what closes when something beside it is pressed: a notice over it is not beside it. */
export function stayForNotices(event: {
  target: EventTarget | null
  detail: { target: EventTarget | null }
  preventDefault: () => void
}): void {
  const { target } = event.detail
  if (target instanceof Element && target.closest(`#${NOTICES}`)) event.preventDefault()
}
