import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/**
 * A new path begins at its top, with the focus on the page's content so that keyboards and screen readers begin there too.
 * Going back is left to the browser, which knows where the visitor was.
 */
export function useArrival(main: React.RefObject<HTMLElement | null>): void {
  const { pathname, hash } = useLocation()
  const type = useNavigationType()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (type === 'POP') return
    if (!hash) window.scrollTo({ top: 0, behavior: 'instant' })
    main.current?.focus({ preventScroll: true })
  }, [pathname, hash, type, main])
}
