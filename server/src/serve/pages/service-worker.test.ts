import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { afterEach, expect, it } from 'vitest'
import { serviceWorker } from './store-pages.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function respond(input: { offline: boolean; built?: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'worker-'))
  if (input.built) await writeFile(join(folder, 'service-worker.js'), input.built)
  const server = createServer(express().use(serviceWorker(folder, input)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(
    () => new Promise((resolve) => server.close(resolve)),
    () => rm(folder, { recursive: true }),
  )
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/service-worker.js`)
}

it('the worker of the build is served, and revalidated each time', async () => {
  const answer = await respond({ offline: true, built: 'work()' })
  expect([answer.status, answer.headers.get('cache-control'), await answer.text()]).toEqual([200, 'no-cache', 'work()'])
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
})

/** Runs the script as a browser does; answers what it left. */
async function afterwards(script: string) {
  const left = { caches: ['shell-1', 'other'], registered: true, waits: true }
  const listeners = new Map<string, (event: { waitUntil: (work: unknown) => void }) => void>()
  const self = {
    addEventListener: (name: string, listener: never) => listeners.set(name, listener),
    skipWaiting: () => {
      left.waits = false
    },
    registration: {
      unregister: async () => {
        left.registered = false
      },
    },
  }
  const caches = {
    keys: async () => [...left.caches],
    delete: async (name: string) => {
      left.caches = left.caches.filter((one) => one !== name)
    },
  }
  new Function('self', 'caches', script)(self, caches)
  for (const name of ['install', 'activate']) {
    let work: unknown
    listeners.get(name)?.({
      waitUntil: (input) => {
        work = input
      },
    })
    await work
  }
  return left
}

it('a service worker in a browser ends when offline use is switched off, or when there is no build', async () => {
  for (const input of [{ offline: false, built: 'work()' }, { offline: true }]) {
    const answer = await respond(input)
    expect(answer.status).toBe(200)
    expect(await afterwards(await answer.text())).toEqual({ caches: [], registered: false, waits: false })
  }
})
