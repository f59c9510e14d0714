import { create } from 'zustand'
import { inLanguage } from '../language/language.ts'
import { isView, type StoredUser, storage } from './storage.ts'

type SessionState = {
  user: StoredUser | undefined
  token: string | undefined
  /** Scheme of the authorization header; `bearer` when none is stored. */
  tokenType: string
  /** Is false until the browser's storage was read: nobody is signed in on the server and during hydration. */
  ready: boolean
  /** An admin looks on as this student: nothing can be changed. */
  viewing: boolean
  /** The session was lost because the browser's storage has no token any more. */
  noToken: boolean
}

const signedOut: SessionState = {
  user: undefined,
  token: undefined,
  tokenType: 'bearer',
  ready: false,
  viewing: false,
  noToken: false,
}

/** The signed-in student, as this browser knows them. Read it with `useSession`, change it with the functions of `session`. */
export const useSession = create<SessionState>(() => signedOut)

/** The user is last: other tabs see the keys go one by one, and read a user who goes before the token as a logout. */
const KEYS = ['access_token', 'token_type', 'user'] as const
const PASSWORD_KEPT_MS = 24 * 60 * 60 * 1000
const BROWSER_OPEN = 'browser_open=1'

type SignIn = { user: StoredUser; token: string; tokenType?: string; remember?: boolean }

export const session = {
  /** Stores token and user; without `remember` only until the browser closes. */
  signIn({ user, token, tokenType = 'bearer', remember = true }: SignIn): void {
    storage.write('access_token', token)
    storage.write('token_type', tokenType)
    storage.write('user', user)
    if (remember) storage.remove('session_only')
    else {
      storage.write('session_only', '1')
      markBrowserOpen()
    }
    useSession.setState({ user, token, tokenType, ready: true })
  },

  /** Returns true while this person is signed in: an answer on its way is not for the next one. */
  isOf: (userId: string): boolean => useSession.getState().user?.user_id === userId,

  /** Stores a new token of the same user, after a changed password. */
  replaceToken(token: string, tokenType = 'bearer'): void {
    storage.write('access_token', token)
    storage.write('token_type', tokenType)
    useSession.setState({ token, tokenType })
  },

  /** Merges into the stored user, and removes fields that are undefined. Does nothing when nobody is signed in. */
  updateUser(change: { [Field in keyof StoredUser]?: StoredUser[Field] | undefined }): void {
    const { user } = useSession.getState()
    if (!user) return
    const changed = Object.fromEntries(
      Object.entries({ ...user, ...change }).filter(([, value]) => value !== undefined),
    )
    storage.write('user', changed as StoredUser)
    useSession.setState({ user: changed as StoredUser })
  },

  /**
   * Logs out by the header: removes the stored user, leaves the token (dead by then). The cart belongs to the browser and stays; `cart_with`
   * tells whose it is, so that no other account receives it.
   */
  signOut(): void {
    if (isView()) {
      leaveView()
      return
    }
    storage.remove('user', 'session_only')
    useSession.setState({ user: undefined })
  },

  /** Logs out of a deleted account: removes the dead token too. */
  end(): void {
    session.signOut()
    storage.remove('cart_with', 'access_token', 'token_type')
  },

  /** Ends an expired session: removes token, token type and user. The next login leads to `returnTo`. */
  expire(returnTo?: string, { noToken = false } = {}): void {
    if (isView()) {
      leaveView()
      return
    }
    storage.remove(...KEYS, 'session_only')
    if (returnTo) storage.write('redirectAfterLogin', returnTo)
    useSession.setState({ ...signedOut, ready: true, noToken })
  },

  /** Takes the address that a login leads to out of the storage, if any. */
  takeRedirect(): string | undefined {
    const path = storage.read('redirectAfterLogin')
    storage.remove('redirectAfterLogin')
    return path
  },

  /** Returns the authorization header's value, or undefined without a token. */
  authorization(): string | undefined {
    const token = storage.read('access_token')
    return token ? `${storage.read('token_type') ?? 'bearer'} ${token}` : undefined
  },
}

/** Returns true with both a token and a user, as a student's screens require. */
export const isSignedIn = (state: SessionState): boolean => Boolean(state.user && state.token)

function load(): void {
  const user = storage.read('user')
  if (user?.password && Date.now() - (user.password_kept_at ?? 0) > PASSWORD_KEPT_MS) {
    delete user.password
    delete user.password_kept_at
    storage.write('user', user)
  }
  const token = storage.read('access_token')
  useSession.setState({
    user,
    token,
    tokenType: storage.read('token_type') ?? 'bearer',
    ready: true,
    viewing: isView(),
  })
}

/**
 * Runs `draw` with this student signed in, as the server does that draws their screen; without one nobody is. React reads the first state of a
 * store on the server, and drawing waits for nothing.
 */
export function drawFor<Drawn>(user: StoredUser | undefined, draw: () => Drawn): Drawn {
  if (!user) return draw()
  Object.assign(signedOut, { user, token: 'of the browser', ready: true })
  try {
    return draw()
  } finally {
    Object.assign(signedOut, { user: undefined, token: undefined, ready: false })
  }
}

/** Starts the tab anew with the browser's own storage. */
function leaveView(): void {
  storage.remove(...KEYS, 'session_only')
  storage.leaveView()
  window.location.replace(inLanguage('/'))
}

/** Sets a session cookie: unlike session storage, every tab sees it. */
function markBrowserOpen(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
  document.cookie = `${BROWSER_OPEN}; path=/; SameSite=Lax`
}

/** Reads the session from the storage and follows the other tabs. Called once, by the browser's entry. */
export function startSession(): void {
  if (storage.read('session_only') && !document.cookie.includes(BROWSER_OPEN)) {
    storage.remove(...KEYS, 'session_only')
  }
  load()
  storage.watch(KEYS, follow)
}

/**
 * Follows another tab. A user removed before the token has logged out, or is deleted; then the token is gone too when this event arrives.
 */
function follow(key?: string | null): void {
  const left = !storage.read('user') && (key === 'user' || !useSession.getState().user)
  if (key && left) useSession.setState({ user: undefined })
  else load()
}
