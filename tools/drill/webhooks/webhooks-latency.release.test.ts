// Release: how long the shop's own answers take while events go out, beside the same shop without events.
// `WEBHOOK_SECONDS=20 npx vitest run tools/drill/webhooks/webhooks-latency` takes longer windows. Times are printed, not judged.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { insertEvent } from '../../../server/src/people/webhooks/events.queries.ts'
import { buildUser } from '../../../server/test/people-factories.ts'
import { lengthOf } from '../../../server/test/scope.ts'
import { createApiClient } from '../../../server/test/server.ts'
import { makeStudents, ownerToken, plain, withPlace } from '../shop.ts'

const seconds = lengthOf('WEBHOOK_SECONDS', { full: 15, usual: 3 })
/** Each pair is a window with events and one without, in turn. */
const PAIRS = 5
/** The shop sends each to one address: 100,000 in 34 minutes. */
const EVENTS_PER_SECOND = 50
/** Requests of one visitor after the other, with a pause as between two pages. */
const PAUSE_MS = 10

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

test('events go out while the shop answers', { timeout: 600_000 }, async () => {
  const { serverUrl, template } = inject('testDatabase')
  const result = await withPlace(async (place) => {
    const site = { serverUrl, prefix: template.replace('_template', '_latency') }
    const url = await (await place.databases(site)).create('latency')
    const shop = await place.start({ ...plain, DATA_DIR: place.folder, DATABASE_URL: url })
    const db = place.open(url)
    let arrived = 0
    const receiver = createServer(async (request, response) => {
      await text(request)
      arrived += 1
      response.writeHead(204).end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    place.atEnd(() => receiver.close())
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    const owner = createApiClient(shop.url, await ownerToken(shop.url, place.folder))
    await owner.webhooks.add({ body: { url: address, events: ['student.registered'] } })
    const { id: userId } = await buildUser(db)
    const [student] = await makeStudents(db, place.folder, { first: 1, count: 1 })
    const headers = { authorization: `bearer ${student?.token}` }

    let sent = 0
    const sendUntil = async (end: number) => {
      const begun = performance.now()
      for (let own = 0; performance.now() < end; own++) {
        const number = sent++
        const fact = { event: 'student.registered', subject: `latency ${number}`, userId, detail: { number } } as const
        await db.transaction((trx) => insertEvent(trx, { ...fact, at: new Date() }))
        await sleep(Math.max(0, begun + ((own + 1) * 1000) / EVENTS_PER_SECOND - performance.now()))
      }
    }
    const answersUntil = async (end: number) => {
      const took: number[] = []
      while (performance.now() < end) {
        const begun = performance.now()
        const answer = await fetch(`${shop.url}/api/user/profile`, { headers })
        await answer.arrayBuffer()
        expect(answer.status).toBe(200)
        took.push(performance.now() - begun)
        await sleep(PAUSE_MS)
      }
      return median(took)
    }
    const during = async (withEvents: boolean) => {
      const end = performance.now() + seconds * 1000
      const [took] = await Promise.all([answersUntil(end), withEvents && sendUntil(end)])
      await expect.poll(() => arrived).toBe(sent)
      return took
    }
    await during(true)
    const pairs: { without: number; beside: number }[] = []
    for (let pair = 0; pair < PAIRS; pair++) {
      if (pair % 2 === 0) pairs.push({ without: await during(false), beside: await during(true) })
      else {
        const beside = await during(true)
        pairs.push({ without: await during(false), beside })
      }
    }
    return {
      events: sent,
      arrived,
      withoutMs: median(pairs.map(({ without }) => without)),
      besideMs: median(pairs.map(({ beside }) => beside)),
      ratio: median(pairs.map(({ without, beside }) => beside / without)),
    }
  })
  console.info(JSON.stringify(result))
  expect(result.arrived).toBe(result.events)
})
