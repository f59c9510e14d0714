import type { QueryClient, QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { PageAnswer } from 'contract/page-renderer'
import { api } from '../api/client.ts'
import { session } from '../stores/session.ts'

declare global {
  interface Window {
    /** Set by `first-page/ahead-script.js`; without answers where they were too late, or there were none. */
    screenAhead?: { authorization: string; answers: Promise<PageAnswer[] | false | undefined> }
  }
}

type Calls = { [name: string]: Calls } & {
  queryOptions: (about?: { input: object }) => Pick<UseQueryOptions, 'queryKey'>
}

/** Returns the key of a call's query, by the call's name in the contract. */
export const keyOfCall = (call: string, input?: object): QueryKey =>
  call
    .split('.')
    .reduce((at, name) => at[name] as Calls, api as unknown as Calls)
    .queryOptions(input && { input }).queryKey as QueryKey

const FIELDS = 'button, input, textarea'

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent

/** Maps the name of each field and button, with its place among its namesakes, to the element. */
function namesakes(root: HTMLElement): Map<string, HTMLElement> {
  const found = new Map<string, HTMLElement>()
  for (const element of root.querySelectorAll<HTMLElement>(FIELDS)) {
    const key = `${element.tagName} ${nameOf(element)}`
    let place = 0
    while (found.has(`${key} ${place}`)) place += 1
    found.set(`${key} ${place}`, element)
  }
  return found
}

/**
 * Takes into the cache what the server drew a screen with, if that is of the person who is still the one of this browser, and what this person
 * pressed and typed in it, which belongs to what the app draws in its place. Returns false where nothing was drawn.
 */
export async function takeDrawn(queries: QueryClient, root: HTMLElement): Promise<boolean> {
  const { screenAhead } = window
  const answers = screenAhead?.authorization === session.authorization() && (await screenAhead?.answers)
  if (!answers) return false
  for (const { call, input, output } of answers) queries.setQueryData(keyOfCall(call, input), output)
  const drawn = namesakes(root)
  new MutationObserver((_changes, observer) => {
    observer.disconnect()
    // In a separate task: by then the app listens.
    setTimeout(() => repeat(drawn, namesakes(root)))
  }).observe(root, { childList: true })
  return true
}

/** Repeats in the app's elements what was pressed and typed in those that were drawn. */
function repeat(drawn: Map<string, HTMLElement>, now: Map<string, HTMLElement>): void {
  const pressed = window.takeEarly?.() ?? []
  for (const [key, element] of drawn) {
    const field = now.get(key)
    const typed = 'value' in element && element.tagName !== 'BUTTON' ? element.value : ''
    if (typed && field) {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    if (pressed.includes(element)) setTimeout(() => field?.click())
  }
}
