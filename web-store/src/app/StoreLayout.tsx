import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router-dom'
import { replayEarly } from '../first-page/early.ts'
import { layOutBelowFold } from '../first-page/lay-out-below-fold.ts'
import { t } from '../language/text.ts'
import { useSession } from '../stores/session.ts'
import { chakra } from '../ui/chakra.ts'
import { Loading } from '../ui/Loading.tsx'
import { later } from '../ui/later.tsx'
import { SkipLink } from '../ui/SkipLink.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { RouteProblem } from './RouteProblem.tsx'

const ViewBanner = later(() => import('./ViewBanner.tsx'))

const Column = chakra('div', { base: { display: 'flex', flexDirection: 'column', minH: '100dvh' } })
/** `tall` fills the window: a footer below it is out of view while a list loads, and does not move. */
const Main = chakra('main', {
  base: { flex: '1', outline: '0 !important' },
  variants: { tall: { true: { minH: 'calc(100dvh - 3.75rem)' } } },
})

/** Marks the content as hydrated, slightly later than the rest of the page, with its cart and session. */
function TakenOver() {
  const known = useSession(({ ready }) => ready)
  useEffect(() => {
    if (known) replayEarly()
  }, [known])
  // With the first press, which it looks after, too.
  useEffect(() => addEventListener('click', keepFocus, { once: true, capture: true }), [])
  return null
}

const keepFocus = (press: Event) =>
  void import('../ui/keep-focus.ts').then(({ keepFocus }) => keepFocus(press)).catch(() => undefined)

type ShellProps = { header: ReactNode; footer?: ReactNode; tall?: boolean; children: ReactNode }

function Shell({ header, footer, tall = false, children }: ShellProps) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useArrival(main)
  const viewing = useSession((state) => state.viewing)
  return (
    <Column>
      <SkipLink bg="action.solid" color="white" href="#content">
        {t('Skip to content')}
      </SkipLink>
      {viewing && <ViewBanner />}
      {header}
      <Main id="content" ref={main} tabIndex={-1} tall={tall}>
        <RouteProblem key={pathname}>
          <Suspense fallback={<Loading />}>
            {children}
            <TakenOver />
          </Suspense>
        </RouteProblem>
      </Main>
      {footer}
    </Column>
  )
}

/** Lays out header, page and footer of every public page. */
export function StoreLayout({ children }: { children?: ReactNode }) {
  return (
    <Shell header={<Header />} footer={<Footer />}>
      {children ?? <Outlet />}
    </Shell>
  )
}

/** Lays out screens with their own header: a student's, and checkout; player and checkout have no footer. */
export function OwnLayout({ header, footer }: { header: ReactNode; footer?: ReactNode }) {
  return (
    <Shell header={header} footer={footer} tall={footer !== undefined}>
      <Outlet />
    </Shell>
  )
}

/** Says that this page of the browser has reported its visit. */
let reported = false

/** The address that this page of the browser shows, under any layout: another layout is no first page. */
let shown: { pathname: string; page: string } | undefined

/**
 * Scrolls to the top on a new path or another page of a list, and focuses the content for keyboards and screen readers.
 * Back navigation is left to the browser, which restores the position.
 */
function useArrival(main: React.RefObject<HTMLElement | null>): void {
  const { pathname, search, hash } = useLocation()
  const page = new URLSearchParams(search).get('page') ?? ''
  const type = useNavigationType()
  // Before the effects of the screen, which may have a better place for the focus.
  useLayoutEffect(() => {
    const before = shown
    if (before?.pathname === pathname && before.page === page) return
    shown = { pathname, page }
    // The server sees no client-side navigation, and behind a CDN no page views; it counts them like served pages, and
    // stores nothing else.
    if (before ? before.pathname !== pathname : document.querySelector('meta[name=views]'))
      navigator.sendBeacon?.('/view')
    // A fresh page reports its visit 2 s later, when nothing else loads. Checkout has a layout of its own, and is no fresh page.
    setTimeout(
      () => {
        reported = true
        import('../stores/visit.ts').then(({ arrive }) => arrive(pathname)).catch(() => {})
      },
      reported ? 0 : 2000,
    )
    // A growing list writes its pages into the address, and stays in place.
    if (!before || type === 'POP' || (before.pathname === pathname && type === 'REPLACE')) return
    layOutBelowFold()
    if (!hash) window.scrollTo({ top: 0, behavior: 'instant' })
    main.current?.focus({ preventScroll: true })
  }, [pathname, page, hash, type, main])
}
