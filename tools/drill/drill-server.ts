import { terminalLog } from '../../server/src/platform/db/connect.ts'
import { startEmbedded } from '../../server/src/platform/db/embedded.ts'
import { databaseFolder } from '../../server/test/database-folder.ts'

/** A PostgreSQL where a drill may create databases: that of `TEST_DATABASE_URL`, else an embedded one. */
export async function openDrillServer(): Promise<{ url: string; close(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, close: async () => {} }
  const dataDir = databaseFolder('drill-database')
  // Only processes of ours are killed, never the machine: what is committed stays without waiting for the disk.
  const embedded = await startEmbedded({ dataDir, log: terminalLog, durable: false })
  return { url: embedded.serverUrl, close: embedded.stop }
}
