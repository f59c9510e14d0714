import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import { storage } from '../../stores/storage.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { useMe } from '../host/me.queries.ts'
import { usePlatform } from '../host/platform.tsx'
import { adminQueue } from '../media/queue/admin-queue.ts'
import type { UploadQueue } from '../media/queue/upload-queue.ts'
import { isUnderWay } from '../media/queue/upload-types.ts'
import { tabsOf } from '../tabs/tabs.ts'
import { canPrepare } from './can-prepare.ts'
import { prepare, prepareAhead, stopPreparing } from './preparing.ts'
import { forgetOldRungs } from './rung-storage.ts'

/** A lesson in another window may show a new video, too. */
const LOOK_MS = 60_000

/** `on`: this browser processes lesson videos without a press for each. `mine`: this window does, of all that are open. */
const useChoice = create(() => ({ on: storage.read('prepare_by_itself') === 'on', mine: false }))

/** Videos that began without a press, by their id or the key of their upload. A stopped one does not begin again. */
const begun = new Set<string>()

export const usePreparesByItself = (): boolean => useChoice(({ on }) => on)

/** Keeps the choice for this browser. Off, what was begun without a press is stopped, and goes on when it is on again. */
export function setPreparesByItself(on: boolean): void {
  if (on) storage.write('prepare_by_itself', 'on')
  else storage.remove('prepare_by_itself')
  take(on)
}

function take(on: boolean): void {
  useChoice.setState({ on })
  if (on) return
  for (const id of begun) stopPreparing(id)
  begun.clear()
}

// Another window has chosen.
storage.watch(['prepare_by_itself'], () => take(storage.read('prepare_by_itself') === 'on'))

/** Videos of lessons that the shop makes no qualities of, of the newest hundred, the oldest first. */
const unpreparedQuery = queryOptions({
  queryKey: [...adminApi.media.key(), 'unprepared'],
  queryFn: async () => {
    const { media } = await adminClient.media.list({ kind: 'video', use: 'used', limit: '100' })
    return media.filter(({ video }) => video?.state === 'original').toReversed()
  },
  refetchInterval: LOOK_MS,
})

/** While the console is open, begins each lesson video that has no qualities or is on its way, where that was chosen; one window at a time does. */
export function usePreparingByItself(): void {
  const platform = usePlatform()
  const client = useQueryClient()
  const { data: me } = useMe()
  const on =
    usePreparesByItself() && canPrepare() && me !== undefined && tabsOf(me.role).some(({ id }) => id === 'media')
  const mine = useChoice((state) => state.mine)
  const { data } = useQuery({ ...unpreparedQuery, enabled: on && mine })
  useEffect(() => (on ? takeTurn() : undefined), [on])
  useEffect(() => {
    if (!on || !mine) return
    for (const item of data ?? []) {
      if (begun.has(item.media_id)) continue
      begun.add(item.media_id)
      void prepare(item, platform).then(() => client.invalidateQueries({ queryKey: adminApi.media.key() }))
    }
  }, [on, mine, data, platform, client])
  useEffect(() => (on && mine ? prepareUploads(adminQueue(platform)) : undefined), [on, mine, platform])
}

/**
 * Begins each video that a lesson waits for, as soon as its bytes are known. Once the lesson has it, that is prepared, with what was made until then. Answers how to end that.
 */
function prepareUploads(queue: UploadQueue): () => void {
  const uploads = new Set<string>()
  const look = () => {
    const wanted = queue.view().items.filter(({ kind, awaited }) => kind === 'video' && awaited === 'lesson')
    for (const item of wanted.filter(isUnderWay)) {
      const { key, sha256 } = item
      const file = queue.sourceOf(key)
      if (!sha256 || !file || begun.has(key)) continue
      begun.add(key)
      uploads.add(key)
      void prepareAhead({ key, sha256, file })
    }
    for (const key of uploads) {
      if (wanted.some((item) => item.key === key)) continue
      uploads.delete(key)
      stopPreparing(key)
    }
  }
  look()
  return queue.subscribe(look)
}

/** Two windows that work on one video get in each other's way. Answers how to give the turn away; a window that is closed does. */
function takeTurn(): () => void {
  const leaving = new AbortController()
  const over = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
  navigator.locks
    .request('prepare-by-itself', { signal: leaving.signal }, () => {
      useChoice.setState({ mine: true })
      // A browser that refuses its storage has nothing to forget.
      forgetOldRungs(Date.now()).catch(() => {})
      return over
    })
    // It left before its turn.
    .catch(() => {})
  return () => {
    leaving.abort()
    useChoice.setState({ mine: false })
  }
}
