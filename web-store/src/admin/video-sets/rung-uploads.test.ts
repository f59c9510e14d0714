import { expect, it } from 'vitest'
import type { UploadQueue } from '../media/queue/upload-queue.ts'
import type { SetPart, UploadItem, UploadState } from '../media/queue/upload-types.ts'
import { sendBegun } from './rung-uploads.ts'

const PART: SetPart = { set_of: 'med_1', rung: '240' }

/** A queue of one upload; `become` moves it on. */
function queueOf(state: UploadState, part = PART) {
  const did: string[] = []
  let items = [{ key: 'k', name: 'a, 240p.mp4', state, part } as UploadItem]
  let notify = () => {}
  const become = (state: UploadState, problem?: string) => {
    items = items.map((item) => ({ ...item, state, problem }))
    notify()
  }
  const queue = {
    view: () => ({ items }) as unknown as ReturnType<UploadQueue['view']>,
    subscribe(listener: () => void) {
      notify = listener
      return () => {}
    },
    add: () => [],
    pause(key: string) {
      did.push(`pause ${key}`)
      become('paused')
    },
    async resume(key: string) {
      did.push(`resume ${key}`)
      become('waiting')
    },
    remove: (key: string) => void did.push(`remove ${key}`),
  }
  return { queue, did, become }
}
const never = new AbortController().signal

it('a quality that another visit has left in the queue is waited for', async () => {
  const { queue, did, become } = queueOf('uploading')
  const sent = sendBegun(queue, PART, never)
  become('done')
  expect(await sent).toBe(true)
  expect(did).toEqual(['remove k'])
})

it('one that was paused goes on', async () => {
  const { queue, did, become } = queueOf('paused')
  const sent = sendBegun(queue, PART, never)
  await expect.poll(() => did).toEqual(['resume k'])
  become('done')
  expect(await sent).toBe(true)
})

it('one that failed is dropped, with its file as the queue does, and made anew', async () => {
  const { queue, did } = queueOf('failed')
  expect(await sendBegun(queue, PART, never)).toBe(false)
  expect(did).toEqual(['remove k'])
})

it('one of another quality or video is none of its business', async () => {
  for (const part of [
    { ...PART, rung: '360' },
    { ...PART, set_of: 'med_2' },
  ]) {
    const { queue, did } = queueOf('uploading', part)
    expect(await sendBegun(queue, PART, never)).toBe(false)
    expect(did).toEqual([])
  }
})

it('stopped, it stays in the queue, paused', async () => {
  const { queue, did } = queueOf('uploading')
  const stopping = new AbortController()
  const sent = sendBegun(queue, PART, stopping.signal)
  stopping.abort()
  await expect(sent).rejects.toThrow('The upload is paused')
  expect(did).toEqual(['pause k'])
})
