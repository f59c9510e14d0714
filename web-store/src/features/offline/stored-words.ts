import { t } from '../../language/text.ts'
import { bytesText } from '../../ui/bytes-text.ts'
import { dateText } from '../../ui/format.ts'
import type { DownloadedLesson } from './download-db.ts'

export type Stage = 'running' | 'waiting' | 'paused' | 'kept' | 'old' | 'ended'

/** Describes a download, finished or not. A date is promised alone only if the browser keeps what is `lasting`. */
export function storedWords({ arrived, bytes, term }: DownloadedLesson, stage: Stage, lasting: boolean): string {
  const of = { done: bytesText(Math.min(arrived, bytes)), all: bytesText(bytes) }
  const date = dateText(new Date(term.ends_at))
  const words: Record<Stage, string> = {
    running: t('Downloading: {done} of {all}', of),
    waiting: t('Waiting'),
    paused: t('Paused at {done} of {all}', of),
    kept: downloadedWords(bytes > 0 ? bytesText(bytes) : undefined, date, lasting),
    old: t('This lesson has changed. Update your download.'),
    ended: t('Expired. Go online to download it again.'),
  }
  return words[stage]
}

function downloadedWords(size: string | undefined, date: string, lasting: boolean): string {
  if (lasting)
    return size ? t('Downloaded, {size}, expires {date}', { date, size }) : t('Downloaded, expires {date}', { date })
  return size
    ? t('Downloaded, {size}, expires {date} or when this browser clears its data', { date, size })
    : t('Downloaded, expires {date} or when this browser clears its data', { date })
}

/** Returns the stage of a lesson on the disk. */
export function stageOf(
  lesson: DownloadedLesson,
  known: { running: string | undefined; waiting: readonly string[]; ids: ReadonlySet<string> },
): Stage {
  if (known.running === lesson.lesson_id) return 'running'
  if (known.waiting.includes(lesson.lesson_id)) return 'waiting'
  if (lesson.state === 'keeping') return 'paused'
  if (!known.ids.has(lesson.lesson_id)) return 'ended'
  return lesson.old ? 'old' : 'kept'
}
