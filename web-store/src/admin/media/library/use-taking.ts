import type { QueryKey } from '@tanstack/react-query'
import { claimedKind, type MediaKind, typeMessage } from 'contract/media/kinds'
import { useState } from 'react'
import { adminApi } from '../../host/admin-api.ts'
import { type PickedFile, usePlatform } from '../../host/platform.tsx'
import type { Notice } from '../../kit/call.ts'
import { useAct } from '../../kit/use-act.tsx'
import { adminQueue } from '../queue/admin-queue.ts'
import { arrival, NotArrived } from '../queue/arrivals.ts'
import type { StoredMedia, WaitsFor } from '../queue/upload-types.ts'

type Taking = {
  /** The only kind that is taken; empty for all. */
  kind: MediaKind | ''
  picks: 'media' | 'any'
  awaited?: WaitsFor
  /** Does something with the file once it is in the library. */
  take: (media: StoredMedia) => Promise<unknown>
  failed: string
  done?: Notice
  onDone?: () => void
  /** Other queries that it changes. */
  also?: readonly QueryKey[]
}

/** Uploads one file that the admin chooses, and takes what the library has of it. `key`: of its upload. */
export function useTaking({ kind, picks, awaited, take, failed, done = null, onDone, also = [] }: Taking) {
  const platform = usePlatform()
  const queue = adminQueue(platform)
  const [key, setKey] = useState<string>()
  const [refused, setRefused] = useState<string>()
  async function call(file: PickedFile): Promise<string | undefined> {
    if (kind && claimedKind(file) !== kind) return typeMessage(kind)
    const [added = ''] = queue.add([file], awaited ? { awaited } : {})
    setKey(added)
    try {
      const media = await arrival(queue, added)
      if (!media) throw new NotArrived(file.name)
      await take(media)
    } catch (error) {
      if (!(error instanceof NotArrived)) throw error
      return error.message || 'The file did not arrive. Please choose it again.'
    }
  }
  const taking = useAct(
    { call, key: adminApi.media.key },
    {
      failed,
      beside: true,
      done: (problem) => (problem ? null : done),
      also,
      onDone(problem) {
        setRefused(problem)
        if (!problem) onDone?.()
      },
    },
  )
  return {
    queue,
    key,
    busy: taking.busy,
    problem: refused ?? taking.problem,
    async choose() {
      const [file] = await platform.pickFiles({
        kind: kind === 'image' || kind === 'video' ? kind : picks,
        multiple: false,
        keep: true,
      })
      if (!file) return
      setRefused(undefined)
      taking.run(file)
    },
  }
}
