import { oc } from '@orpc/contract'
import type { ErrorCode } from './errors.ts'

/** Callers of a call. The server enforces it before the handler runs; a call is public only by declaration. */
export type Access = 'public' | 'user' | 'admin'

/** Kind of request body: `raw` leaves the bytes unchanged, `multipart` goes to disk. */
export type BodyKind = 'none' | 'json' | 'multipart' | 'raw'

/**
 * Rights of an admin: an owner everything, an editor the catalogue and the media, support users and orders, finance
 * money, documents and codes.
 */
export type AdminRole = 'owner' | 'editor' | 'support' | 'finance'

/**
 * Asks for a confirmation (password, app or passkey) of the last minutes where a call cannot be undone: it erases, pays out, opens
 * another's account, gives access away or takes lists of buyers along. `caller` asks whoever calls; a function asks for the inputs that
 * it answers true to, and those are only of owners and finance. `test/confirmed.test.ts` decides each call of an admin.
 */
// biome-ignore lint/suspicious/noExplicitAny: the input has the type that the entry's own schema gives it
export type Confirm = 'caller' | ((input: any) => boolean)

/** Lifetime of a confirmation, a login counting as one. */
export const CONFIRMED_MINUTES = 10

export type CallMeta = {
  access: Access
  body: BodyKind
  roles: readonly AdminRole[]
  confirm?: Confirm | undefined
  /** True if an admin in the student's view may make it. */
  inView: boolean
  /** The errors of this call's own: those that its rights, its input and its limits bring about are known without. */
  codes: readonly ErrorCode[]
}

type CallOptions = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Begins with `/user/` for a student's call and with `/admin/` for an admin's; `test/matrix.test.ts` names the public ones. */
  path: `/${string}`
  access: Access
  /** With `access: 'admin'`: the roles that may make the call besides the owner. None when absent. */
  roles?: readonly Exclude<AdminRole, 'owner'>[]
  /**
   * With `access: 'user'`: an admin who sees the shop as this student may make it. Only what changes nothing is open to such a view, and
   * a call is closed until it says so: the GET of a student's screen does.
   */
  inView?: true
  confirm?: Confirm
  summary: string
  /** Success status, 200 when absent. */
  status?: number
  /**
   * `compact` merges path parameters with the query (GET) or the JSON body; `detailed` keeps
   * `{params, query, headers, body}` apart, so that a body can never stand in for a path parameter.
   */
  input?: 'compact' | 'detailed'
  body?: BodyKind
  /** Errors beyond those of its rights, path, body and limits: see `CallMeta`. */
  codes?: readonly ErrorCode[]
}

/** Begins one entry of the contract. */
export function defineCall(options: CallOptions) {
  const { method, path, access, roles = [], confirm, summary, status = 200 } = options
  const { input = 'compact', body, codes = [], inView = false } = options
  const kind = body ?? (method === 'GET' || method === 'DELETE' ? 'none' : 'json')
  const tag = path.startsWith('/admin') ? 'Admin' : path.startsWith('/user') ? 'User' : 'Public and account'
  return oc
    .$meta<CallMeta>({ access, body: kind, roles: ['owner', ...roles], confirm, inView, codes })
    .route({ method, path, summary, successStatus: status, inputStructure: input, tags: [tag] })
}

/** Returns the contract's summary of a call (`courses.update`); undefined when there is none. */
export function summaryOf(contract: object, name: string): string | undefined {
  const entry = name.split('.').reduce<unknown>((node, part) => {
    return typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[part] : undefined
  }, contract)
  return (entry as { '~orpc'?: { route?: { summary?: string } } } | undefined)?.['~orpc']?.route?.summary
}
