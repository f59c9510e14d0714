import { readFileSync } from 'node:fs'
import { isLoopback } from '../net/local-host.ts'

const MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']
/** Modes that pg checks as strictly as `verify-full`, unless the address asks for libpq's meaning. */
const CHECKED = ['prefer', 'require', 'verify-ca']
const FILES = ['sslrootcert', 'sslcert', 'sslkey']

const SETTINGS = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const
type Addresses = { [name in (typeof SETTINGS)[number]]?: string | undefined }

const ofEach =
  (look: (name: string, address: string) => string[]) =>
  (env: Addresses): string[] =>
    SETTINGS.flatMap((name) => (env[name] ? look(name, env[name]) : []))

/** Lists what PostgreSQL's client would refuse with a stack: an unknown mode, or a file that cannot be read. */
export const databaseProblems = ofEach((name, address) => {
  const { sslmode, parameters } = readAddress(address)
  if (sslmode && !MODES.includes(sslmode)) return [`${name}: sslmode is one of ${MODES.join(', ')}`]
  return FILES.flatMap((parameter) => {
    const file = parameters.get(parameter)
    try {
      if (file) readFileSync(file)
      return []
    } catch (error) {
      return [`${name}: ${parameter} cannot be read (${(error as Error).message})`]
    }
  })
})

/** Lists what a person should know of the way to a database: no TLS, or a check that is not what the mode's name says. */
export const databaseWarnings = ofEach((name, address) => {
  const { host, sslmode, parameters, isChecked } = readAddress(address)
  const hasTls = sslmode ?? parameters.get('ssl') ?? parameters.get('sslnegotiation')
  const isNear = host === '' || /^(\/|%2f)/i.test(host) || !/[.:]/.test(host) || isLoopback(host)
  if (!hasTls && !isNear) {
    return [
      `${name}: the way to ${host} is not encrypted. Add ?sslmode=verify-full&sslrootcert=FILE to the address, or sslmode=disable if nobody else is on that network`,
    ]
  }
  if (isChecked)
    return [
      `${name}: sslmode=${sslmode} checks the certificate like verify-full. If it is not of a public authority, name that one's with sslrootcert=FILE`,
    ]
  return sslmode === 'no-verify' ? [`${name}: sslmode=no-verify encrypts, but does not check whose server it is`] : []
})

/** Returns the address with the mode that pg applies by its own name: pg warns of the others, and will change them. */
export function withPlainMode(address: string): string {
  return readAddress(address).isChecked ? address.replace(/([?&])sslmode=[\w-]+/, '$1sslmode=verify-full') : address
}

function readAddress(address: string) {
  const url = URL.parse(address)
  const parameters = url?.searchParams ?? new URLSearchParams()
  const sslmode = parameters.get('sslmode') ?? undefined
  return {
    host: parameters.get('host') ?? url?.hostname.replace(/^\[|\]$/g, '') ?? '',
    sslmode,
    parameters,
    isChecked: CHECKED.includes(sslmode ?? '') && parameters.get('uselibpqcompat') !== 'true',
  }
}
