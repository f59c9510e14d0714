import type { z } from 'zod'
import { type Environment, splitList } from './environment.ts'

type Settings = Pick<z.output<typeof Environment>, 'EDGE' | 'EDGE_ID' | 'EDGE_TOKEN' | 'EDGE_ADDRESSES'>

const APIS = { fastly: 'https://api.fastly.com', cloudflare: 'https://api.cloudflare.com/client/v4' }

/** Returns the CDN that caches public answers and its purge settings; undefined without one. */
export function edgeOf({ EDGE, EDGE_ID = '', EDGE_TOKEN = '', EDGE_ADDRESSES }: Settings) {
  const addresses = splitList(EDGE_ADDRESSES)
  if (EDGE === 'off') return undefined
  if (EDGE === 'varnish') return { kind: EDGE, addresses }
  const api = (addresses[0] ?? APIS[EDGE]).replace(/\/+$/, '')
  return EDGE === 'fastly'
    ? { kind: EDGE, api, id: EDGE_ID, token: EDGE_TOKEN }
    : { kind: EDGE, api, id: EDGE_ID, token: EDGE_TOKEN }
}

/** Lists the settings that a CDN lacks for purges. */
export function edgeProblems({ EDGE, EDGE_ID, EDGE_TOKEN, EDGE_ADDRESSES }: Settings): string[] {
  if (EDGE === 'off') return []
  if (EDGE === 'varnish')
    return EDGE_ADDRESSES ? [] : ['EDGE_ADDRESSES: is required with EDGE=varnish, the addresses of every Varnish']
  return EDGE_ID && EDGE_TOKEN ? [] : [`EDGE_ID and EDGE_TOKEN: are required with EDGE=${EDGE}`]
}
