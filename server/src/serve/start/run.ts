import { ConfigError, readConfig, readEnvironment, VERSION } from '../../config.ts'
import type { Context } from '../../context.ts'
import { createLog, shortMessage } from '../../log.ts'
import { placeOf } from '../../platform/db/connect.ts'
import { databaseAway } from '../../platform/db/database-away.ts'
import { startEmbedded } from '../../platform/db/embedded.ts'
import { watchEmbedded } from '../../platform/db/embedded-watch.ts'
import { createOutage } from '../../platform/db/outage.ts'
import { countDemo } from '../../sales/before-live/empty-demo.ts'
import { watchParent } from './parent-watch.ts'
import { startServer } from './server.ts'

/** The program: settings → database → server → signals. Ends with exit code 1 when it cannot start. */
export async function run(): Promise<void> {
  const config = readSettings()
  const outage = createOutage()
  const log = await createLog(config.logLevel, outage.covers)
  let stop = async () => {}
  let leaving = false
  const leave = async (reason: string, code = 0) => {
    if (leaving) return
    leaving = true
    log.info({ reason }, 'stopping')
    // A stop that hangs must not keep the terminal.
    setTimeout(() => process.exit(1), 25_000).unref()
    await stop().catch((error) => log.error({ err: error }, 'could not stop cleanly'))
    process.exit(code)
  }
  const giveUp = (why: unknown) => {
    log.fatal({ err: why }, 'the embedded database could not be started again')
    void leave('the embedded database is gone', 1)
  }
  process.on('SIGINT', () => leave('SIGINT'))
  process.on('SIGTERM', () => leave('SIGTERM'))
  watchParent(() => leave('told so by the process that started us, or that one is gone'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception')
    void leave('uncaught exception', 1)
  })
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))

  try {
    if (config.production && !config.databaseUrl) {
      log.warn('DATABASE_URL is not set: the embedded database is used')
    }
    for (const warning of config.warnings) log.warn(warning)
    const starting = config.databaseUrl ? undefined : startEmbedded({ dataDir: config.dataDir, log })
    // The program also ends completely when a stop signal arrives during the start.
    stop = async () => (await starting?.catch(() => undefined))?.stop()
    const embedded = await starting
    const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
    log.info({ version: VERSION, database: placeOf(databaseUrl) }, 'starting')
    const watch = embedded && watchEmbedded(embedded, { log, giveUp })
    stop = async () => {
      watch?.close()
      await embedded?.stop()
    }
    const databaseDown = () => watch?.isDown() ?? false
    const server = await startServer({ config, databaseUrl, log, prepare: seedWhenEmpty, databaseDown })
    stop = async () => {
      outage.close()
      watch?.close()
      await server.stop()
      await embedded?.stop()
    }
    outage.watch(databaseUrl, log)
    await announce(server.ctx, server.url)
  } catch (error) {
    log.fatal(isFault(error) ? { err: error } : {}, databaseAway(error) ?? shortMessage(error))
    await leave('could not start', 1)
  }
}

function readSettings() {
  try {
    return readConfig(readEnvironment())
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

async function seedWhenEmpty(ctx: Context): Promise<void> {
  if (ctx.config.seed !== 'demo') return
  const { seedDemo } = await import('../../../../tools/demo/seed.ts')
  await seedDemo(ctx)
}

async function announce(ctx: Context, url: string): Promise<void> {
  const { config, log } = ctx
  log.info({ url, store_url: config.storeUrl }, 'listening')
  if (config.production) return
  const demo = await countDemo(ctx.db)
  const rows = [
    ['Store', config.storeUrl],
    ['API', `${config.storeUrl}/api/openapi.json`],
    ['Mails', `${config.storeUrl}/sandbox/mail`],
    ['Admin', `${config.admin.email}  password ${config.admin.password}`],
    ...(demo?.students ? [['Student', `student@example.com  password ${config.demoPassword}`]] : []),
  ]
  // Demo logins are for a person at a terminal: they go to stderr, never into the log.
  process.stderr.write(`\n${rows.map(([name = '', value]) => `  ${name.padEnd(9)}${value}`).join('\n')}\n\n`)
}

/** Returns true for a program fault, which shows its stack; faults of settings, machine or database are one sentence. */
function isFault(error: unknown): boolean {
  if (error instanceof ConfigError) return false
  return !(error instanceof Error) || error.cause !== undefined || (error.name !== 'Error' && !('code' in error))
}
