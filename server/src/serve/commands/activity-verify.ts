import { commandLine, readConfig, readEnvironment } from '../../config.ts'
import { connectDatabase, terminalLog } from '../../platform/db/connect.ts'
import { migrate } from '../../platform/db/migrations.ts'
import { holdsEntry, verifyChain } from '../reports/activity/activity-chain.queries.ts'
import { errorMessage } from './messages.ts'

// `npm run activity:verify` compares every entry of the activity with the chain of hashes. With the line that an earlier run has
// printed (`-- NUMBER:HASH`) it also says whether that entry is still the same: an end noted elsewhere cannot be made up anew.
const [noted] = process.argv.slice(2)
const [, number, hash] = /^(\d+):([0-9a-f]{64})$/.exec(noted ?? '') ?? []

try {
  if (noted !== undefined && !hash) throw new Error(`Usage: ${commandLine('activity:verify', '[NUMBER:HASH]')}`)
  const config = readConfig(readEnvironment())
  const { db, close } = await connectDatabase(config, {
    log: terminalLog,
    poolMax: 1,
    applicationName: 'activity:verify',
  })
  try {
    await migrate(db)
    const { entries, last_hash, breaks } = await verifyChain(db)
    for (const { chain_no, why } of breaks) console.error(`Entry ${chain_no}: ${why}`)
    if (hash && !(await holdsEntry(db, Number(number), hash))) {
      console.error(`Entry ${number}: not the one that was noted`)
      process.exitCode = 1
    }
    if (breaks.length > 0) process.exitCode = 1
    if (process.exitCode) console.error('The activity was changed by other means than the program.')
    else
      console.log(`All ${entries} entries hold.${entries > 0 ? ` Keep this elsewhere: ${entries}:${last_hash}` : ''}`)
  } finally {
    await close()
  }
} catch (error) {
  console.error(errorMessage(error))
  process.exitCode = 1
}
