import { type AnyProcedure, isProcedure } from '@orpc/server'
import { type Contract, contract } from 'contract'
import { calls } from '../../context.ts'
import { importAll } from '../../platform/import-all.ts'
import { countCall } from './count-call.ts'
import { routes } from './route-table.ts'

const modules = await importAll('../../**/*.handlers.ts', import.meta.dirname)

const addressOf = ({ method, path }: { method?: string | undefined; path?: string | undefined }) => `${method} ${path}`

/** Arranges the handlers as the contract does; throws for a call without a handler, and for one with two. */
function arrange(): Record<keyof Contract, Record<string, AnyProcedure>> {
  const handlers = new Map<string, AnyProcedure>()
  for (const handler of modules.flatMap(Object.values).flatMap((group: object) => Object.values(group))) {
    if (!isProcedure(handler)) continue
    const address = addressOf(handler['~orpc'].route)
    if (handlers.has(address)) throw new Error(`${address} has two handlers`)
    handlers.set(address, handler)
  }
  const tree = Object.fromEntries(Object.keys(contract).map((feature) => [feature, {} as Record<string, AnyProcedure>]))
  for (const { key, ...route } of routes) {
    const [feature = '', call = ''] = key.split('.')
    const handler = handlers.get(addressOf(route))
    if (!handler || !tree[feature]) throw new Error(`${key} has no handler: export it from a *.handlers.ts`)
    tree[feature][call] = handler
  }
  return tree as Record<keyof Contract, Record<string, AnyProcedure>>
}

/** The contract, implemented and counted. Handlers are found by their files. */
export const router = calls.use(countCall).router(arrange() as unknown as Parameters<typeof calls.router>[0])
