import { commandLine, readConfig, readEnvironment } from '../../config.ts'
import { createLog } from '../../log.ts'
import { connectDatabase, terminalLog } from '../../platform/db/connect.ts'
import { migrate } from '../../platform/db/migrations.ts'
import { openFiles } from '../../platform/files/open-files.ts'
import { errorMessage } from './messages.ts'

// `npm run seed` writes the demo data into an empty database; into one with courses or users it writes nothing.
try {
  if (process.argv.length > 2) throw new Error(`Usage: ${commandLine('seed')}`)
  const { DEMO_STUDENT, seedDemo } = await import('../../../../tools/demo/seed.ts')
  const config = readConfig(readEnvironment())
  const { db, close } = await connectDatabase(config, { log: terminalLog, poolMax: 2, applicationName: 'seed' })
  try {
    await migrate(db, console.log)
    const files = await openFiles(config, await createLog(config.logLevel))
    const seeded = await seedDemo({ db, config, files, log: { info() {} }, now: () => new Date() })
    if (seeded) console.log(`Demo data written. Student: ${DEMO_STUDENT.email}, password ${config.demoPassword}`)
    else console.log('Nothing written: the database has courses or users already.')
  } finally {
    await close()
  }
} catch (error) {
  console.error(errorMessage(error))
  process.exitCode = 1
}
