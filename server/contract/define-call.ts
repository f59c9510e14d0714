import { oc } from '@orpc/contract'
import type { ErrorCode } from './errors.ts'

/** Who may make a call. The server enforces it before the handler runs; nothing is public unless it says so. */
export type Access = 'public' | 'user' | 'admin'

/** What kind of body a call reads: `raw` keeps the bytes as sent, `multipart` goes to disk. */
export type BodyKind = 'none' | 'json' | 'multipart' | 'raw'

/** What an admin may do: an owner everything, an editor the catalogue and the media, support users and orders, finance money, documents and codes. */
export type AdminRole = 'owner' | 'editor' | 'support' | 'finance'

/**
 * Asks for a confirmation (password, app or passkey) of the last minutes where a call cannot be undone: it erases, pays out, opens
 * another's account, gives access away or takes lists of buyers along. `caller` asks whoever calls; a function asks for the inputs that
 * it answers true to, and those are only of owners and finance. `test/confirmed.test.ts` decides each call of an admin.
 */
// biome-ignore lint/suspicious/noExplicitAny: the input has the type that the entry's own schema gives it
export type Confirm = 'caller' | ((input: any) => boolean)

/** How long a confirmation holds, a login counting as one. */
export const CONFIRMED_MINUTES = 10

export type CallMeta = {
  access: Access
  body: BodyKind
  roles: readonly AdminRole[]
  confirm?: Confirm | undefined
  /** Whether an admin who sees the shop as the student may make it. */
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
  /** What it answers besides what its rights, path, body and limits bring about: see `CallMeta`. */
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

/** What the call of this name (`courses.update`) does, in the contract's own words; undefined when there is none. */
export function summaryOf(contract: object, name: string): string | undefined {
  const entry = name.split('.').reduce<unknown>((node, part) => {
    return typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[part] : undefined
  }, contract)
  return (entry as { '~orpc'?: { route?: { summary?: string } } } | undefined)?.['~orpc']?.route?.summary
}
