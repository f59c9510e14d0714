// The `run.mjs` of a release (`npm run pack`): everything is built, so a task replaces this process by its program and
// nothing stays beside it. Also parses on old versions of Node; the program runs with the one of the release.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { commands, fileOf } from './run/commands.mjs'

const root = fileURLToPath(new URL('.', import.meta.url))
const [task = '', ...input] = process.argv.slice(2)
const name = task === 'start' ? 'main' : commands.includes(task) && fileOf(task)

if (name) runProgram(join(root, 'server/dist', `${name}.mjs`), input[0] === '--' ? input.slice(1) : input)
else {
  console.error(`Unknown task "${task}". A release has: ${['start', ...commands].join(', ')}.`)
  process.exitCode = 1
}

function runProgram(file, args) {
  const bundled = join(root, 'node/bin/node')
  const node = existsSync(bundled) ? bundled : process.execPath
  const flags = JSON.parse(readFileSync(join(root, 'server/node-flags.json'), 'utf8'))
  const all = [...flags, file, ...args]
  process.chdir(root)
  if (process.execve) process.execve(node, [node, ...all], process.env)
  // Node before 22.15 cannot: the program notices by the channel when this process ends.
  const child = spawn(node, all, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.connected && child.disconnect())
  child.on('exit', (code) => {
    process.exitCode = code === null ? 1 : code
  })
}
