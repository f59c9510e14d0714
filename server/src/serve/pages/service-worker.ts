import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RequestHandler, Router } from 'express'
import { type ReadyAnswer, readyAnswer, sendReady } from '../../platform/net/ready-answer.ts'

const ADDRESS = '/service-worker.js'
const SCRIPT = 'text/javascript; charset=utf-8'

/**
 * Takes the place of a worker that is in the way: browsers ask for the script again with every page they open, and at least once a day.
 * It drops the shell and goes; lessons that are kept stay for the next worker.
 */
const ENDING = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
})()))
`

/**
 * Answers `/service-worker.js`, by which a student's screens open without a network. It is asked for anew each time. With `offline` off, or
 * where the store was not built, those that browsers have are ended.
 */
export function serviceWorker(clientDir: string, { offline }: { offline: boolean }): RequestHandler {
  const file = join(clientDir, 'service-worker.js')
  const text = offline && existsSync(file) ? readFileSync(file) : ENDING
  const answer: ReadyAnswer = readyAnswer(SCRIPT, text)
  return Router().get(ADDRESS, async (req, res) => {
    res.setHeader('Cache-Control', 'no-cache')
    await sendReady(req, res, answer)
  })
}
