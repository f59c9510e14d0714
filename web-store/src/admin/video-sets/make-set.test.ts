import type { VideoPlan } from 'contract/media/videos'
import { expect, it } from 'vitest'
import { makeAhead, makeSet, type SetHost } from './make-set.ts'

const PLAN: VideoPlan = {
  source: 'a0',
  rungs: [
    { id: '240', width: 240, height: 426, kilobits: 250 },
    { id: '360', width: 360, height: 640, kilobits: 654 },
  ],
  sound: true,
  seconds: 5,
  poster: { width: 360, height: 640, second: 0.5 },
  sprite: { every: 1, count: 5, columns: 5, width: 90, height: 160 },
  made: [],
}

function setUp(plan: Partial<VideoPlan> = {}, changes: Partial<SetHost> = {}) {
  const did: string[] = []
  const parts: number[] = []
  const stopping = new AbortController()
  const host: SetHost = {
    plan: { ...PLAN, ...plan },
    async make({ rung, sides, sound }, onPart) {
      did.push(`make ${rung} ${sides ? `${sides.width}x${sides.height}` : 'alone'}${sound ? ' with sound' : ''}`)
      onPart(0.5)
      return rung === 'sound' ? -21.5 : undefined
    },
    draw: async (picture) => void did.push(`draw ${picture}`),
    sendBegun: async () => false,
    send: async (rung, loudness) => void did.push(loudness ? `send ${rung} of ${loudness} LUFS` : `send ${rung}`),
    onLeftOut: (picture, error) => void did.push(`no ${picture}: ${error instanceof Error && error.message}`),
    ...changes,
  }
  const run = () => makeSet(host, stopping.signal, (part) => parts.push(part))
  return { did, parts, stopping, run }
}

it('a set is made and sent quality by quality, the sound and the least first, and says how far it is', async () => {
  const { did, parts, run } = setUp()
  await run()
  expect(did).toEqual([
    'make sound alone with sound',
    'send sound of -21.5 LUFS',
    'make 240 240x426 with sound',
    'send 240',
    // With the last quality the set is ready, so the pictures come before it.
    'draw poster',
    'send poster',
    'draw sprite',
    'send sprite',
    'make 360 360x640 with sound',
    'send 360',
  ])
  const shares = [48, 96, 96 + 125, 346, 346 + 327, 1000].map((kilobits) => kilobits / 1000)
  expect(parts).toEqual(shares.map((share) => expect.closeTo(share, 5)))
})

it('a video without sound has none made', async () => {
  const { did, run } = setUp({ sound: false })
  await run()
  expect(did[0]).toBe('make 240 240x426')
  expect(did).toHaveLength(8)
})

it('a set skips qualities that the shop has, and sends queued ones without making them again', async () => {
  const waits = ['240', 'sprite']
  const { did, parts, run } = setUp({ made: ['sound', 'poster'] }, { sendBegun: async (rung) => waits.includes(rung) })
  await run()
  expect(did).toEqual(['make 360 360x640 with sound', 'send 360'])
  expect(parts.at(-1)).toBe(1)
})

it('one that was stopped while it was made is not sent, and no other is begun', async () => {
  const { did, stopping, run } = setUp(
    {},
    {
      make: async () => {
        stopping.abort(new Error('stopped'))
        return undefined
      },
    },
  )
  await expect(run()).rejects.toThrow('stopped')
  expect(did).toEqual([])
})

it('a quality that cannot be made leaves the others alone', async () => {
  const { did, run } = setUp({ made: ['sound'] }, { make: () => Promise.reject(new Error('no encoder')) })
  await expect(run()).rejects.toThrow('no encoder')
  expect(did).toEqual([])
})

it('a picture that cannot be made or sent leaves everything else alone', async () => {
  const { did, run } = setUp(
    { made: ['sound', '240'] },
    {
      draw: async (picture) => {
        if (picture === 'poster') throw new Error('no decoder')
      },
      async send(rung) {
        if (rung === 'sprite') throw new Error('refused')
        did.push(`send ${rung}`)
      },
    },
  )
  await run()
  expect(did).toEqual(['no poster: no decoder', 'no sprite: refused', 'make 360 360x640 with sound', 'send 360'])
})

it('one that was stopped while a picture was drawn ends there', async () => {
  const { did, stopping, run } = setUp(
    { made: ['sound', '240'] },
    {
      draw() {
        stopping.abort(new Error('stopped'))
        return Promise.reject(new Error('no picture'))
      },
    },
  )
  await expect(run()).rejects.toThrow('stopped')
  expect(did).toEqual([])
})

it('ahead of the shop all qualities are made as it will want them, and nothing is sent', async () => {
  const { did, run } = setUp({ made: ['poster', 'sprite'] })
  await run()
  const [ahead, parts]: [string[], number[]] = [[], []]
  const make: SetHost['make'] = async ({ rung, sides, sound }, onPart) => {
    ahead.push(`make ${rung} ${sides ? `${sides.width}x${sides.height}` : 'alone'}${sound ? ' with sound' : ''}`)
    onPart(1)
    return undefined
  }
  const facts = { width: 360, height: 640, sound: true }
  await makeAhead(facts, make, new AbortController().signal, (part) => parts.push(part))
  expect(ahead).toEqual(did.filter((what) => what.startsWith('make')))
  expect(parts.at(-1)).toBe(1)
  await expect(makeAhead(facts, make, AbortSignal.abort(), () => {})).rejects.toThrow()
  expect(ahead).toHaveLength(3)
})
