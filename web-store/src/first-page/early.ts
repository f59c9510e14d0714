type Field = HTMLInputElement | HTMLTextAreaElement

declare global {
  interface Window {
    /** Of the script in the head: ends its watch and answers the button that was pressed last, if any. */
    takeEarly?: () => HTMLElement | null
  }
}

let replay: (() => void) | undefined

/** Remembers what the visitor typed and pressed before there were scripts. Call it just before React takes the page over. */
export function takeEarly(root: HTMLElement): void {
  const pressed = window.takeEarly?.()
  const fields = root.querySelectorAll<Field>('input:not([type=checkbox]), textarea')
  // Compared now: the app may fill a field that nobody has touched, and an empty one is not to empty it again.
  const written = [...fields].filter(({ value, defaultValue }) => value !== defaultValue)
  const typed = written.map((field) => [field, field.value] as const)
  const boxes = root.querySelectorAll<HTMLInputElement>('input[type=checkbox]')
  const turned = [...boxes].filter(({ checked, defaultChecked }) => checked !== defaultChecked)
  const chosen = [...root.querySelectorAll('select')].map((select) => [select, select.value] as const)
  replay = () => {
    replay = undefined
    for (const [field, value] of typed) type(field, value)
    for (const box of turned) {
      // As it came, so that the press brings news.
      box.checked = box.defaultChecked
      box.click()
    }
    for (const [select, value] of chosen) if (value !== cameWith(select)) choose(select, value)
    // In a task of its own: by then the page has heard what was typed.
    setTimeout(() => pressed?.isConnected && pressed.click())
  }
}

/** Does it again, once: by now somebody listens. */
export function replayEarly(): void {
  replay?.()
}

/**
 * As a visitor would. React watches assignments to a field and takes its value for known: it is told the value that the page came
 * with, then the typed one is put behind its back, so that the event brings news.
 */
function type(field: Field, value: string): void {
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The choice that was written into the page. */
function cameWith({ options }: HTMLSelectElement): string | undefined {
  return ([...options].find((option) => option.defaultSelected) ?? options[0])?.value
}

function choose(select: HTMLSelectElement, value: string): void {
  select.value = value
  select.dispatchEvent(new Event('change', { bubbles: true }))
}
