import type { KeyboardEvent } from 'react'

const FIELDS = 'input:not([type=checkbox],[type=radio],[type=file],[type=hidden]), textarea, select'

const isAfter = (field: Element, other: Element) =>
  Boolean(other.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING)

/**
 * Moves to the next field on Enter, and never submits the form. In a `data-list` the next `data-line` follows; after the last
 * one, the list's `data-add` is pressed.
 */
export function stepOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target: from, currentTarget: form } = event
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.defaultPrevented) return
  // A dialog that the form opens is elsewhere in the document.
  if (!(from instanceof HTMLElement) || !form.contains(from)) return
  if (!(from instanceof HTMLInputElement) && !from.matches('textarea[data-one-line]')) return
  event.preventDefault()
  if (!from.matches(FIELDS)) return
  const list = from.closest('[data-list]')
  const line = from.closest('[data-line]')
  const next = [...(list ?? form).querySelectorAll<HTMLElement>(FIELDS)].find(
    (field) =>
      isAfter(field, from) &&
      !line?.contains(field) &&
      field.getClientRects().length > 0 &&
      !field.matches(':disabled'),
  )
  if (next) next.focus()
  else if ((from as HTMLInputElement).value.trim() !== '') list?.querySelector<HTMLElement>('[data-add]')?.click()
}
