import type { Platform } from '../../host/platform.tsx'
import type { UploadQueue } from './upload-queue.ts'
import { isUnderWay, type UploadItem } from './upload-types.ts'

type Host = Pick<Platform, 'showProgress' | 'notify'>

/**
 * Reports the queue to the machine: its progress while files upload, and a notice when it has ended or a file has failed, if the admin looks
 * elsewhere. Files that finished before the queue last ended are not counted again.
 */
export function reportQueue(queue: Pick<UploadQueue, 'subscribe' | 'view'>, host: Host): () => void {
  let shown: string | undefined = ''
  let last = queue.view().items
  /** The files at rest before this run of uploads: their states by key. */
  let before = atRest(last)

  const report = () => {
    const { items } = queue.view()
    const going = items.filter(isUnderWay)
    for (const { key } of going) before.delete(key)
    const run = items.filter(({ key, state }) => state !== 'lost' && before.get(key) !== state)
    const isNews = (item: UploadItem) => hasFailed(item) && !last.some((one) => one.key === item.key && hasFailed(one))
    const news = items.filter(isNews)
    // The queue notifies ten times a second at most: a small file may be done before it was seen under way.
    const hasRun = last.some(isUnderWay) || run.some(isDone)
    last = items
    const progress = going[0] && { fraction: fractionOf(run), failed: run.some(hasFailed), files: going.length }
    const text = JSON.stringify(progress)
    if (text !== shown) host.showProgress(progress)
    shown = text
    const ended = hasRun && !going[0] && !items.some(({ state }) => state === 'paused')
    const notice = ended ? endOf(run) : news.length > 0 ? failureOf(news) : undefined
    if (notice && !document.hasFocus()) host.notify(notice)
    if (!going[0]) before = atRest(items)
  }
  report()
  return queue.subscribe(report)
}

const hasFailed = ({ state }: Pick<UploadItem, 'state'>) => state === 'failed'
const isDone = ({ state }: Pick<UploadItem, 'state'>) => state === 'done' || state === 'duplicate'
const atRest = (items: readonly UploadItem[]) =>
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
