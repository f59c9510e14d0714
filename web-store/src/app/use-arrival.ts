import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { layOutBelowFold } from '../first-page/lay-out-below-fold.ts'

/**
 * A new path, or another page of a list, begins at its top, with the focus on the page's content so that keyboards and screen readers begin there too.
 * Going back is left to the browser, which knows where the visitor was.
 */
export function useArrival(main: React.RefObject<HTMLElement | null>): void {
  const { pathname, search, hash } = useLocation()
  const page = new URLSearchParams(search).get('page') ?? ''
  const type = useNavigationType()
  const shown = useRef<{ pathname: string; page: string }>(undefined)
  useEffect(() => {
    const before = shown.current
    if (before?.pathname === pathname && before.page === page) return
    shown.current = { pathname, page }
    // The server sees no move within the store, nor, behind a CDN, who gets a page; it counts them like those it sends, and keeps nothing else.
    if (before ? before.pathname !== pathname : document.querySelector('meta[name=views]'))
      navigator.sendBeacon?.('/view')
    // A list that grows writes its pages into the address, and stays where it is.
    if (!before || type === 'POP' || (before.pathname === pathname && type === 'REPLACE')) return
    layOutBelowFold()
    if (!hash) window.scrollTo({ top: 0, behavior: 'instant' })
    main.current?.focus({ preventScroll: true })
  }, [pathname, page, hash, type, main])
}
