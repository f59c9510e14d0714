import { pathToFileURL } from 'node:url'
import type { AnyContractRouter } from '@orpc/contract'
import { minifyContractRouter } from '@orpc/contract'
import type { Plugin } from 'vite'

const ID = 'virtual:contract'

const PROSE = new Set(['summary', 'tags', 'description'])
const withoutProse = (key: string, value: unknown) => (PROSE.has(key) ? undefined : value)

/**
 * Gives the browser the contract without its schemas, as plain data: the client needs methods and paths only, and full zod
 * would weigh as much as a screen. Node reads the TypeScript of the contract as it is.
 */
export function contractPlugin(contractFile: string): Plugin {
  return {
    name: 'store-contract',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    async load(id) {
      if (id !== `\0${ID}`) return undefined
      const module = (await import(pathToFileURL(contractFile).href)) as { contract: AnyContractRouter }
      return `export default ${JSON.stringify(minifyContractRouter(module.contract), withoutProse)}`
    },
  }
}
