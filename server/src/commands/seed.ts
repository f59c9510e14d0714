import { readConfig, readEnvironment } from '../config.ts'
import { startEmbedded } from '../db/embedded.ts'
import { createDb } from '../db/knex.ts'
import { migrate } from '../db/migrations.ts'
import { DEMO_STUDENT, seedDemo } from '../db/seed/seed.ts'

// `npm run seed` writes the demo data into an empty database; into one with courses or users it writes nothing.
try {
  const config = readConfig(readEnvironment())
  const warn = (data: object, message: string) => console.warn(message, data)
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbedded({ dataDir: config.dataDir, log: { info() {}, warn } })
  const db = createDb(config.databaseUrl ?? embedded?.url ?? '', { poolMax: 2, applicationName: 'skillhaat-seed' })
  try {
    await migrate(db, console.log)
    const seeded = await seedDemo({ db, config, log: { info() {} }, now: () => new Date() })
    if (seeded) console.log(`Demo data written. Student: ${DEMO_STUDENT.email}, password ${config.demoPassword}`)
    else console.log('Nothing written: the database has courses or users already.')
  } finally {
    await db.destroy()
    await embedded?.stop()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
