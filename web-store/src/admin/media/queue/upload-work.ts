import type { UploadQueue } from './upload-queue.ts'
import type { StoredMedia } from './upload-types.ts'

/** A work goes on in steps as its uploads arrive, and outlives a reload. */
export type Work = { key: string }

/** The uploads of a work, as far as the queue of this window has them. */
type Uploads = { mediaOf: (key: string) => StoredMedia | undefined; open: number; failed: number }

/** `over`: its files are taken; `dropped`: they are not. */
type Outcome = 'waits' | 'over' | 'dropped'

export type Steps<One extends Work> = {
  uploadsOf(work: One): string[]
  /** Does what the arrived files allow; undefined when that is nothing. A failure is tried again. */
  step(work: One, uploads: Uploads): Promise<Outcome> | undefined
}

type Host<One extends Work> = Steps<One> & {
  queue: Pick<UploadQueue, 'view' | 'subscribe' | 'taken'>
  save(work: One): void
  remove(key: string): void
}

/** The rest of a work after each of its steps. */
const REST_MS = 3_000

export type UploadWork<One extends Work> = ReturnType<typeof createUploadWork<One>>

/** Works that wait for uploads: each takes its next step when the queue moves, one at a time. */
export function createUploadWork<One extends Work>({ queue, uploadsOf, step, save, remove }: Host<One>) {
  let works: One[] = []
  const busy = new Set<One>()

  function stepOf(work: One): Promise<Outcome> | undefined {
    const items = new Map(queue.view().items.map((item) => [item.key, item]))
    const keys = uploadsOf(work)
    const here = keys.flatMap((key) => items.get(key) ?? [])
    // It is the queue of another tab that has its files.
    if (keys.length > 0 && here.length === 0) return undefined
    const left = here.filter(({ media }) => !media)
    const failed = left.filter(({ state }) => state === 'failed').length
    return step(work, { mediaOf: (key) => items.get(key)?.media, open: left.length - failed, failed })
  }

  async function go(work: One): Promise<void> {
    const going = busy.has(work) ? undefined : stepOf(work)
    if (!going) return
    busy.add(work)
    const outcome = await going.catch(() => 'waits')
    if (outcome === 'over') uploadsOf(work).forEach(queue.taken)
    if (outcome !== 'waits') drop(work)
    setTimeout(() => {
      busy.delete(work)
      look()
    }, REST_MS)
  }
  function look(): void {
    for (const work of works) void go(work)
  }
  function drop(work: One): void {
    works = works.filter((other) => other !== work)
    remove(work.key)
  }

  queue.subscribe(look)

  return {
    look,
    drop,
    find: (is: (work: One) => boolean): One | undefined => works.find(is),
    add(work: One): void {
      works = [...works, work]
      save(work)
      look()
    },
    /** Goes on with what an earlier visit has left. */
    goOn(left: readonly One[]): void {
      works = [...left, ...works]
      look()
    },
  }
}
