import { oc } from '@orpc/contract'
import type { ErrorCode } from './errors.ts'

/** Who may make a call. The server enforces it before the handler runs; nothing is public unless it says so. */
export type Access = 'public' | 'user' | 'admin'

/** What kind of body a call reads: `raw` keeps the bytes as sent, `multipart` goes to disk. */
export type BodyKind = 'none' | 'json' | 'multipart' | 'raw'

/** What an admin may do: an owner everything, an editor the catalogue and the media, support users and orders. */
export type AdminRole = 'owner' | 'editor' | 'support'

export type CallMeta = {
  access: Access
  body: BodyKind
  roles: readonly AdminRole[]
  /** The errors of this call's own: those that its rights, its input and its limits bring about are known without. */
  codes: readonly ErrorCode[]
}

type CallOptions = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  access: Access
  /** With `access: 'admin'`: the roles that may make the call besides the owner. None when absent. */
  roles?: readonly Exclude<AdminRole, 'owner'>[]
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
export function call(options: CallOptions) {
  const { method, path, access, roles = [], summary, status = 200, input = 'compact', body, codes = [] } = options
  const kind = body ?? (method === 'GET' || method === 'DELETE' ? 'none' : 'json')
  const tag = path.startsWith('/admin') ? 'Admin' : path.startsWith('/user') ? 'User' : 'Public and account'
  return oc
    .$meta<CallMeta>({ access, body: kind, roles: ['owner', ...roles], codes })
    .route({ method, path, summary, successStatus: status, inputStructure: input, tags: [tag] })
}

/** What the call of this name (`courses.update`) does, in the contract's own words; undefined when there is none. */
export function summaryOf(contract: object, name: string): string | undefined {
  const entry = name.split('.').reduce<unknown>((node, part) => {
    return typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[part] : undefined
  }, contract)
  return (entry as { '~orpc'?: { route?: { summary?: string } } } | undefined)?.['~orpc']?.route?.summary
}
