import type { Config } from '../../../config.ts'
import { connectDatabase, terminalLog } from '../../../platform/db/connect.ts'
import { allInvariants } from '../../../platform/features/features.ts'
import { type Checked, checkInvariants } from '../../../platform/invariants/check-invariants.ts'

/** Prints a line for each invariant, below a broken one the ids of its first rows; returns true if any is broken or was not read in time. */
export async function examineInvariants(config: Config): Promise<boolean> {
  const opened = await connectDatabase(config, { log: terminalLog, poolMax: 1, applicationName: 'doctor' })
  try {
    const all = await checkInvariants(opened.db, allInvariants, { now: new Date(), checked: printOne })
    return all.some(({ rows }) => rows?.length !== 0)
  } finally {
    await opened.close()
  }
}

function printOne({ invariant: { sentence }, rows, seconds }: Checked): void {
  console.log(`${rows?.length === 0 ? '✓' : '✗'} ${sentence} ${seconds.toFixed(2)} s`)
  if (!rows) console.log('    could not be read in time')
  for (const { id, what } of rows ?? []) console.log(`    ${id}: ${what}`)
}
