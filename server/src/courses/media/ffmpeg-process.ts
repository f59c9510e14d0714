import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'

// A separate process, so that ffmpeg ends with the program in every case: the line to it breaks, and it is killed.

const SAID_CHARACTERS = 8_000
const [program = '', ...args] = process.argv.slice(2)

try {
  // Children of the process inherit its priority.
  setPriority(constants.priority.PRIORITY_LOW)
} catch {
  // The priority stays where lowering is forbidden.
}
for (const event of ['disconnect', 'SIGINT', 'SIGTERM', 'SIGHUP']) process.once(event, () => process.exit(1))
// The loop's first turn reads that the shop ended before this process began.
await new Promise((read) => setImmediate(read))
const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
// Covers a crash of this process, as when it writes to a line that has just broken.
process.once('exit', () => child.kill('SIGKILL'))
if (child.pid) process.send?.({ pid: child.pid })

let output = ''
child.stderr.setEncoding('utf8').on('data', (text: string) => {
  output = (output + text).slice(-SAID_CHARACTERS)
})
child.stdout.setEncoding('utf8').on('data', (text: string) => {
  const at = [...text.matchAll(/^out_time_(?:us|ms)=(\d+)$/gm)].at(-1)?.[1]
  if (at && process.connected) process.send?.({ second: Number(at) / 1e6 })
})
child.once('error', (error) => end(-1, error.message))
child.once('close', (code) => end(code ?? -1, output))

function end(code: number, text: string): void {
  if (!process.connected) process.exit(1)
  process.send?.({ code, said: text }, () => process.disconnect())
}
