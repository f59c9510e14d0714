import type { Resolver } from 'react-hook-form'
import { expect, test } from 'vitest'
import { randomKey } from '../../../api/random-key.ts'
import { arrival, NotArrived, withArrivals } from './arrivals.ts'
import { referencesIn, takingUploads, uploadReference, withoutReferences } from './upload-reference.ts'
import type { QueueView, UploadItem } from './upload-types.ts'

const KEY = randomKey()
const form = {
  name: 'Reels',
  reels: [{ value: '/media/aaaaaaaaaaaaaaaa/a.mp4' }, { value: uploadReference(KEY) }],
  none: null,
}

/** A queue that holds these, and says so when they change. */
function queueOf(...items: Partial<UploadItem>[]) {
  const listeners = new Set<() => void>()
  let view = { items } as unknown as QueueView
  return {
    view: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    become(...next: Partial<UploadItem>[]) {
      view = { items: next } as unknown as QueueView
      for (const listener of listeners) listener()
    },
    watched: () => listeners.size,
  }
}

test('an upload that a form waits for is found in every field', () => {
  expect(referencesIn(form)).toEqual([{ path: 'reels.1.value', key: KEY }])
  expect(withoutReferences(form, () => '').reels).toEqual([form.reels[0], { value: '' }])
})

test('a form with a file on its way is as good as one with its address, and is sent only with the address', async () => {
  const resolver: Resolver<typeof form, unknown, typeof form> = (values) =>
    values.reels.every(({ value }) => value.startsWith('/media/'))
      ? { values, errors: {} as Record<string, never> }
      : { values: {}, errors: { name: { type: 'invalid', message: 'No address' } } }
  const options = { fields: {}, shouldUseNativeValidation: false }
  expect((await resolver(form, undefined, options)).errors).not.toEqual({})
  const { values, errors } = await takingUploads(resolver)(form, undefined, options)
  expect([values, errors]).toEqual([form, {}])
  const bad = { ...form, reels: [{ value: 'upload' }, ...form.reels] }
  expect((await takingUploads(resolver)(bad, undefined, options)).errors).toMatchObject({ name: { type: 'invalid' } })

  const queue = queueOf({ key: KEY, state: 'uploading' })
  const sent = withArrivals(queue, form)
  queue.become({ key: KEY, state: 'finishing' })
  queue.become({ key: KEY, state: 'done', media: { media_id: 'b', url: '/media/b/b.mp4', name: 'b.mp4' } })
  expect((await sent).reels).toEqual([form.reels[0], { value: '/media/b/b.mp4' }])
  expect(queue.watched()).toBe(0)
})

test('a file that cannot arrive by itself fails its form, with its name and the reason', async () => {
  const why = async (item: Partial<UploadItem>) => {
    const error = await arrival(queueOf({ key: KEY, name: 'a.mp4', ...item }), KEY).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(NotArrived)
    return [error.file, error.message]
  }
  expect(await why({ state: 'failed', problem: 'No video' })).toEqual(['a.mp4', 'No video'])
  expect(await why({ state: 'paused' })).toEqual(['a.mp4', 'The upload is paused'])
  expect(await why({ state: 'lost' })).toEqual(['a.mp4', 'Choose this file again to continue'])
  await expect(arrival(queueOf(), KEY)).rejects.toThrow('The upload was removed')
})
