import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AdminRole } from 'contract/define-call'
import { useEffect, useRef, useState } from 'react'
import { Link, Navigate, useLocation, useNavigationType, useSearchParams } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { ErrorBoundary, NotOpened } from '../../ui/ErrorBoundary.tsx'
import { Input } from '../../ui/Field.tsx'
import { dateText } from '../../ui/format.ts'
import { Head } from '../../ui/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconCloudOff } from '../../ui/icons.ts'
import { Loading } from '../../ui/Loading.tsx'
import { later } from '../../ui/later.tsx'
import { SkipLink } from '../../ui/SkipLink.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { isAdmin, useAdminSession } from '../host/admin-session.ts'
import { useConfirming } from '../host/confirm-store.ts'
import { isSecondFactorDue, useMe } from '../host/me.queries.ts'
import { requestLogin, useLogInAgain } from '../host/session-end.ts'
import { hasUnsaved } from '../host/unsaved.ts'
import { closePalette, usePalette, useTyped } from '../palette/palette-store.ts'
import { useCommands } from '../palette/use-commands.ts'
import { tabScreens } from '../tabs/tab-screens.ts'
import { closedTab, DEFAULT_TAB, type TabId, tabOf, tabs } from '../tabs/tabs.ts'
import { Frame } from './Frame.tsx'
import { TestBand, useInTest } from './in-test.tsx'
import { NoAccess } from './NoAccess.tsx'

const DAYS_BEFORE = 7

/** In the last days before an owner must have a second factor: says so, and leads to it. */
function SecondFactorBanner() {
  const { data: me } = useMe()
  if (!me?.second_factor_due_at || !isSecondFactorDue(me, DAYS_BEFORE)) return null
  return (
    <chakra.p
      role="status"
      px="4"
      py="2"
      textAlign="center"
      bg="buy.subtle"
      color="buy.fg"
      fontWeight="550"
      textStyle="sm"
    >
      Add a second step to your login by {dateText(new Date(me.second_factor_due_at))}.{' '}
      <chakra.span textDecoration="underline">
        <Link to={adminPaths.tab('password')}>Set it up</Link>
      </chakra.span>
    </chakra.p>
  )
}

/** Says on every tab that its figures are of practice money, and leads who may to the keys. */
function InTest({ role }: { role: AdminRole | undefined }) {
  if (!useInTest()) return null
  return (
    <TestBand aria-label="Test">
      <span>Test: no payment here is real.</span>
      {role === 'owner' && <Link to={adminPaths.tab('payment')}>Go live</Link>}
    </TestBand>
  )
}

const Band = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    px: '4',
    py: '2',
    bg: 'buy.subtle',
    color: 'buy.fg',
    fontWeight: '550',
    textStyle: 'sm',
  },
})

/** Says on every tab that there is no network; what failed meanwhile is fetched when it is back. */
function OfflineBanner() {
  const online = useOnline()
  useRefetchOnline()
  return (
    <chakra.div role="status" position="sticky" top="var(--frame-top, 0px)" zIndex="9">
      {!online && (
        <Band>
          <Icon of={IconCloudOff} size={20} />
          <span>You are offline. You can keep typing; saving works again when your internet is back.</span>
        </Band>
      )}
    </chakra.div>
  )
}

const LogInAgain = later(() => import('../session/LogInAgain.tsx'))
const ConfirmIdentity = later(() => import('../session/ConfirmIdentity.tsx'))
// Without it the console works as well, and its uploads wait for the next visit.
const UploadLine = later(() => import('../uploads/UploadLine.tsx'), { failed: () => null })
const Palette = later(() => import('../palette/Palette.tsx'), { waiting: <PaletteInput /> })

const Main = chakra('main', {
  base: {
    maxW: '1360px',
    px: { base: '4', md: '6', lg: '5', xl: '7' },
    pt: { base: '18px', lg: '26px' },
    pb: { base: '10', lg: '16' },
    outline: '0 !important',
  },
})

const PAGE_SECTIONS = new Set(['home-page', 'claims', 'testimonials', 'about'])

/** The console: its bar, and the tab that the address names. Without a session it leads to the login. */
export function AdminShell() {
  const location = useLocation()
  const email = useAdminSession(({ session }) => session?.email)
  const signedIn = useAdminSession(isAdmin)
  // Also while nobody is: who logs in over the form of another admin sees nothing of it.
  const writer = useRef(email)
  if (email) writer.current = email
  const requesting = useLogInAgain((state) => state.asking)
  // Another tab has logged out: what is typed here waits for the password.
  const lost = !signedIn && !requesting && hasUnsaved()
  useEffect(() => {
    if (lost) void requestLogin()
  }, [lost])
  if (!signedIn && !requesting && !lost) {
    const from = location.pathname + location.search
    return <Navigate to={adminPaths.login} replace state={{ from }} />
  }
  return (
    <>
      <Console key={writer.current} />
      {requesting && <LogInAgain />}
    </>
  )
}

function Console() {
  const [search] = useSearchParams()
  const { data: me, isError } = useMe()
  const role = me?.must_change_password ? undefined : me?.role
  const start = useStart(isError)
  // After a one-time password nothing is answered until an own one is chosen, nor to an owner without a second factor in the end.
  const onlySignIn = me?.must_change_password || isSecondFactorDue(me)
  const closed = onlySignIn ? undefined : closedTab(search, role)
  const opened = start && !closed ? tabOf(search, role, start) : undefined
  const tab = onlySignIn ? tabs.find(({ id }) => id === 'password') : opened
  const named = tab ?? closed
  // Words of a page that the shop brings along: they are listed with the pages.
  const isPageSection = tab?.id === 'settings' && PAGE_SECTIONS.has(search.get('section') ?? '')
  const Screen = tab ? tabScreens[tab.id] : Loading
  const confirming = useConfirming((state) => state.asking)
  const main = useRef<HTMLElement>(null)
  const palette = usePalette((state) => state.open)
  useCommands()
  // An admin who comes from the login has pressed there; one who opens the page has not.
  const shown = useRef(useNavigationType() === 'POP' ? tab?.id : 'login')
  // Another tab begins at its top, with the focus where keyboards and screen readers go on. A save that leads to the list may end
  // while somebody types in the palette already, which would close when it lost the focus.
  useEffect(() => {
    const before = shown.current
    shown.current = tab?.id
    if (!before || before === tab?.id) return
    window.scrollTo({ top: 0, behavior: 'instant' })
    // A screen whose first field has the focus keeps it there.
    if (!usePalette.getState().open && !main.current?.contains(document.activeElement))
      main.current?.focus({ preventScroll: true })
  }, [tab?.id])
  return (
    <>
      <Head title={named ? `${named.label} · Admin` : 'Admin'} />
      <SkipLink bg="white" color="#15173A" href="#content">
        Skip to content
      </SkipLink>
      <Frame
        tab={isPageSection ? tabs.find(({ id }) => id === 'page') : tab}
        role={me?.role}
        roleFailed={isError}
        onlySignIn={onlySignIn ?? false}
      >
        {/* Uploads that an earlier visit has left go on, whichever tab is opened. */}
        <UploadLine />
        <InTest role={me?.role} />
        <OfflineBanner />
        {tab?.id !== 'password' && <SecondFactorBanner />}
        <Main id="content" ref={main} tabIndex={-1} w="full" flex="1">
          <ErrorBoundary key={named?.id} fallback={(again, lost) => <NotOpened again={again} lost={lost} />}>
            {closed && role ? <NoAccess tab={closed} role={role} /> : <Screen />}
          </ErrorBoundary>
        </Main>
      </Frame>
      {palette && <Palette />}
      {confirming && <ConfirmIdentity />}
    </>
  )
}

/**
 * Returns the tab of an address that names none: Home for an owner whose shop still has a first step open, else the default one. Asks once,
 * so that the screen stays when the last step is done. Undefined until it is known.
 */
function useStart(roleFailed: boolean): TabId | undefined {
  const [search] = useSearchParams()
  const { data: me } = useMe()
  const [start, setStart] = useState<TabId>()
  // The parameters of a list without a tab are those of the default one.
  const isNamed = search.size > 0
  const isOwner = me?.role === 'owner'
  const needs = !isNamed && start === undefined && isOwner
  const { data, isError } = useQuery({ ...adminApi.overview.todo.queryOptions(), enabled: needs })
  if (needs && (data || isError)) setStart(data?.first ? 'overview' : DEFAULT_TAB)
  if (start || isNamed || roleFailed || (me && !isOwner)) return start ?? DEFAULT_TAB
  return undefined
}

/** Takes what is typed until the palette is there. */
function PaletteInput() {
  const [typed, type] = useTyped()
  return (
    <chakra.div position="fixed" insetInline="0" top="20dvh" zIndex="20" mx="auto" w="min(92vw, 480px)">
      <Input
        autoFocus
        aria-label="Find"
        value={typed}
        maxLength={200}
        onChange={({ target }) => type(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && closePalette()}
      />
    </chakra.div>
  )
}

/** Repeats failed requests when the network is back. Loaded data, such as a form's start, does not change. */
function useRefetchOnline(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const again = () =>
      void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [queries])
}
