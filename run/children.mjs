import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Time limit for a child to stop after a signal; the server needs up to 25 s. */
const patienceMs = 30_000

const running = new Map()
let stopping = false

/** Returns true after a stop signal, or after the calling process ended: start nothing more. */
export const isStopping = () => stopping

/**
 * Runs a Node program to its end and returns its exit code. Our own programs get an IPC channel and stop by themselves
 * when it closes, also when this process is killed. Tools do not know the channel and get a signal.
 */
export function runNode(args, { node = process.execPath, env = {}, ...options } = {}) {
  const path = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`
  return run(node, args, {
    tool: false,
    ...options,
    env: { ...env, PATH: path, ...(process.platform === 'win32' ? { Path: path } : {}) },
  })
}

/** Runs any program to its end and returns its exit code; 127 if it cannot start. `hear` also gets its stderr. */
export function run(file, args, { tool = true, env = {}, cwd = root, shell = false, quiet = false, hear } = {}) {
  watch()
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      shell,
      env: { ...process.env, ...env },
      stdio: quiet
        ? 'ignore'
        : tool
          ? ['inherit', 'inherit', hear ? 'pipe' : 'inherit']
          : ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    running.set(child, tool)
    if (hear) {
      child.stderr.setEncoding('utf8').on('data', hear)
      child.stderr.pipe(process.stderr)
    }
    const end = (code) => {
      running.delete(child)
      resolve(code)
    }
    child.on('error', (error) => {
      console.error(`${file}: ${error.message}`)
      end(127)
    })
    child.on('exit', (code, signal) => end(code ?? 128 + (constants.signals[signal] ?? 0)))
    if (stopping) stop(child, tool)
  })
}

function stop(child, tool) {
  if (tool) child.kill('SIGTERM')
  else if (child.connected) child.disconnect()
  setTimeout(() => child.kill('SIGKILL'), patienceMs).unref()
}

/** Stops every child, and prevents new ones from starting. */
export function stopAll() {
  if (stopping) return
  stopping = true
  for (const [child, tool] of running) stop(child, tool)
}

let watching = false

function watch() {
  if (watching) return
  watching = true
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopAll)
  if (process.connected) {
    // Started by an older Node's run.mjs.
    process.on('disconnect', stopAll)
    process.channel.unref()
  } else if (process.env.npm_lifecycle_event) {
    // npm ends its shell on SIGTERM but leaves this process running, so it has to notice that npm is gone.
    const gone = watchNpm()
    setInterval(() => gone() && stopAll(), 250).unref()
  }
}

/** Returns a function that reports whether npm's shell, or npm above it, has ended. */
function watchNpm() {
  const shell = process.ppid
  const npm = parentIfNpm(shell)
  return () => process.ppid !== shell || !isRunning(shell) || (npm !== undefined && !isRunning(npm))
}

function parentIfNpm(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return /npm/.test(readFileSync(`/proc/${parent}/cmdline`, 'utf8')) ? parent : undefined
  } catch {
    return undefined
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
