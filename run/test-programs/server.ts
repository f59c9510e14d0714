import { watchParent } from '../../server/src/serve/start/parent-watch.ts'

// Stands in for the shop: runs until it is stopped, and takes a moment to end.
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
