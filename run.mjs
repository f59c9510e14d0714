// The only entry point of every task: `node run.mjs TASK`, or `npm start`, `npm test`, `npm run TASK`. It needs no
// dependency, so it works in a fresh clone: it finds the right Node, installs missing packages from the lockfile and
// starts the task. This file and run/node.mjs also parse on old versions of Node; the rest is loaded once the version
// is right.
import process from 'node:process'
import { ensureNode } from './run/node.mjs'

const [task = '', ...input] = process.argv.slice(2)
const args = input[0] === '--' ? input.slice(1) : input

const code = (await ensureNode(process.argv.slice(2))) ?? (await (await import('./run/tasks.mjs')).runTask(task, args))
process.exitCode = code
