import { startEmbedded } from '../src/platform/db/embedded.ts'

// A process of its own that uses the embedded database of the folder it is given, until its standard input ends.
const [dataDir = ''] = process.argv.slice(2)
const warnings: object[] = []
const log = { info() {}, warn: (data: object) => warnings.push(data) }
const server = await startEmbedded({ dataDir, log })
process.stdout.write(`${JSON.stringify({ ...server, warnings })}\n`)
process.stdin.on('end', async () => {
  await server.stop()
  process.exit(0)
})
process.stdin.resume()
