import { type ChangeEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { changedList, type ListInput, readList } from './list-params.ts'

const TYPING_MS = 250

type Change = Record<string, string>

export type ListParams<Sort extends string> = {
  q: string
  sort: Sort | undefined
  /** From 1. */
  page: number
  /** The request to the server. */
  input: ListInput<Sort>
  /** Another value of the address, such as a filter. */
  get: (name: string) => string
  /**
   * Changes values of the address; an empty one is removed. The list restarts at its first page by default. `change` may read the address as
   * the presses before have left it, ahead of the screen.
   */
  set: (change: Change | ((now: URLSearchParams) => Change), options?: { keepPage?: boolean; push?: boolean }) => void
}

/** Reads search, order and page of a list from the address, so that reload, back and a shared link show the same rows. */
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

/**
 * Draws a search field that hands on its text when the typing rests, or at Enter. The address shows that a moment later, while more is typed: only a value
 * from elsewhere, such as the back button, replaces the typed text.
 */
export function useSearchText(value: string, onRest: (text: string) => void) {
  const box = useRef<HTMLInputElement>(null)
  const latest = useRef({ value, onRest })
  latest.current = { value, onRest }
  /** Texts that were handed on and are not the value yet. */
  const underWay = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLayoutEffect(() => {
    const at = underWay.current.indexOf(value)
    underWay.current = at < 0 ? [] : underWay.current.slice(at + 1)
    if (at >= 0) return
    clearTimeout(timer.current)
    if (box.current) box.current.value = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const handOn = (text: string) => {
    if (text === (underWay.current.at(-1) ?? latest.current.value)) return
    underWay.current.push(text)
    latest.current.onRest(text)
  }
  return {
    ref: box,
    defaultValue: value,
    onChange({ target }: ChangeEvent<HTMLInputElement>) {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => handOn(target.value), TYPING_MS)
    },
    onKeyDown({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) {
      if (key !== 'Enter') return
      clearTimeout(timer.current)
      handOn(currentTarget.value)
    },
  }
}
