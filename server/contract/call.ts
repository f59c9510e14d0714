import { oc } from '@orpc/contract'

/** Who may make a call. The server enforces it before the handler runs; nothing is public unless it says so. */
export type Access = 'public' | 'user' | 'admin'

/** What kind of body a call reads: `raw` keeps the bytes as sent, `multipart` goes to disk. */
export type BodyKind = 'none' | 'json' | 'multipart' | 'raw'

export type CallMeta = { access: Access; body: BodyKind }

type CallOptions = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  access: Access
  summary: string
  /** Success status, 200 when absent. */
  status?: number
  /**
   * `compact` merges path parameters with the query (GET) or the JSON body; `detailed` keeps
   * `{params, query, headers, body}` apart, so that a body can never stand in for a path parameter.
   */
  input?: 'compact' | 'detailed'
  body?: BodyKind
}

/** Begins one entry of the contract. */
export function call({ method, path, access, summary, status = 200, input = 'compact', body }: CallOptions) {
  const kind = body ?? (method === 'GET' || method === 'DELETE' ? 'none' : 'json')
  const tag = path.startsWith('/admin') ? 'Admin' : path.startsWith('/user') ? 'User' : 'Public and account'
  return oc
    .$meta<CallMeta>({ access, body: kind })
    .route({ method, path, summary, successStatus: status, inputStructure: input, tags: [tag] })
}
