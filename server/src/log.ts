import { isatty } from 'node:tty'
import pino, { type Logger } from 'pino'
import { countFloods } from './log-floods.ts'

/** Names under which a secret or personal data could come along with an object that is logged. */
const SECRET_NAMES = [
  'password',
  'new_password',
  'current_password',
  'password_hash',
  'temporary_password_hash',
  'token',
  'access_token',
  'authorization',
  'cookie',
  'api_key',
  'api_secret',
  'webhook_secret',
  'keySecret',
  'email',
  'phone',
  'contact',
]

/** JSON lines on stdout, readable ones on a terminal. */
export async function createLog(level: string): Promise<Logger> {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
    serializers: { err: describeError },
    hooks: { logMethod: countFloods(shortMessage) },
  }
  if (!isatty(1)) return pino(options)
  const { default: pretty } = await import('pino-pretty')
  return pino(options, pretty({ sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'hostname,pid' }))
}

/**
 * An error for the log: what it is and where, and its cause. The values that a failed statement was given are left
 * out: they are people's data.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, stack, cause } = error
  const code = (error as { code?: unknown }).code
  const frames = stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12)
  return {
    type: name,
    message: shortMessage(error),
    code,
    stack: frames?.join('\n'),
    ...(cause ? { cause: describeError(cause) } : {}),
  }
}

/** The message without the statement that knex puts in front of it. */
export function shortMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return (message.split(' - ').at(-1) ?? message).slice(0, 500)
}
