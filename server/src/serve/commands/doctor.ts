import { type Config, commandLine, readConfig, readEnvironment } from '../../config.ts'
import { ConfigError } from '../../platform/config/env-file.ts'
import { connectDatabase, terminalLog } from '../../platform/db/connect.ts'
import { checkBucket } from './doctor/bucket-check.ts'
import { examineInvariants } from './doctor/examine-invariants.ts'
import { type Check, fail, ok, report, warn } from './doctor/finding.ts'
import {
  checkClock,
  checkDatabase,
  checkDisk,
  checkProxy,
  checkReader,
  checkVersions,
  checkVideo,
} from './doctor/machine-checks.ts'
import { checkBackup, checkGateway, checkMail, checkWebhook } from './doctor/shop-checks.ts'
import { errorMessage } from './messages.ts'

// `npm run doctor` looks at everything that a running shop needs, a line each: ok, warn or FAIL with the next step. It
// changes nothing but an object of its own in the bucket, works beside a running shop, and ends with 1 if something needs a person.
// `npm run doctor -- invariants` asks what must always hold of the rows, and nothing else.

const ofDatabase: Record<string, Check> = {
  database: checkDatabase,
  clock: checkClock,
  mail: checkMail,
  gateway: checkGateway,
  webhook: checkWebhook,
  backup: checkBackup,
}

/** Returns true if something needs a person. */
async function examine(): Promise<boolean> {
  const config = readSettings()
  if (!config) return true
  const failed = [
    await report('settings', async () => [
      config.production ? ok('a production') : warn('a demo. A shop that sells needs NODE_ENV=production.'),
      ...config.warnings.map(warn),
      ...(await checkReader(config)),
    ]),
    await report('disk', () => checkDisk(config)),
    ...(config.media.s3 ? [await report('bucket', () => checkBucket(config))] : []),
    await report('video', () => checkVideo(config)),
    ...(await examineDatabase(config)),
    await report('proxy', () => checkProxy(config)),
    await report('versions', () => checkVersions(config)),
  ]
  return failed.includes(true)
}

function readSettings(): Config | undefined {
  try {
    return readConfig(readEnvironment())
  } catch (error) {
    const problems = error instanceof ConfigError ? error.problems : [errorMessage(error)]
    for (const problem of problems) console.log(`FAIL settings: ${problem}`)
    return undefined
  }
}

async function examineDatabase(config: Config): Promise<boolean[]> {
  const opened = await connectDatabase(config, { log: terminalLog, poolMax: 8, applicationName: 'doctor' }).catch(
    (error) => errorMessage(error),
  )
  if (typeof opened === 'string') return [await report('database', async () => fail(opened))]
  const failed: boolean[] = []
  try {
    for (const [name, check] of Object.entries(ofDatabase)) {
      const needsPerson = await report(name, () => check({ config, db: opened.db }))
      failed.push(needsPerson)
      // Without its tables nothing else can be read.
      if (name === 'database' && needsPerson) break
    }
  } finally {
    await opened.close()
  }
  return failed
}

/** Asks the invariants alone; returns true if any is broken. */
async function invariants(): Promise<boolean> {
  const config = readSettings()
  if (!config) return true
  try {
    return await examineInvariants(config)
  } catch (error) {
    console.error(errorMessage(error))
    return true
  }
}

const [what, ...rest] = process.argv.slice(2)
if (rest.length > 0 || (what !== undefined && what !== 'invariants')) {
  console.error(`Usage: ${commandLine('doctor')}, or ${commandLine('doctor', 'invariants')}`)
  process.exitCode = 1
} else {
  process.exitCode = (await (what ? invariants() : examine())) ? 1 : 0
}
// A library's idle connection must not hold the terminal.
process.exit()
