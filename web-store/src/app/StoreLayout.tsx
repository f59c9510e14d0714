import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { replayEarly } from '../first-page/early.ts'
import { t } from '../language/text.ts'
import { useSession } from '../stores/session.ts'
import { chakra } from '../ui/chakra.ts'
import { Loading } from '../ui/Loading.tsx'
import { later } from '../ui/later.tsx'
import { SkipLink } from '../ui/SkipLink.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { RouteProblem } from './RouteProblem.tsx'
import { useArrival } from './use-arrival.ts'

const ViewBanner = later(() => import('./ViewBanner.tsx'))

const Column = chakra('div', { base: { display: 'flex', flexDirection: 'column', minH: '100dvh' } })
/** `tall` fills the window alone: a footer below it is out of view while a list loads, and does not move in it. */
const Main = chakra('main', {
  base: { flex: '1', outline: '0 !important' },
  variants: { tall: { true: { minH: 'calc(100dvh - 3.75rem)' } } },
})

/** The content listens now, which it does a little later than the rest of the page, and knows whose cart and session it is of. */
function TakenOver() {
  const known = useSession(({ ready }) => ready)
  useEffect(() => {
    if (known) replayEarly()
  }, [known])
  return null
}

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

/** Header, page, footer: every public page of the store. */
export function StoreLayout({ children }: { children?: ReactNode }) {
  return (
    <Shell header={<Header />} footer={<Footer />}>
      {children ?? <Outlet />}
    </Shell>
  )
}

/** Screens under a header of their own that comes with them: a student's, and checkout; player and checkout have no footer. */
export function OwnLayout({ header, footer }: { header: ReactNode; footer?: ReactNode }) {
  return (
    <Shell header={header} footer={footer} tall={footer !== undefined}>
      <Outlet />
    </Shell>
  )
}
