import { watchParent } from '../../server/src/start/parent-watch.ts'

// Stands for the shop: runs until it is asked to stop, and needs a moment to do so.
const staysAlive = setInterval(() => {}, 1_000)
function stop(why: string) {
  console.log(JSON.stringify({ stopping: why }))
  setTimeout(() => {
    clearInterval(staysAlive)
    process.exitCode = 7
  }, 100)
}
watchParent(() => stop('parent'))
process.once('SIGINT', () => stop('signal'))
console.log(JSON.stringify({ pid: process.pid }))
