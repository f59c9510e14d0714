import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** How long a child may take to stop after it was asked to; the server gives itself 25 s. */
const patienceMs = 30_000

const running = new Map()
let stopping = false

/** True once a signal came or the caller went away: what is left to do is to stop. */
export const isStopping = () => stopping

/**
 * Runs a Node program to its end and answers its exit code. Our own programs get a channel: when it closes, because we
 * were asked to stop or were killed, they stop by themselves. Tools, which know nothing of it, get a signal.
 */
export function runNode(args, { node = process.execPath, tool = false, env = {} } = {}) {
  const path = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`
  return run(node, args, { tool, env: { ...env, PATH: path, ...(process.platform === 'win32' ? { Path: path } : {}) } })
}

/** Runs any program to its end and answers its exit code; 127 when it cannot be started. */
export function run(file, args, { tool = true, env = {}, shell = false, quiet = false } = {}) {
  watch()
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: root,
      shell,
      env: { ...process.env, ...env },
      stdio: quiet ? 'ignore' : tool ? 'inherit' : ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    running.set(child, tool)
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

/** Asks every child to stop; what was to be started after them is not. */
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
    // npm ends its shell on SIGTERM and leaves us running: whoever loses npm has to notice by himself.
    const gone = watchNpm()
    setInterval(() => gone() && stopAll(), 250).unref()
  }
}

/** Answers a function that tells whether the shell that npm started us with, or npm above it, is gone. */
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
