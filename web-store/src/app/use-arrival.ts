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
  const shown = useRef({ pathname, page })
  useEffect(() => {
    // Behind a CDN the server does not see who gets a page.
    if (document.querySelector('meta[name=views]')) navigator.sendBeacon?.('/view')
  }, [])
  useEffect(() => {
    const before = shown.current
    if (before.pathname === pathname && before.page === page) return
    shown.current = { pathname, page }
    // The server sees no move within the store; it counts them like pages it sends, and keeps nothing else.
    if (before.pathname !== pathname) navigator.sendBeacon?.('/view')
    // A list that grows writes its pages into the address, and stays where it is.
    if (type === 'POP' || (before.pathname === pathname && type === 'REPLACE')) return
    layOutBelowFold()
    if (!hash) window.scrollTo({ top: 0, behavior: 'instant' })
    main.current?.focus({ preventScroll: true })
  }, [pathname, page, hash, type, main])
}
