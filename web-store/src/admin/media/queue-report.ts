import type { Platform } from '../platform.tsx'
import type { UploadQueue } from './upload-queue.ts'
import { isUnderWay, type QueueView, type UploadItem } from './upload-types.ts'

type Host = Pick<Platform, 'showProgress' | 'notify'>

/**
 * Tells the machine how the queue stands: how far it is while anything goes up, and by a notice that it has ended or that a
 * file has failed, when the admin looks elsewhere. What has come to rest before the queue last did is not counted again.
 */
export function reportQueue(queue: Pick<UploadQueue, 'subscribe' | 'view'>, host: Host): () => void {
  let running = false
  let shown = ''
  /** Files that are told about: they were at rest when a run of uploads began. */
  let before = new Set(
    queue
      .view()
      .items.filter(isAtRest)
      .map(({ key }) => key),
  )
  let failed = new Set(
    queue
      .view()
      .items.filter(hasFailed)
      .map(({ key }) => key),
  )

  const show = (progress: { fraction: number; failed: boolean } | undefined) => {
    const text = JSON.stringify(progress)
    if (text === shown) return
    shown = text
    host.showProgress(progress)
  }
  const report = () => {
    const { items } = queue.view()
    const wasRunning = running
    running = items.some(isUnderWay)
    const run = items.filter(({ key }) => !before.has(key))
    const news = items.filter((item) => hasFailed(item) && !failed.has(item.key))
    failed = new Set(items.filter(hasFailed).map(({ key }) => key))
    show(running ? { fraction: fractionOf(run), failed: run.some(hasFailed) } : undefined)
    const ended = wasRunning && !running && !items.some(({ state }) => state === 'paused')
    const notice = ended ? endOf(run) : news.length > 0 ? failureOf(news) : undefined
    if (notice && !document.hasFocus()) host.notify(notice)
    if (!running) before = new Set(items.filter(isAtRest).map(({ key }) => key))
  }
  report()
  return queue.subscribe(report)
}

type Item = QueueView['items'][number]

const hasFailed = ({ state }: Pick<Item, 'state'>) => state === 'failed'
const isAtRest = ({ state }: Pick<Item, 'state'>) => state === 'done' || state === 'duplicate' || state === 'failed'

/** In whole hundredths, for no bar shows more. */
function fractionOf(run: readonly UploadItem[]): number {
  const counted = run.filter((item) => !hasFailed(item))
  const bytes = counted.reduce((sum, { size }) => sum + size, 0)
  const sent = counted.reduce((sum, item) => sum + item.sent, 0)
  return bytes > 0 ? Math.floor((sent / bytes) * 100) / 100 : 0
}

function endOf(run: readonly UploadItem[]) {
  const bad = run.filter(hasFailed).length
  const body = `${run.length - bad} of ${run.length} done${bad > 0 ? `, ${bad} failed` : ''}.`
  return { title: 'Uploads finished', body }
}

function failureOf(news: readonly UploadItem[]) {
  const [first] = news
  if (news.length > 1 || !first) return { title: 'Uploads failed', body: `${news.length} files could not be uploaded.` }
  return { title: 'Upload failed', body: `${first.name}: ${first.problem ?? 'This file could not be uploaded.'}` }
}
