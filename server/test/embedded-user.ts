import { startEmbedded } from '../src/platform/db/embedded.ts'

// Uses the embedded database of the given folder in a separate process, until its standard input ends.
const [dataDir = ''] = process.argv.slice(2)
const warnings: object[] = []
const infos: string[] = []
const log = {
  info: (_data: object, message: string) => infos.push(message),
  warn: (data: object) => warnings.push(data),
}
const server = await startEmbedded({ dataDir, log })
process.stdout.write(`${JSON.stringify({ ...server, warnings, infos })}\n`)
process.stdin.on('end', async () => {
  await server.stop()
  process.exit(0)
})
process.stdin.resume()
