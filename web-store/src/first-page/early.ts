type Field = HTMLInputElement | HTMLTextAreaElement

declare global {
  interface Window {
    /** Set by the script in the head: ends its watch and returns the last pressed button, if any. */
    takeEarly?: () => HTMLElement | null
  }
}

let replay: (() => void) | undefined

/**
 * Records the visitor's input and presses from before the scripts load. Call it just before hydration. Where the app draws anew, each belongs
 * to what has the same name there.
 */
export function takeEarly(root: HTMLElement): void {
  const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.id + element.textContent
  const alike = (one: Element) =>
    [...root.querySelectorAll(one.tagName)].filter((other) => nameOf(other) === nameOf(one))
  const places = new Map<Element, number>()
  for (const one of root.querySelectorAll('button, input, textarea, select')) places.set(one, alike(one).indexOf(one))
  const now = <Served extends Element>(element: Served) =>
    element.isConnected ? element : (alike(element)[places.get(element) ?? 0] as Served | undefined)
  const pressed = window.takeEarly?.()
  const fields = root.querySelectorAll<Field>('input:not([type=checkbox]), textarea')
  // Compared now: the app may fill an untouched field, which an empty value must not clear.
  const written = [...fields].filter(({ value, defaultValue }) => value !== defaultValue)
  const typed = written.map((field) => [field, field.value] as const)
  const boxes = root.querySelectorAll<HTMLInputElement>('input[type=checkbox]')
  const turned = [...boxes].filter(({ checked, defaultChecked }) => checked !== defaultChecked)
  const chosen = [...root.querySelectorAll('select')].map((select) => [select, select.value] as const)
  replay = () => {
    replay = undefined
    for (const [served, value] of typed) {
      const field = now(served)
      if (field) type(field, value)
    }
    for (const served of turned) {
      const box = now(served)
      if (!box) continue
      // Reset to the served state, so that the press is a change.
      box.checked = box.defaultChecked
      box.click()
    }
    for (const [served, value] of chosen) {
      const select = now(served)
      if (select && value !== sentWith(select)) choose(select, value)
    }
    // In a separate task: by then the page has processed the input.
    setTimeout(() => pressed && now(pressed)?.click())
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

function choose(select: HTMLSelectElement, value: string): void {
  select.value = value
  select.dispatchEvent(new Event('change', { bubbles: true }))
}
