import type { Platform, QueueProgress } from '../../host/platform.tsx'
import type { UploadQueue } from './upload-queue.ts'
import { isUnderWay, type QueueView, type UploadItem } from './upload-types.ts'

type Host = Pick<Platform, 'showProgress' | 'notify'>

/**
 * Reports the queue to the machine: its progress while files upload, and a notice when it has ended or a file has failed, if the admin looks
 * elsewhere. Files that finished before the queue last ended are not counted again.
 */
export function reportQueue(queue: Pick<UploadQueue, 'subscribe' | 'view'>, host: Host): () => void {
  let running = false
  let shown = ''
  /** The reported files, by key: their state at rest before this run of uploads. */
  let before = atRest(queue.view().items)
  let failed = failedOf(queue.view().items)

  const show = (progress: QueueProgress | undefined) => {
    const text = JSON.stringify(progress)
    if (text === shown) return
    shown = text
    host.showProgress(progress)
  }
  const report = () => {
    const { items } = queue.view()
    const wasRunning = running
    running = items.some(isUnderWay)
    for (const { key } of items.filter(isUnderWay)) before.delete(key)
    const run = items.filter(({ key, state }) => state !== 'lost' && before.get(key) !== state)
    const news = items.filter((item) => hasFailed(item) && !failed.has(item.key))
    failed = failedOf(items)
    const files = items.filter(isUnderWay).length
    show(running ? { fraction: fractionOf(run), failed: run.some(hasFailed), files } : undefined)
    // The queue tells ten times a second at most: a small file may be done before it was seen under way.
    const hasRun = wasRunning || run.some(isDone)
    const ended = hasRun && !running && !items.some(({ state }) => state === 'paused')
    const notice = ended ? endOf(run) : news.length > 0 ? failureOf(news) : undefined
    if (notice && !document.hasFocus()) host.notify(notice)
    if (!running) before = atRest(items)
  }
  report()
  return queue.subscribe(report)
}

type Item = QueueView['items'][number]

const hasFailed = ({ state }: Pick<Item, 'state'>) => state === 'failed'
const failedOf = (items: readonly Item[]) => new Set(items.filter(hasFailed).map(({ key }) => key))
const isDone = ({ state }: Pick<Item, 'state'>) => state === 'done' || state === 'duplicate'
const atRest = (items: readonly Item[]) =>
  new Map(items.filter((item) => isDone(item) || hasFailed(item)).map(({ key, state }) => [key, state]))

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
