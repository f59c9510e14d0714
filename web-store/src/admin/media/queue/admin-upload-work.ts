import { randomKey } from '../../../api/random-key.ts'
import { drafts } from '../../forms/editor-drafts.ts'
import type { Platform } from '../../host/platform.tsx'
import { adminQueue, queueRestored } from './admin-queue.ts'
import { ownRows } from './own-rows.ts'
import { createUploadWork, type Steps, type UploadWork, type Work } from './upload-work.ts'

/** The works of a name in this window, with what earlier visits have left; `restored` resolves once that is back. */
export function adminUploadWork<One extends Work>(
  name: string,
  platform: Platform,
  steps: Steps<One>,
): UploadWork<One> & { restored: Promise<void> } {
  const rows = ownRows<One>(`skillhaat-${name}`)
  const save = (work: One) => void rows.save(work).catch(() => {})
  const remove = (key: string) => void rows.remove(key).catch(() => {})
  const works = createUploadWork({ queue: adminQueue(platform), save, remove, ...steps })
  const restore = async () => {
    await queueRestored()
    // Releases before 0.16 stored one list for all tabs.
    const older = ((await drafts.read<One[]>(name))?.values ?? []).map((work) => ({ ...work, key: randomKey() }))
    older.forEach(save)
    if (older.length > 0) await drafts.remove(name)
    works.goOn([...older, ...(await rows.load())])
  }
  return { ...works, restored: restore().catch(() => {}) }
}
