import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { changedList, type ListInput, readList } from './list-params.ts'

const TYPING_MS = 250

type Change = Record<string, string>

export type ListParams<Sort extends string> = {
  q: string
  sort: Sort | undefined
  /** From 1. */
  page: number
  /** What the server is asked for. */
  input: ListInput<Sort>
  /** Another value of the address, such as a filter. */
  get: (name: string) => string
  /**
   * Changes values of the address; an empty one is taken out. The list begins at its first page again, unless told. `change` may be read from the
   * address as the presses before have left it, which the screen may not show yet.
   */
  set: (change: Change | ((now: URLSearchParams) => Change), options?: { keepPage?: boolean; push?: boolean }) => void
}

/** Search, order and page of a list, kept in the address, so that reload, back and a shared link show the same rows. */
export function useListParams<const Sort extends string>(sorts: readonly Sort[]): ListParams<Sort> {
  const [search, setSearch] = useSearchParams()
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  }, [search])
  return {
    ...readList(search, sorts),
    get: (name) => search.get(name) ?? '',
    set(change, { keepPage = false, push = false } = {}) {
      const now = latest.current
      latest.current = changedList(now, typeof change === 'function' ? change(now) : change, keepPage)
      setSearch(latest.current, { replace: !push, preventScrollReset: true })
    },
  }
}

/** What is typed into a search field at once, and handed on when the typing rests. */
export function useTyped(value: string, onRest: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState({ text: value, of: value })
  // The address has changed by other means, such as the back button.
  const text = typed.of === value ? typed.text : value
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onRest(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, value, onRest])
  return [text, (next) => setTyped({ text: next, of: value })]
}
