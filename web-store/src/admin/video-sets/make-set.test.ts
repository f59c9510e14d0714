import type { VideoPlan } from 'contract/videos'
import { expect, it } from 'vitest'
import { makeSet, type SetHost } from './make-set.ts'

const PLAN: VideoPlan = {
  rungs: [
    { id: '240', width: 240, height: 426, kilobits: 250 },
    { id: '360', width: 360, height: 640, kilobits: 654 },
  ],
  sound: true,
  seconds: 5,
  made: [],
}

function setUp(plan: Partial<VideoPlan> = {}, changes: Partial<SetHost> = {}) {
  const did: string[] = []
  const parts: number[] = []
  const stopping = new AbortController()
  const host: SetHost = {
    plan: async () => ({ ...PLAN, ...plan }),
    async make({ rung, sides, sound }, onPart) {
      did.push(`make ${rung} ${sides ? `${sides.width}x${sides.height}` : 'alone'}${sound ? ' with sound' : ''}`)
      onPart(0.5)
    },
    sendBegun: async () => false,
    send: async (rung) => void did.push(`send ${rung}`),
    ...changes,
  }
  const run = () => makeSet(host, stopping.signal, (part) => parts.push(part))
  return { did, parts, stopping, run }
}

it('a set is made and sent quality by quality, the sound and the least first, and says how far it is', async () => {
  const { did, parts, run } = setUp()
  await run()
  expect(did).toEqual([
    ...['make sound alone with sound', 'send sound'],
    ...['make 240 240x426 with sound', 'send 240'],
    ...['make 360 360x640 with sound', 'send 360'],
  ])
  const shares = [48, 96, 96 + 125, 346, 346 + 327, 1000].map((kilobits) => kilobits / 1000)
  expect(parts).toEqual(shares.map((share) => expect.closeTo(share, 5)))
})

it('a video without sound has none made', async () => {
  const { did, run } = setUp({ sound: false })
  await run()
  expect(did[0]).toBe('make 240 240x426')
  expect(did).toHaveLength(4)
})

it('what the shop has is neither made nor sent again, and what waits in the queue is not made again', async () => {
  const { did, parts, run } = setUp({ made: ['sound'] }, { sendBegun: async (rung) => rung === '240' })
  await run()
  expect(did).toEqual(['make 360 360x640 with sound', 'send 360'])
  expect(parts.at(-1)).toBe(1)
})

it('one that was stopped while it was made is not sent, and no other is begun', async () => {
  const { did, stopping, run } = setUp({}, { make: async () => stopping.abort(new Error('stopped')) })
  await expect(run()).rejects.toThrow('stopped')
  expect(did).toEqual([])
})

it('a quality that cannot be made leaves the others alone', async () => {
  const { did, run } = setUp({ made: ['sound'] }, { make: () => Promise.reject(new Error('no encoder')) })
  await expect(run()).rejects.toThrow('no encoder')
  expect(did).toEqual([])
})
