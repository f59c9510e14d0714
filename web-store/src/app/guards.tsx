import { Fragment, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { anew } from '../anew.ts'
import { paths } from '../paths.ts'
import type { RefusedScreens } from '../shared/login/session-ended.ts'
import { isSignedIn, useSession } from '../stores/session.ts'
import { storage } from '../stores/storage.ts'
import { chakra } from '../ui/chakra.ts'

/** Fetched by whom it concerns: every page would carry its sentences. */
const fetchRefusal = anew(() => import('../shared/login/session-ended.ts'), 'sayRefused')

/**
 * The screens of a student: without a token and a user the visitor is told so and sent to log in, and comes back afterwards.
 * The server renders nothing of these screens, so the session is known when this renders.
 */
export function RequireUser({ what }: { what: RefusedScreens }) {
  const signedIn = useSession(isSignedIn)
  const userId = useSession((state) => state.user?.user_id)
  const loggedOut = useSession((state) => Boolean(state.token && !state.user))
  // Who loses the session on the page is told so by whoever noticed; here only arrivals are.
  const [arrivedSignedIn] = useState(signedIn)
  if (signedIn) {
    return (
      <Fragment key={userId}>
        <Outlet />
      </Fragment>
    )
  }
  // Logging out takes the user and leaves the dead token; a session that expired loses both.
  if (arrivedSignedIn && loggedOut) return <Navigate to={paths.home} replace />
  return <Refused what={arrivedSignedIn ? undefined : what} />
}

function Refused({ what }: { what: RefusedScreens | undefined }) {
  const { pathname, search } = useLocation()
  useEffect(() => {
    const stored = storage.write('redirectAfterLogin', pathname + search)
    if (what)
      fetchRefusal().then(
        ({ sayRefused }) => sayRefused(what, stored),
        () => undefined,
      )
  }, [pathname, search, what])
  return <Navigate to={paths.login} replace />
}

/**
 * What is typed on these screens is of one person: it stays while a visitor signs in, or a session ends and is begun again, and
 * goes when somebody else signs in.
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

/** Who will be led on does not see the frame of what is not for them. */
const unseen = { '[data-session] &': { visibility: 'hidden' } } as const

/**
 * Login and Register are for those who are not logged in yet. The question is asked on arrival only, once it is known who is there: a
 * login that succeeds here leads where the form says.
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
