import { parseArgs } from 'node:util'
import { commandLine, readConfig, readEnvironment } from '../../config.ts'
import { connectDatabase, terminalLog } from '../../platform/db/connect.ts'
import { migrate, rollback } from '../../platform/db/migrations.ts'
import { errorMessage } from './messages.ts'

// `npm run migrate` brings the schema up to date; `npm run migrate -- --down N` takes the newest N steps back.

try {
  const down = readSteps()
  const config = readConfig(readEnvironment())
  if (down > 0 && config.production) throw new Error('--down drops data and is refused in production')
  const { db, close } = await connectDatabase(config, { log: terminalLog, poolMax: 1, applicationName: 'migrate' })
  try {
    const done = down > 0 ? await rollback(db, down, console.log) : await migrate(db, console.log)
    if (done.length === 0) console.log('The schema is up to date.')
  } finally {
    await close()
  }
} catch (error) {
  console.error(errorMessage(error))
  process.exitCode = 1
}

function readSteps(): number {
  try {
    const { values } = parseArgs({ options: { down: { type: 'string', default: '0' } } })
    if (/^\d{1,4}$/.test(values.down)) return Number(values.down)
  } catch {
    // The option is unknown, or its number is missing.
  }
  throw new Error(`Usage: ${commandLine('migrate', '[--down N]')}`)
}
