/** Puts `text` on the clipboard; false when the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/**
 * Copies by a selection, for the clipboard's own interface is missing on plain http and may be forbidden. `execCommand` returns true
 * also when a dialog took the focus from the field and nothing was copied, so only the event counts.
 */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.style.cssText = 'position:fixed;inset:0 auto auto 0;opacity:0'
  let copied = false
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
    copied = event.clipboardData !== null
  }
  // A dialog keeps the focus inside.
  const place = focused?.closest('dialog, [role=dialog], [role=alertdialog]') ?? document.body
  place.append(field)
  field.select()
  document.addEventListener('copy', fill, { capture: true, once: true })
  document.execCommand('copy')
  document.removeEventListener('copy', fill, { capture: true })
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
