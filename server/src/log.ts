import { isatty } from 'node:tty'
import pino, { type LogFn, type Logger } from 'pino'

/** Property names that can contain a secret or personal data in a logged object. */
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

/**
 * Creates a log of JSON lines on stdout, readable ones on a terminal. `error`: someone must act; `warn`: it recovers by
 * itself; `info`: a business event. A line has ids and no personal data: `log.info({ order_id }, 'order settled')`. Lines whose error
 * is `covered` are dropped.
 */
export async function createLog(level: string, covered?: (error: unknown) => boolean): Promise<Logger> {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
    serializers: { err: describeError },
    hooks: { logMethod: countFloods(shortMessage, covered) },
  }
  if (!isatty(1)) return pino(options)
  const { default: pretty } = await import('pino-pretty')
  return pino(options, pretty({ sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'hostname,pid' }))
}

/** A full disk, of shop or database, is no program error: its location in the code helps nobody. */
const FULL_DISK = new Set(['ENOSPC', 'EDQUOT', 'storage_full', '53100'])

/**
 * Formats an error for the log: type, location, and cause. Omits the values of a failed statement: they are personal
 * data.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, stack, cause } = error
  const code = (error as { code?: unknown }).code
  if (FULL_DISK.has(String(code))) return { type: name, message: shortMessage(error), code }
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

/** Returns the message without the statement that knex prepends, and without its advice to programmers. */
export function shortMessage(error: unknown): string {
  if (error instanceof Error && error.name === 'KnexTimeoutError')
    return 'No connection to the database became free in time'
  const message = error instanceof Error ? error.message : String(error)
  return (message.split(' - ').at(-1) ?? message).slice(0, 500)
}

const WINDOW_MS = 10_000
/** Limit per window for one message about different subjects, because their ids may matter. */
const DIFFERENT = 50
const WARN = 40

type Suppressed = { times: number; held: number; tell: (times: number) => void }

/**
 * Returns the hook that writes a repeated warning or error once and counts the rest in windows of 10 s: one line at the
 * end has the count. Other levels are not limited. A line whose error is `covered` is dropped.
 */
export function countFloods(
  shorten: (error: unknown) => string,
  covered: (error: unknown) => boolean = () => false,
): (this: Logger, args: Parameters<LogFn>, method: LogFn, level: number) => void {
  const stored = new Map<string, Suppressed>()
  const endWindow = () => {
    const ended = [...stored.values()]
    stored.clear()
    for (const { held, tell } of ended) if (held > 0) tell(held)
  }
  /** Returns true if one more of these is suppressed. */
  const isHeld = (key: string, most: number, notify: Suppressed['tell']) => {
    if (stored.size === 0) setTimeout(endWindow, WINDOW_MS).unref()
    const known = stored.get(key) ?? { times: 0, held: 0, tell: notify }
    stored.set(key, known)
    known.times++
    if (known.times > most) known.held++
    return known.times > most
  }
  return function write(args, method, level) {
    if (level < WARN) return method.apply(this, args)
    const [first, second] = args as unknown[]
    const fields = typeof first === 'object' && first !== null ? (first as Record<string, unknown>) : {}
    const message = String((typeof first === 'object' ? second : first) ?? '')
    const { err, ...others } = fields
    if (covered(err)) return
    const why = err instanceof Error ? err.message : undefined
    const notify: Suppressed['tell'] = (times) => {
      const again = `${message} … ${times} times more in the last ${WINDOW_MS / 1000} s`
      method.apply(this, [why ? { times, error: shorten(err) } : { times }, again] as unknown as Parameters<LogFn>)
    }
    const words = `${level} ${message}`
    if (isHeld(`${words} ${why} ${textOf(others)}`, 1, notify)) return
    if (isHeld(words, DIFFERENT, notify)) return
    method.apply(this, args)
  }
}

function textOf(fields: Record<string, unknown>): string {
  try {
    return JSON.stringify(fields).slice(0, 500)
  } catch {
    return ''
  }
}
