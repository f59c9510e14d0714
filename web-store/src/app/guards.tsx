import { Fragment, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { paths } from '../paths.ts'
import { refetchStale } from '../refetch-stale.ts'
import type { RefusedScreens } from '../shared/login/session-ended.ts'
import { isSignedIn, useSession } from '../stores/session.ts'
import { storage } from '../stores/storage.ts'
import { chakra } from '../ui/chakra.ts'

/** Loaded on demand, because every page would carry its texts. */
const fetchRefusal = refetchStale(() => import('../shared/login/session-ended.ts'), 'showRefused')

/**
 * Guards the screens of a student: without a token and a user, shows a message and leads to the login and back. The
 * server does not render these screens, so the session is known here.
 */
export function RequireUser({ what }: { what: RefusedScreens }) {
  const signedIn = useSession(isSignedIn)
  const userId = useSession((state) => state.user?.user_id)
  const loggedOut = useSession((state) => Boolean(state.token && !state.user))
  const [arrivedSignedIn] = useState(signedIn)
  const { search, hash } = useLocation()
  if (signedIn) {
    return (
      <Fragment key={userId}>
        <Outlet />
      </Fragment>
    )
  }
  // A log-out removes the user and leaves the dead token; an expired session loses both.
  if (arrivedSignedIn && loggedOut) return <Navigate to={paths.home} replace />
  // The link of a receipt proves a payment, which shows without a login; what follows `#` logs in there, by a press.
  if (/[?&]t=/.test(search)) return <Navigate to={paths.paymentStatus + search + hash} replace />
  return <Refused what={what} ended={arrivedSignedIn} />
}

function Refused({ what, ended }: { what: RefusedScreens; ended: boolean }) {
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    const stored = storage.write('redirectAfterLogin', pathname + search + hash)
    fetchRefusal().then(
      ({ showRefused }) => showRefused(what, ended, stored),
      () => undefined,
    )
  }, [pathname, search, hash, what, ended])
  return <Navigate to={paths.login} replace />
}

/**
 * Owns the input on these screens for one person: it survives a login or a renewed session, and is dropped when another
 * person logs in.
 */
export function ForOnePerson() {
  const userId = useSession((state) => state.user?.user_id)
  const [person, setPerson] = useState({ userId, number: 0 })
  if (userId !== undefined && userId !== person.userId) {
    setPerson({ userId, number: person.userId === undefined ? person.number : person.number + 1 })
  }
  return (
    <Fragment key={person.number}>
      <Outlet />
    </Fragment>
  )
}

/** Hides the frame from a visitor who is about to be redirected. */
const unseen = { '[data-session] &': { visibility: 'hidden' } } as const

/**
 * Guards login and registration for visitors. Checks once on arrival, when the session is known: a successful login
 * leads where the form decides.
 */
export function RequireVisitor() {
  const known = useSession(({ ready }) => ready)
  const signedIn = useSession(isSignedIn)
  const [arrivedSignedIn, setArrivedSignedIn] = useState<boolean>()
  if (known && arrivedSignedIn === undefined) setArrivedSignedIn(signedIn)
  if (arrivedSignedIn) return <Navigate to={paths.dashboard} replace />
  return (
    <chakra.div css={known ? {} : unseen}>
      <Outlet />
    </chakra.div>
  )
}
