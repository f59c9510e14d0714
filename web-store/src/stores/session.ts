import { create } from 'zustand'
import { inLanguage } from '../language/language.ts'
import { isView, type StoredUser, storage } from './storage.ts'

type SessionState = {
  user: StoredUser | undefined
  token: string | undefined
  /** Scheme of the authorization header; `bearer` when none is stored. */
  tokenType: string
  /** False until the browser's storage was read: on the server and during hydration nobody is signed in. */
  ready: boolean
  /** An admin looks on as this student: nothing can be changed. */
  viewing: boolean
}

const signedOut: SessionState = {
  ...{ user: undefined, token: undefined, tokenType: 'bearer', ready: false, viewing: false },
}

/** Who is signed in, as this browser knows it. Read it with `useSession`, change it with the functions of `session`. */
export const useSession = create<SessionState>(() => signedOut)

/** The user last: other tabs see them go one by one, and a user who goes while the token is there has logged out. */
const KEYS = ['access_token', 'token_type', 'user'] as const
const PASSWORD_KEPT_MS = 24 * 60 * 60 * 1000
const BROWSER_OPEN = 'browser_open=1'

type SignIn = { user: StoredUser; token: string; tokenType?: string; remember?: boolean }

export const session = {
  /** Keeps token and user. Without `remember` they are forgotten when the browser is closed. */
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

  /** True while this person is signed in: an answer that was on its way meanwhile is not for the next one. */
  isOf: (userId: string): boolean => useSession.getState().user?.user_id === userId,

  /** Keeps a new token of the same user, as a changed password brings one. */
  replaceToken(token: string, tokenType = 'bearer'): void {
    storage.write('access_token', token)
    storage.write('token_type', tokenType)
    useSession.setState({ token, tokenType })
  },

  /** Merges into the stored user; a field given as undefined is removed. Nothing happens when nobody is signed in. */
  updateUser(change: { [Field in keyof StoredUser]?: StoredUser[Field] | undefined }): void {
    const { user } = useSession.getState()
    if (!user) return
    const changed = Object.fromEntries(
      Object.entries({ ...user, ...change }).filter(([, value]) => value !== undefined),
    )
    storage.write('user', changed as StoredUser)
    useSession.setState({ user: changed as StoredUser })
  },

  /** Log Out of the header: the stored user goes, the token (dead by then) stays. */
  signOut(): void {
    if (isView()) {
      leaveView()
      return
    }
    storage.remove('user', 'session_only')
    useSession.setState({ user: undefined })
  },

  /** The account is gone: as Log Out, and the browser keeps nothing of the dead token either. */
  end(): void {
    session.signOut()
    storage.remove('access_token', 'token_type')
  },

  /** An expired session: token, token type and user go. `returnTo` is where the next login leads. */
  expire(returnTo?: string): void {
    if (isView()) {
      leaveView()
      return
    }
    storage.remove(...KEYS, 'session_only')
    if (returnTo) storage.write('redirectAfterLogin', returnTo)
    useSession.setState({ ...signedOut, ready: true })
  },

  /** Where a login leads, which is asked once: the stored address, else undefined. */
  takeRedirect(): string | undefined {
    const path = storage.read('redirectAfterLogin')
    storage.remove('redirectAfterLogin')
    return path
  },

  /** The authorization header's value, or undefined without a token. */
  authorization(): string | undefined {
    const token = storage.read('access_token')
    return token ? `${storage.read('token_type') ?? 'bearer'} ${token}` : undefined
  },
}

/** True with both a token and a user, which is what the screens of a student ask for. */
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

/** The tab begins anew with what the browser has. */
function leaveView(): void {
  storage.remove(...KEYS, 'session_only')
  storage.leaveView()
  window.location.replace(inLanguage('/'))
}

/** A cookie without an end lives as long as the browser and is seen by every tab, which session storage is not. */
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
 * What another tab changed. A user who went before the token did has logged out, or is deleted; of a deleted one the storage has no
 * token any more when this is heard.
 */
function follow(key?: string | null): void {
  const left = !storage.read('user') && (key === 'user' || !useSession.getState().user)
  if (key && left) useSession.setState({ user: undefined })
  else load()
}
