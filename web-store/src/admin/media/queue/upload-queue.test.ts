import { CONVERT_MESSAGE } from 'contract/media/ways-out'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUploadQueue, PARALLEL, type UploadQueue } from './upload-queue.ts'
import type { FileSource, QueueHost, StoredMedia, StoredUpload } from './upload-types.ts'

/** The library's answers by the file's name. Without an answer the check of a file never ends. */
type Answers = Record<string, () => Promise<StoredMedia | undefined>>

const queues: UploadQueue[] = []
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const queue of queues.splice(0)) queue.stop()
  vi.useRealTimers()
})

const film = (name: string, changes: Partial<FileSource> = {}): FileSource => ({
  name,
  size: 1000,
  type: 'video/mp4',
  modified_at: 1,
  read: async (start, end) => new Uint8Array(end - start),
  ...changes,
})
const media = (name: string): StoredMedia => ({ media_id: `med_${name}`, url: `/media/x/${name}`, name })
const there = (name: string) => async () => media(name)
const refuses =
  (status: number, message = '') =>
  () =>
    Promise.reject(Object.assign(new Error(message), { status }))
const silent = () => Promise.reject(new TypeError('Failed to fetch'))

function open(answers: Answers = {}, changes: Partial<QueueHost> = {}, saved: StoredUpload[] = []) {
  const requested: string[] = []
  const written = new Map(saved.map((upload) => [upload.key, upload]))
  const network = { online: true, changed: () => {} }
  const host: QueueHost = {
    endpoint: 'https://shop.invalid/uploads',
    authorization: () => undefined,
    signedOut: async () => false,
    // A file's name stands for its bytes.
    hash: async ({ name }) => name,
    findByHash(name) {
      requested.push(name)
      return answers[name]?.() ?? new Promise(() => {})
    },
    statusOf: async () => undefined,
    findAgain: async () => undefined,
    forget: () => {},
    store: {
      load: async () => [...written.values()],
      save: async (upload) => void written.set(upload.key, upload),
      remove: async (key) => void written.delete(key),
    },
    isOnline: () => network.online,
    watchOnline(listener) {
      network.changed = listener
      return () => {}
    },
    ...changes,
  }
  const queue = createUploadQueue(host)
  queues.push(queue)
  return {
    queue,
    asked: requested,
    written,
    states: () => Object.fromEntries(queue.view().items.map(({ name, state }) => [name, state])),
    item: (name: string) => queue.view().items.find((item) => item.name === name),
    keyOf: (name: string) => String(queue.view().items.find((item) => item.name === name)?.key),
    goOnline(online: boolean) {
      network.online = online
      network.changed()
    },
  }
}
const rest = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

test('so many files are under way side by side; the next one begins when one has ended', async () => {
  const first = Promise.withResolvers<StoredMedia>()
  const { queue, asked, states } = open({ a: () => first.promise })
  queue.add(['a', 'b', 'c', 'd', 'e'].map((name) => film(name)))
  await rest()
  expect(PARALLEL).toBe(3)
  expect(states()).toEqual({ a: 'checking', b: 'checking', c: 'checking', d: 'waiting', e: 'waiting' })
  first.resolve(media('a'))
  await rest()
  expect(states()).toMatchObject({ a: 'duplicate', d: 'checking', e: 'waiting' })
  expect(asked).toEqual(['a', 'b', 'c', 'd'])
})

test('bytes that the library has are not sent again; the file says which one they are', async () => {
  const { queue, item, written } = open({ a: there('a') })
  queue.add([film('a')])
  await rest()
  expect(item('a')).toMatchObject({ state: 'duplicate', media: media('a'), sent: 1000 })
  expect(queue.view().total).toMatchObject({ count: 1, done: 1, open: 0, failed: 0, bytes: 1000, sent: 1000 })
  expect([...written.values()]).toMatchObject([{ state: 'duplicate', sha256: 'a', media: media('a') }])
  queue.clearSettled()
  expect(queue.view().items).toEqual([])
  expect(written.size).toBe(0)
})

test('a queued file is not queued twice, whether or not it exists a second time', async () => {
  const answers: Answers = { a: there('a') }
  const { queue } = open(answers)
  const states = () => queue.view().items.map(({ state }) => state)
  queue.add([film('a'), film('a')])
  expect(states()).toEqual(['waiting'])
  await rest()
  delete answers.a
  // Once it has ended it may be uploaded again.
  queue.add([film('a')])
  queue.add([film('a')])
  expect(states()).toEqual(['duplicate', 'waiting'])
  queue.add([film('a', { size: 1001 }), film('a', { modified_at: 2 })])
  expect(queue.view().items).toHaveLength(4)
})

test('a file that the library refuses fails without a request, and leaves the others alone', async () => {
  const { queue, asked, item, states } = open({ good: there('good') })
  queue.add([
    film('poster.tiff', { type: 'image/tiff' }),
    film('film.wmv', { type: 'video/x-ms-wmv' }),
    film('song.aac', { type: 'audio/aac' }),
    film('empty.mp4', { size: 0 }),
    film('huge.png', { type: 'image/png', size: 5 * 1024 * 1024 + 1 }),
    film('big.png', { type: 'image/png', size: 5 * 1024 * 1024 }),
    film('good'),
  ])
  await rest()
  expect(item('poster.tiff')?.problem).toBe('Please upload a valid image file (JPEG, PNG, GIF, or WEBP)')
  expect(item('film.wmv')?.problem).toBe(CONVERT_MESSAGE)
  expect(item('song.aac')?.problem).toMatch(/M4A or MP3/)
  expect(item('empty.mp4')?.problem).toBe('Please upload a valid video file (MP4, WebM, or OGG)')
  expect(item('huge.png')?.problem).toBe('Image file is too large. Maximum size is 5MB')
  expect(states()).toMatchObject({ 'huge.png': 'failed', 'big.png': 'checking', good: 'duplicate' })
  expect(asked).toEqual(['big.png', 'good'])
})

test('a file that the server converts is polled until its MP4 is in the library', async () => {
  let converting = true
  const statusOf = async () =>
    converting
      ? { status: 'receiving' as const, converting, media_id: null, url: null, detail: null }
      : { status: 'finished' as const, media_id: 'med_a', url: '/media/x/a.mp4', detail: null }
  const { queue, states, item } = open({}, { statusOf, findAgain: async () => film('old.avi') }, [
    storedUpload('old.avi', { upload_url: '/uploads/1' }),
  ])
  await queue.restore()
  await rest()
  expect(states()).toEqual({ 'old.avi': 'converting' })
  converting = false
  await rest(60_000)
  expect(item('old.avi')).toMatchObject({ state: 'done', media: { url: '/media/x/a.mp4' } })
})

/** Stands in for a browser that converts; `end` settles a run. */
function converter() {
  const runs: { signal: AbortSignal; onPart(part: number): void; end: PromiseWithResolvers<FileSource | undefined> }[] =
    []
  const toMp4: QueueHost['toMp4'] = (_, __, signal, onPart) => {
    const end = Promise.withResolvers<FileSource | undefined>()
    signal.addEventListener('abort', () => end.reject(signal.reason))
    runs.push({ signal, onPart, end })
    return end.promise
  }
  return { runs, toMp4 }
}

test('the MP4 of a converted video is hashed, stored over a restart and uploaded in its place', async () => {
  const { runs, toMp4 } = converter()
  const forgotten: unknown[] = []
  const forget = (saved: readonly unknown[]) => void forgotten.push(...saved)
  const { queue, asked, item, written } = open({}, { toMp4, forget })
  queue.add([film('a.mov', { type: 'video/quicktime', kept: 'handle', folder: 'Week 1/' })])
  await rest()
  runs[0]?.onPart(0.5)
  expect(item('a.mov')).toMatchObject({ state: 'encoding', encoded: 0.5, sent: 0 })
  runs[0]?.end.resolve(film('a.mp4', { size: 800, kept: { storage: 'mp4-1' }, folder: 'Week 1/' }))
  await rest()
  expect(queue.view().items).toMatchObject([{ name: 'a.mp4', state: 'checking', size: 800, sha256: 'a.mp4' }])
  expect([asked, forgotten]).toEqual([['a.mp4'], ['handle']])
  expect([...written.values()]).toMatchObject([{ name: 'a.mp4', folder: 'Week 1/', kept: { storage: 'mp4-1' } }])
  expect(queue.sourceOf(queue.view().items[0]?.key ?? '')?.name).toBe('a.mp4')
})

test('a conversion pauses and begins again, and one that cannot be is refused without a request', async () => {
  const { runs, toMp4 } = converter()
  const { queue, asked, item, keyOf } = open({}, { toMp4 })
  queue.add([film('a.mkv', { type: '' }), film('b.mp4')])
  await rest()
  runs[0]?.onPart(0.4)
  queue.pause(keyOf('a.mkv'))
  runs[0]?.onPart(0.5)
  await rest()
  expect([runs[0]?.signal.aborted, item('a.mkv')?.state]).toEqual([true, 'paused'])
  await queue.resume(keyOf('a.mkv'))
  await rest()
  const again = runs.at(-1)
  again?.onPart(0)
  expect(item('a.mkv')).toMatchObject({ state: 'encoding', encoded: 0 })
  again?.end.reject(Object.assign(new Error(CONVERT_MESSAGE), { status: 415 }))
  runs[1]?.end.resolve(undefined)
  await rest()
  expect(item('a.mkv')).toMatchObject({ state: 'failed', problem: CONVERT_MESSAGE })
  expect(asked).toEqual(['b.mp4'])
})

test('one file that fails leaves the others; added again it is tried again, in its own row', async () => {
  const answers: Answers = { a: refuses(422, 'This file is not a video'), b: there('b'), c: refuses(418) }
  const { queue, item, states } = open(answers)
  queue.add(['a', 'b', 'c'].map((name) => film(name)))
  await rest()
  expect(states()).toEqual({ a: 'failed', b: 'duplicate', c: 'failed' })
  expect(item('a')?.problem).toBe('This file is not a video')
  expect(item('c')?.problem).toBeUndefined()
  // A failed file is no part of the remaining bytes.
  expect(queue.view().total).toMatchObject({ count: 3, done: 1, failed: 2, open: 0, bytes: 1000, sent: 1000 })
  answers.a = there('a')
  queue.add([film('a')])
  await rest()
  expect(states()).toEqual({ a: 'duplicate', b: 'duplicate', c: 'failed' })
  expect(item('a')?.problem).toBeUndefined()
})

test('a temporary refusal is retried after longer and longer waits, at most 15 seconds', async () => {
  const { queue, asked, item } = open({ a: refuses(429), b: there('b') })
  queue.add([film('a')])
  await rest()
  expect(item('a')).toMatchObject({ state: 'retrying', problem: undefined })
  expect(asked).toEqual(['a'])
  // Others that join or leave meanwhile do not shorten its wait.
  queue.add([film('b')])
  await rest(499)
  expect(asked).toEqual(['a', 'b'])
  await rest(1)
  expect(asked).toEqual(['a', 'b', 'a'])
  for (const [index, wait] of [1000, 2000, 4000, 8000, 15_000, 15_000].entries()) {
    await rest(wait - 1)
    expect(asked).toHaveLength(3 + index)
    await rest(1)
    expect(asked).toHaveLength(4 + index)
  }
})

test('pausing ends a wait, and going on does not wait', async () => {
  const { queue, asked, keyOf, states } = open({ a: refuses(500) })
  queue.add([film('a')])
  await rest()
  queue.pause(keyOf('a'))
  await rest(60_000)
  expect(states()).toEqual({ a: 'paused' })
  expect(asked).toHaveLength(1)
  await queue.resume(keyOf('a'))
  await rest()
  expect(asked).toHaveLength(2)
})

test('while nobody answers all wait and one asks; after the first answer all go on', async () => {
  const answers: Answers = { a: silent, b: silent, c: silent, d: silent }
  const { queue, asked, item } = open(answers)
  queue.add(['a', 'b', 'c', 'd'].map((name) => film(name)))
  await rest()
  expect(asked).toEqual(['a', 'b', 'c'])
  expect(item('a')).toMatchObject({ state: 'retrying', problem: 'Waiting for the server' })
  await rest(500)
  expect(asked).toHaveLength(4)
  await rest(999)
  expect(asked).toHaveLength(4)
  await rest(1)
  expect(asked).toHaveLength(5)
  for (const name of ['a', 'b', 'c', 'd']) answers[name] = there(name)
  await rest(2000)
  expect(queue.view().total).toMatchObject({ done: 4, open: 0 })
})

test('the queue sends nothing without a network, and resumes at once when it is back', async () => {
  const { queue, asked, item, goOnline } = open()
  queue.add([film('a')])
  await rest()
  goOnline(false)
  expect(item('a')).toMatchObject({ state: 'retrying', problem: 'Paused, no internet' })
  expect(queue.view().online).toBe(false)
  queue.add([film('b')])
  await rest(60_000)
  expect(asked).toEqual(['a'])
  goOnline(true)
  await rest()
  expect(asked).toEqual(['a', 'a', 'b'])
})

test('a paused file stops, alone or with all others, and one added then stops, too', async () => {
  const { queue, keyOf, states, written } = open({ c: there('c') })
  queue.add([film('a'), film('b')])
  await rest()
  queue.pause(keyOf('a'))
  expect(states()).toEqual({ a: 'paused', b: 'checking' })
  queue.pauseAll()
  queue.add([film('c')])
  await rest(60_000)
  expect(states()).toEqual({ a: 'paused', b: 'paused', c: 'paused' })
  expect([queue.view().paused, [...written.values()].map(({ state }) => state)]).toEqual([
    true,
    ['paused', 'paused', 'paused'],
  ])
  await queue.resume(keyOf('c'))
  await rest()
  expect(states()).toEqual({ a: 'paused', b: 'paused', c: 'duplicate' })
  queue.resumeAll()
  expect(states()).toEqual({ a: 'waiting', b: 'waiting', c: 'duplicate' })
})

test.each([
  [true, 'duplicate'],
  [false, 'paused'],
])('a session that has ended: with a new one (%s) the upload is %s', async (renewed, state) => {
  let ended = true
  const signedOut = async () => {
    ended = false
    return renewed
  }
  const { queue, item } = open({ a: () => (ended ? refuses(401)() : there('a')()) }, { signedOut })
  queue.add([film('a')])
  await rest()
  expect(item('a')?.state).toBe(state)
})

test('one question for a new log-in, however many uploads meet the ended session; nothing else begins meanwhile', async () => {
  const answer = Promise.withResolvers<boolean>()
  const [b, c] = [Promise.withResolvers<StoredMedia>(), Promise.withResolvers<StoredMedia>()]
  let questions = 0
  const signedOut = () => {
    questions += 1
    return answer.promise
  }
  let ended = true
  const a = () => (ended ? refuses(401)() : there('a')())
  const cThen = () => (ended ? c.promise : there('c')())
  const { queue, asked, states } = open({ a, b: () => b.promise, c: cThen, d: there('d') }, { signedOut })
  queue.add(['a', 'b', 'c', 'd'].map((name) => film(name)))
  await rest()
  expect(states()).toMatchObject({ a: 'retrying', b: 'checking', c: 'checking', d: 'waiting' })
  b.resolve(media('b'))
  c.reject(Object.assign(new Error('ended'), { status: 401 }))
  await rest()
  expect([questions, asked]).toEqual([1, ['a', 'b', 'c']])
  expect(states()).toMatchObject({ a: 'retrying', b: 'duplicate', c: 'retrying', d: 'waiting' })
  ended = false
  answer.resolve(true)
  await rest()
  expect(questions).toBe(1)
  expect(states()).toMatchObject({ a: 'duplicate', c: 'duplicate', d: 'duplicate' })
})

const storedUpload = (name: string, changes: Partial<StoredUpload> = {}): StoredUpload => ({
  key: name,
  name,
  folder: '',
  size: 1000,
  type: 'video/mp4',
  modified_at: 1,
  added_at: 1,
  state: 'open',
  upload_url: undefined,
  sha256: undefined,
  forced: false,
  awaited: undefined,
  problem: undefined,
  media: undefined,
  kept: name,
  ...changes,
})

test('after a restart each file is what it was; one that cannot be found waits until it is chosen again', async () => {
  const findAgain = async (name: unknown) => (name === 'gone' ? undefined : film(String(name)))
  const { queue, asked, states } = open({}, { findAgain }, [
    storedUpload('late', { added_at: 2 }),
    storedUpload('first'),
    storedUpload('gone', { added_at: 3 }),
    storedUpload('paused', { added_at: 4, state: 'paused' }),
    storedUpload('failed', { added_at: 5, state: 'failed', problem: 'This file is not a video' }),
    storedUpload('changed', { added_at: 6, size: 999 }),
  ])
  await queue.restore()
  await rest()
  expect(Object.entries(states())).toEqual([
    ['first', 'checking'],
    ['late', 'checking'],
    ['gone', 'lost'],
    ['paused', 'paused'],
    ['failed', 'failed'],
    ['changed', 'lost'],
  ])
  queue.add([film('gone')])
  await rest()
  expect(states()).toMatchObject({ gone: 'checking' })
  expect(asked).toEqual(['first', 'late', 'gone'])
})

test('the server knows what became of an upload whose last answer was lost', async () => {
  const notified: unknown[] = []
  const upload = (name: string) => storedUpload(name, { upload_url: `/uploads/${name}` })
  const { queue, item, asked } = open(
    {},
    {
      findAgain: async (name) => film(String(name)),
      statusOf: async (id) =>
        id === 'a'
          ? { status: 'finished', media_id: 'med_a', url: '/media/x/a', detail: null }
          : { status: 'refused', media_id: null, url: null, detail: 'This file is not a video' },
      forget: (files) => void notified.push(...files),
    },
    [upload('a'), upload('b')],
  )
  await queue.restore()
  await rest()
  expect(item('a')).toMatchObject({ state: 'done', media: media('a') })
  expect(item('b')).toMatchObject({ state: 'failed', problem: 'This file is not a video', sent: 0 })
  // Its file is not needed any more; that of the other one may be tried again.
  expect(notified).toEqual(['a'])
  expect(asked).toEqual([])
})

test('a server that cannot take a file is tried five times, and the others go on', async () => {
  const { queue, asked, states } = open({ broken: refuses(500), fine: there('fine') })
  const [broken, fine] = queue.add([film('broken'), film('fine')])
  expect(queue.view().items.map(({ key }) => key)).toEqual([broken, fine])
  await vi.advanceTimersByTimeAsync(7_000)
  expect(states()).toMatchObject({ broken: 'retrying', fine: 'duplicate' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(states()).toMatchObject({ broken: 'failed' })
  expect(asked.filter((name) => name === 'broken')).toHaveLength(5)
})

test('a copy of a lost file goes on where it was when its bytes are the same, and begins anew when they are not', async () => {
  const found = { status: 'finished', media_id: 'm', url: '/media/m/m.mp4', detail: null } as const
  const requested: string[] = []
  const statusOf = async (id: string) => {
    requested.push(id)
    return found
  }
  const begun = (name: string, sha256: string) => storedUpload(name, { upload_url: `/uploads/${name}`, sha256 })
  const { queue, states } = open({ other: there('other') }, { statusOf }, [
    begun('same', 'same'),
    begun('other', 'old'),
  ])
  await queue.restore()
  expect(states()).toEqual({ same: 'lost', other: 'lost' })
  const again = [film('same', { modified_at: 7 }), film('other', { modified_at: 7 })]
  expect(queue.add(again)).toEqual(['same', 'other'])
  await rest()
  expect(states()).toEqual({ same: 'done', other: 'duplicate' })
  expect(requested).toEqual(['same'])
})

test('a file that a form awaits is not removed before the form has taken it', async () => {
  const { queue, states } = open({ a: there('a'), b: there('b') })
  const [a = ''] = queue.add([film('a')], { awaited: 'form' })
  queue.add([film('b')])
  await rest()
  queue.clearSettled()
  expect(states()).toEqual({ a: 'duplicate' })
  queue.taken(a)
  queue.clearSettled()
  expect(states()).toEqual({})
})

test('a part of a set that an earlier run has made is found again, and one that is gone is dropped: nobody can choose it', async () => {
  const saved = (key: string, state: StoredUpload['state'] = 'open'): StoredUpload => ({
    key,
    name: `${key}.mp4`,
    folder: '',
    size: 1000,
    type: 'video/mp4',
    modified_at: 1,
    added_at: 1,
    state,
    upload_url: undefined,
    sha256: undefined,
    forced: false,
    awaited: undefined,
    problem: undefined,
    media: undefined,
    kept: key,
    part: { set_of: 'med_1', rung: '240' },
  })
  const findAgain = async (key: unknown) => (key === 'gone' ? undefined : film(`${key}.mp4`))
  const { queue, written } = open({}, { findAgain, isOnline: () => false }, [
    saved('there'),
    saved('gone'),
    saved('taken', 'done'),
  ])
  await queue.restore()
  expect(queue.view().items).toMatchObject([
    { name: 'there.mp4', state: 'waiting', part: { set_of: 'med_1', rung: '240' } },
  ])
  expect([...written.keys()]).toEqual(['there'])
})

test('the same folder again goes into the same folder of the library; a file that was moved stays', async () => {
  const moved: string[] = []
  const inFolder = (name: string, folder: string) => async () => ({ ...media(name), folder })
  const { queue, states } = open(
    { loose: inFolder('loose', ''), own: inFolder('own', 'कोर्स/एक'), other: inFolder('other', 'Best of') },
    { putInFolder: async (media_id, folder) => moved.push(`${media_id} ${folder}`) },
  )
  queue.add(['loose', 'own', 'other'].map((name) => film(name, { folder: 'कोर्स/एक/' })))
  await rest()
  expect(states()).toEqual({ loose: 'duplicate', own: 'duplicate', other: 'duplicate' })
  expect(moved).toEqual(['med_loose कोर्स/एक'])
})
