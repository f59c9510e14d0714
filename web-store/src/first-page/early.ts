type Field = HTMLInputElement | HTMLTextAreaElement

declare global {
  interface Window {
    /** Set by the script in the head: ends its watch and returns the button of the menu that is open and the last pressed one, if any. */
    takeEarly?: () => HTMLElement[]
  }
}

let replay: (() => void) | undefined

/** Records the visitor's input and presses from before the scripts load. Call it just before hydration. */
export function takeEarly(root: HTMLElement): void {
  const pressed = window.takeEarly?.() ?? []
  const fields = root.querySelectorAll<Field>('input:not([type=checkbox]), textarea')
  // Compared now: the app may fill an untouched field, which an empty value must not clear.
  const written = [...fields].filter(({ value, defaultValue }) => value !== defaultValue)
  const typed = written.map((field) => [field, field.value] as const)
  const boxes = root.querySelectorAll<HTMLInputElement>('input[type=checkbox]')
  const turned = [...boxes].filter(({ checked, defaultChecked }) => checked !== defaultChecked)
  const chosen = [...root.querySelectorAll('select')].map((select) => [select, select.value] as const)
  replay = () => {
    replay = undefined
    for (const [field, value] of typed) type(field, value)
    for (const box of turned) {
      // Reset to the served state, so that the press is a change.
      box.checked = box.defaultChecked
      box.click()
    }
    for (const [select, value] of chosen) {
      if (value === sentWith(select)) continue
      select.value = value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }
    // In a separate task: by then the page has processed the input. A button that is gone hears nothing.
    setTimeout(() => {
      for (const button of pressed) button.click()
    })
  }
}

/** Replays them once, after hydration. */
export function replayEarly(): void {
  replay?.()
}

/**
 * Types like a visitor. React tracks assignments to a field and ignores known values: it first sees the served value,
 * then the typed one is set behind its back, so that the event is a change.
 */
function type(field: Field, value: string): void {
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Returns the option selected in the served markup. */
function sentWith({ options }: HTMLSelectElement): string | undefined {
  return ([...options].find((option) => option.defaultSelected) ?? options[0])?.value
}
