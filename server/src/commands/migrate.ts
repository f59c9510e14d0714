import { parseArgs } from 'node:util'
import { readConfig, readEnvironment } from '../config.ts'
import { connectDatabase, terminalLog } from '../db/connect.ts'
import { migrate, rollback } from '../db/migrations.ts'

// `npm run migrate` brings the schema up to date; `npm run migrate -- --down N` takes the newest N steps back.
const { values } = parseArgs({ options: { down: { type: 'string' } } })
const down = values.down === undefined ? 0 : Number(values.down)

try {
  if (!Number.isInteger(down) || down < 0) throw new Error('--down wants a whole number of steps')
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
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
