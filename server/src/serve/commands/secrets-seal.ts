import { readConfig, readEnvironment } from '../../config.ts'
import { connectDatabase, terminalLog } from '../../platform/db/connect.ts'
import { migrate } from '../../platform/db/migrations.ts'
import { countOtherwiseSealed, sealSecrets } from '../jobs/seal-secrets.ts'
import { errorMessage } from './messages.ts'

// `npm run secrets:seal` does at once what the shop does within an hour: afterwards the older keys can go.
try {
  const config = readConfig(readEnvironment())
  const { db, close } = await connectDatabase(config, { log: terminalLog, poolMax: 1, applicationName: 'secrets:seal' })
  try {
    await migrate(db)
    const sealed = await sealSecrets({ db, config })
    const left = await countOtherwiseSealed({ db, config })
    console.log(`Sealed with the first ENCRYPTION_KEY: ${sealed}. Sealed with a key that is not set: ${left}.`)
    if (left > 0) throw new Error('Set the missing key behind the first one, or save those secrets again.')
    console.log('No older key is needed now.')
  } finally {
    await close()
  }
} catch (error) {
  console.error(errorMessage(error))
  process.exitCode = 1
}
