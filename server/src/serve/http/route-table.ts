import { isContractProcedure } from '@orpc/contract'
import { contract } from 'contract'
import type { CallMeta } from 'contract/define-call'

/** One call of the contract, as the door of the API sees it. */
export type Route = CallMeta & {
  /** Path in the contract, e.g. `orders.buy`. */
  key: string
  method: string
  /** Path below `/api`, with `{parameters}`. */
  path: string
}

type RouteMatch = { route: Route; params: Record<string, string> } | { allowed: string[] } | undefined

const ofAdmins: CallMeta = {
  access: 'admin',
  body: 'json',
  roles: ['owner'],
  inView: false,
  cost: 'plain',
  limits: [],
  codes: [],
}

/** Every call of the contract. A call that names no access counts as an admin's. */
export const routes: readonly Route[] = collect(contract, [])

type Methods = Map<string, Route>

const byPath = new Map<string, Methods>()
const patterns: { pattern: RegExp; methods: Methods }[] = []
for (const route of routes) {
  const path = withoutSlash(route.path)
  let methods = byPath.get(path)
  if (!methods) {
    methods = new Map()
    byPath.set(path, methods)
    if (path.includes('{')) {
      const pattern = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{([^}]+)\}/g, '(?<$1>[^/]+)')
      patterns.push({ pattern: new RegExp(`^${pattern}$`), methods })
    }
  }
  methods.set(route.method, route)
}

/**
 * The call that `method` and `pathname` (below `/api`, still percent-encoded, with or without a slash at its end) ask
 * for, with the parameters of its path as they stand there; `allowed` when the path is known but not with this method.
 */
export function matchRoute(method: string, pathname: string): RouteMatch {
  const path = withoutSlash(pathname)
  const plain = path.includes('{') ? undefined : byPath.get(path)
  const found = plain ? { methods: plain, params: {} } : matchPattern(path)
  if (!found) return undefined
  const { methods, params } = found
  const route = methods.get(method === 'HEAD' ? 'GET' : method)
  return route ? { route, params } : { allowed: [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : [])] }
}

function matchPattern(path: string): { methods: Methods; params: Record<string, string> } | undefined {
  for (const { pattern, methods } of patterns) {
    const found = pattern.exec(path)
    if (found) return { methods, params: found.groups ?? {} }
  }
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

function collect(node: object, path: string[]): Route[] {
  if (!isContractProcedure(node)) {
    return Object.entries(node).flatMap(([key, child]) => collect(child as object, [...path, key]))
  }
  const { route, meta } = node['~orpc']
  return [
    {
      ...ofAdmins,
      ...(meta as Partial<CallMeta>),
      key: path.join('.'),
      method: route.method ?? 'POST',
      path: route.path ?? '/',
    },
  ]
}
