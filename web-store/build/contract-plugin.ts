import { pathToFileURL } from 'node:url'
import { type AnyContractRouter, minifyContractRouter } from '@orpc/contract'
import type { Plugin } from 'vite'

const VISITORS = 'virtual:contract'
const WHOLE = 'virtual:contract/admin'
const PUBLIC = 'virtual:contract/public'

/** What a client has no use for. */
const PROSE = new Set(['summary', 'tags', 'description', 'codes'])
const withoutProse = (key: string, value: unknown) => (PROSE.has(key) ? undefined : value)

type Call = { '~orpc': { route: { path?: string }; meta: { access?: string } } }
type Tree = { [name: string]: Tree | Call }

const isCall = (node: Tree | Call): node is Call => '~orpc' in node

/** The tree without the calls below `/admin`. */
function withoutAdmin(tree: Tree): Tree {
  const kept = Object.entries(tree).flatMap(([name, node]): [string, Tree | Call][] => {
    if (!isCall(node)) return [[name, withoutAdmin(node)]]
    return node['~orpc'].route.path?.startsWith('/admin/') ? [] : [[name, node]]
  })
  return Object.fromEntries(kept)
}

/** The names (`courses.list`) of the calls that everybody may make, those of the console aside. */
function publicCalls(tree: Tree, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([name, node]) => {
    if (!isCall(node)) return publicCalls(node, `${prefix}${name}.`)
    return node['~orpc'].meta.access === 'public' ? [prefix + name] : []
  })
}

/**
 * Gives the browser the contract without its schemas, as plain data: the client needs methods and paths only, and full zod
 * would weigh as much as a screen. Visitors are given the calls that they may make, the admin's console all of them, and both
 * the names of the public ones. Node reads the TypeScript of the contract as it is.
 */
export function contractPlugin(contractFile: string): Plugin {
  return {
    name: 'store-contract',
    resolveId: (id) => ([VISITORS, WHOLE, PUBLIC].includes(id) ? `\0${id}` : undefined),
    async load(id) {
      if (![VISITORS, WHOLE, PUBLIC].some((name) => id === `\0${name}`)) return undefined
      const module = (await import(pathToFileURL(contractFile).href)) as { contract: AnyContractRouter }
      const whole = minifyContractRouter(module.contract) as unknown as Tree
      if (id === `\0${PUBLIC}`) return `export default ${JSON.stringify(publicCalls(withoutAdmin(whole)))}`
      const router = id === `\0${WHOLE}` ? whole : withoutAdmin(whole)
      return `export default ${JSON.stringify(router, withoutProse)}`
    },
  }
}
