import knex, { type Knex } from 'knex'
import pg from 'pg'

export interface DbOptions {
  /** Bound of this pool's connections; 10 by default. Several instances share the server's limit. */
  poolMax?: number
  /** Shown in `pg_stat_activity`, so that an operator sees who holds a connection. */
  applicationName?: string
  /**
   * Marks a pooler in transaction mode, where each transaction gets another session. It accepts no connection options,
   * so the role carries the session's settings (`pooler.ts`), and statements are unnamed: the next session may not know
   * the name.
   */
  pooled?: boolean
  /** All in milliseconds. By default a dead database fails in under 2 s and a hung one in under 5 s. */
  timeouts?: Partial<Timeouts>
}

export interface Timeouts {
  /** Opening one connection, handshake included. */
  connect: number
  /** Waiting for a free connection. Longer than `connect`, so that the real reason reaches the caller. */
  acquire: number
  /** One statement, cut off by the server. */
  statement: number
  /** One statement, cut off by this process when the server's own timeout fails. Longer than `statement`. */
  query: number
}

/** Milliseconds after which the server ends an idle transaction. */
const IDLE_IN_TRANSACTION_MS = 30_000

const defaultTimeouts: Timeouts = { connect: 1_400, acquire: 1_700, statement: 2_800, query: 3_000 }
/** For tests and drills: nobody waits for an answer, and the machine may be small and busy. */
export const PATIENT: Timeouts = { connect: 10_000, acquire: 15_000, statement: 20_000, query: 25_000 }

/**
 * Creates a PostgreSQL pool. bigint and numeric arrive as numbers (an unsafe integer is an error, not a rounded value),
 * timestamptz as an ISO string in UTC, date as its text. Sessions run in UTC, whatever the server is set to. Broken connections are dropped, so the
 * pool heals when the database returns.
 */
export function createDb(url: string, options: DbOptions = {}): Knex {
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const connections = new Map<string, PooledClient>()
  const givenUp = new WeakSet<PooledClient>()
  const db = knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: options.applicationName ?? 'skillhaat',
      connectionTimeoutMillis: timeouts.connect,
      query_timeout: timeouts.query,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      types: { getTypeParser },
    } as Knex.PgConnectionConfig,
    pool: {
      min: 0,
      max: options.poolMax ?? 10,
      acquireTimeoutMillis: timeouts.acquire,
      createTimeoutMillis: timeouts.acquire,
      createRetryIntervalMillis: 50,
      afterCreate(connection: PooledClient, done: (error: Error | null, connection: PooledClient) => void) {
        if (options.pooled) dropNames(connection)
        connections.set(connection.__knexUid, connection)
        connection.once('end', () => connections.delete(connection.__knexUid))
        if (options.pooled) return done(null, connection)
        connection.query(setSession(timeouts.statement), (error: Error | null) => done(error, connection))
      },
      validate: (connection: PooledClient) => !givenUp.has(connection),
    },
    // Otherwise errors carry a statement's values, and with them personal data, into the log.
    compileSqlOnError: false,
    // A lost connection reaches the caller as an error, which logs it once, with its context.
    log: { warn() {}, error() {}, deprecate() {}, debug() {} },
  })
  waitWhileAnswered(db)
  // After our own timeout the statement is still on the wire, and the next user of that connection would queue behind
  // it. A server's goodbye may close the socket later. Neither connection may be reused.
  db.on('query-error', (error: Error, query: { __knexUid: string }) => {
    const connection = connections.get(query.__knexUid)
    const cutOffByServer = (error as NodeJS.ErrnoException).code === '57014'
    if (!connection || cutOffByServer || !isDatabaseUnavailable(error)) return
    givenUp.add(connection)
    connection.end()
  })
  return db
}

/** Waits in a row for one connection. */
const WAITS = 4

/**
 * Extends a caller's wait for a connection while the database answers others: the machine is busy, not the database
 * unreachable. Without an answer meanwhile the first failure is final.
 */
function waitWhileAnswered(db: Knex): void {
  const acquire = db.client.acquireConnection.bind(db.client) as () => Promise<PooledClient>
  let answers = 0
  db.on('query-response', () => {
    answers += 1
  })
  db.client.acquireConnection = async () => {
    for (let waits = 1; ; waits++) {
      const before = answers
      try {
        return await acquire()
      } catch (error) {
        if (waits === WAITS || answers === before || !isDatabaseUnavailable(error)) throw error
      }
    }
  }
}

/** Runs reads of an export or report with a longer statement timeout, and restores it after. */
export function patiently<T>(db: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  return db.transaction(async (trx) => {
    await trx.raw(`set local statement_timeout = ${PATIENT.statement}`)
    const { connectionParameters: limits } = await trx.client.acquireConnection()
    const before = limits.query_timeout
    limits.query_timeout = PATIENT.query
    try {
      return await work(trx)
    } finally {
      limits.query_timeout = before
    }
  })
}

/**
 * Returns the statements that begin a session. A pooler in session mode refuses connection options, and passes these on.
 * They also hold where the server, the database or the role has other forms of dates.
 */
const setSession = (statementTimeout: number) =>
  Object.entries({ ...sessionSettings, statement_timeout: String(statementTimeout) })
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join(';')

/** Session settings by PostgreSQL's name. */
export const sessionSettings: Record<string, string> = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  statement_timeout: String(defaultTimeouts.statement),
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS),
}

/**
 * Returns a frequent statement as a function that runs it: each connection plans it once, and its text is built at the first call.
 * `:name` in the text is a value of the call. One name means one text for good, and the text must list its columns: a plan does not survive a
 * change of `*`. Knex's own named values would be searched for in the whole text at each call.
 */
export function prepared<Row = unknown>(name: string, sql: () => string) {
  let ready: { text: string; keys: string[] } | undefined
  return async (db: Knex, values: Record<string, unknown> = {}): Promise<Row[]> => {
    ready ??= positioned(sql())
    const { text, keys } = ready
    const bound = keys.map((key) => {
      if (values[key] === undefined) throw new Error(`The statement "${name}" has no value for ${key}`)
      return values[key]
    })
    const { rows } = await db.raw<{ rows: Row[] }>(text).options({ name, values: bound })
    return rows
  }
}

/** Numbers the named values of a text; `::` is a cast. */
function positioned(sql: string) {
  const keys: string[] = []
  const text = sql.replace(/::|:([a-z]\w*)/gi, (marker, key?: string) => (key ? `$${keys.push(key)}` : marker))
  return { text, keys }
}

/** Drops the names that libraries set as well. */
function dropNames(connection: PooledClient): void {
  const query = connection.query.bind(connection) as (...input: unknown[]) => unknown
  const unnamed = (statement: unknown) =>
    typeof statement === 'object' && statement !== null && 'text' in statement
      ? { ...statement, name: undefined }
      : statement
  connection.query = ((statement: unknown, ...rest: unknown[]) =>
    query(unnamed(statement), ...rest)) as typeof connection.query
}

type PooledClient = pg.Client & { __knexUid: string }
type Parse = (text: string) => unknown

/** Parses numeric, here always a sum or quotient; amounts are bigint paise. */
const parseNumeric: Parse = (text) => Number(text)

const parseBigint: Parse = (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a JavaScript number`)
  return value
}

const parseTimestamp: Parse = (text) => {
  const value: unknown = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)(text)
  return value instanceof Date ? value.toISOString() : text
}

const textArray: number = 1009

/** Parses one-dimensional arrays with pg's own text[] parser. */
const array =
  (parse: Parse): Parse =>
  (text) => {
    const entries: (string | null)[] = pg.types.getTypeParser(textArray)(text)
    return entries.map((entry) => (entry === null ? null : parse(entry)))
  }

const asText: Parse = (text) => text

// Keys are PostgreSQL's fixed type ids; the arrays have no name in pg's list.
const parsers = new Map<number, Parse>([
  [pg.types.builtins.INT8, parseBigint],
  [1016, array(parseBigint)],
  [pg.types.builtins.NUMERIC, parseNumeric],
  [1231, array(parseNumeric)],
  [pg.types.builtins.TIMESTAMPTZ, parseTimestamp],
  [1185, array(parseTimestamp)],
  [pg.types.builtins.DATE, asText],
  [1182, array(asText)],
])

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return (format === 'binary' ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format)
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

// Connection exceptions, insufficient resources, shutting down or starting, wrong credentials, no such database,
// cancelled by a timeout, idle in transaction for too long, a standby after a failover.
const sqlStates = /^(08...|53...|57P0.|28...|3D000|57014|25P03|25006)$/

// Errors that pg marks by their text alone. knex puts the statement in front of them.
const messages = [
  /(^| - )Query read timeout$/,
  /(^| - )timeout expired$/,
  /(^| - )Connection terminated( unexpectedly)?$/,
  /(^| - )Client (was closed|has encountered a connection error) and is not queryable$/,
  /^Unable to acquire a connection$/,
]

/**
 * Returns true when the database was unreachable or too slow, as opposed to refusing a statement. The caller answers
 * 503: a retry may work.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  // The socket file is missing.
  if (code === 'ENOENT') return syscall === 'connect'
  if (code && (networkCodes.has(code) || sqlStates.test(code))) return true
  if (error.name === 'KnexTimeoutError') return true
  if (messages.some((message) => message.test(error.message))) return true
  return isDatabaseUnavailable(error.cause)
}
