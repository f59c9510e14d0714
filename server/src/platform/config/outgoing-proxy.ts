import http from 'node:http'
import { z } from 'zod'
import { ConfigError } from './env-file.ts'

const NAMES = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'] as const
/** The machine's proxy is for the internet, not for programs on the same machine. */
const LOOPBACK = 'localhost,127.0.0.1,::1'

/** Completes `proxy:3128`, a form that other programs read too. */
const withScheme = (address: string) => (address.includes('://') ? address : `http://${address}`)

const proxyAddress = z.string().refine((value) => /^https?:$/.test(URL.parse(withScheme(value))?.protocol ?? ''), {
  error: 'must be the address of a proxy, such as http://proxy.example.in:3128',
})

export const proxyEnvironment = {
  HTTPS_PROXY: proxyAddress.optional(),
  HTTP_PROXY: proxyAddress.optional(),
  NO_PROXY: z.string().optional(),
}

/**
 * Sends the requests of this process by the proxy of the environment, whose names may be in small letters: payments,
 * bucket, CDN, the look for updates. Does nothing without a proxy, or with a wrong one, which `readConfig` reports.
 * Returns a function that undoes it.
 */
export function goOutByProxy(environment: Record<string, string | undefined>): () => void {
  const [https, plain, except] = NAMES.map((name) => environment[name] || environment[name.toLowerCase()])
  if (![https, plain].some((one) => one && proxyAddress.safeParse(one).success)) return () => {}
  if (!('setGlobalProxyFromEnv' in http))
    throw new ConfigError([`HTTPS_PROXY needs Node 24, and this is ${process.versions.node}: a release brings its own`])
  return http.setGlobalProxyFromEnv({
    ...(https && { HTTPS_PROXY: withScheme(https) }),
    ...(plain && { HTTP_PROXY: withScheme(plain) }),
    NO_PROXY: [except, LOOPBACK].filter(Boolean).join(),
  })
}
