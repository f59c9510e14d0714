import { readConfig, readEnvironment } from '../../server/src/config.ts'
import { connectDatabase, terminalLog } from '../../server/src/platform/db/connect.ts'
import { migrate } from '../../server/src/platform/db/migrations.ts'
import { BULK, fillBulk } from './bulk.ts'

// `node tools/bench/fill.ts` fills the database of the settings with the big shop, to try the console with it.
const { db, close } = await connectDatabase(readConfig(readEnvironment()), {
  log: terminalLog,
  poolMax: 1,
  applicationName: 'bench fill',
  timeouts: { statement: 120_000, query: 125_000 },
})
try {
  await migrate(db)
  await fillBulk(db, BULK)
  console.log(`${BULK.users} users, ${BULK.courses} courses and ${BULK.orders} orders are there.`)
} finally {
  await close()
}
