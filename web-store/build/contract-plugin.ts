import { pathToFileURL } from 'node:url'
import { type AnyContractRouter, minifyContractRouter } from '@orpc/contract'
import type { Plugin } from 'vite'

const VISITORS = 'virtual:contract'
const WHOLE = 'virtual:contract/admin'
const PUBLIC = 'virtual:contract/public'

/** Fields that a client does not need. */
const PROSE = ['summary', 'tags', 'description', 'successStatus']
/** Values that a client takes for granted. */
const USUAL = ['compact', 'public']
/** A feature or call may have the name of a field: it is an object, and no such field is one. */
const isField = (value: unknown) => typeof value !== 'object' || Array.isArray(value)

/** Leaves a client the way to each call and who may make it; the roles are for the console. */
const without = (fields: string[]) => (key: string, value: unknown) => {
  if (key === '~orpc') {
    const call = value as Call['~orpc']
    return { ...call, meta: { access: call.meta.access, roles: call.meta.roles } }
  }
  return (fields.includes(key) && isField(value)) || USUAL.includes(value as string) ? undefined : value
}

type Call = { '~orpc': { route: { path?: string }; meta: { access?: string; roles?: readonly string[] } } }
type Tree = { [name: string]: Tree | Call }

const isCall = (node: Tree | Call): node is Call => '~orpc' in node

/** Calls that a screen of the store does not make: those of the console, of a key, of a gateway, and of a page of the server. */
const FOREIGN = /^\/(admin\/|hooks\b|webhooks\/|me$|privacy\/processors$|user\/plans$|(user|go)\/.*\/sheet(_paid)?$)/

const ADMIN = /^\/admin\//

/** Returns the tree without the calls at these paths, and without features that have no other call. */
function withoutCalls(tree: Tree, paths: RegExp): Tree {
  const stored = Object.entries(tree).flatMap(([name, node]): [string, Tree | Call][] => {
    if (!isCall(node)) {
      const rest = withoutCalls(node, paths)
      return Object.keys(rest).length > 0 ? [[name, rest]] : []
    }
    return paths.test(node['~orpc'].route.path ?? '') ? [] : [[name, node]]
  })
  return Object.fromEntries(stored)
}

/** Lists the names (`courses.list`) of public calls outside the console. */
function publicCalls(tree: Tree, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([name, node]) => {
    if (!isCall(node)) return publicCalls(node, `${prefix}${name}.`)
    return node['~orpc'].meta.access === 'public' ? [prefix + name] : []
  })
}

/**
 * Replaces the contract in the browser by plain data without schemas: the client needs only methods and paths, and full
 * zod would weigh as much as a screen. Visitors get the calls that they may make, the admin console all of them, and
 * both the names of the public ones. Node reads the contract's TypeScript directly.
 */
export function contractPlugin(contractFile: string): Plugin {
  return {
    name: 'store-contract',
    resolveId: (id) => ([VISITORS, WHOLE, PUBLIC].includes(id) ? `\0${id}` : undefined),
    async load(id) {
      if (![VISITORS, WHOLE, PUBLIC].some((name) => id === `\0${name}`)) return undefined
      const module = (await import(pathToFileURL(contractFile).href)) as { contract: AnyContractRouter }
      const whole = minifyContractRouter(module.contract) as unknown as Tree
      if (id === `\0${PUBLIC}`) return `export default ${JSON.stringify(publicCalls(withoutCalls(whole, ADMIN)))}`
      const router =
        id === `\0${WHOLE}`
          ? JSON.stringify(whole, without(PROSE))
          : JSON.stringify(withoutCalls(whole, FOREIGN), without([...PROSE, 'roles']))
      return `export default ${router}`
    },
  }
}
