import { countText } from '../../../ui/format.ts'
import { leftText } from '../library/media-text.ts'
import type { QueueView, UploadItem } from './upload-types.ts'

/** Describes the state of a file, in words and in a colour that shows if it needs attention. */
export function stateText(item: UploadItem): { text: string; colour: string } {
  const { state, problem, secondsLeft } = item
  const percent = percentOf(item)
  switch (state) {
    case 'waiting':
      return { text: 'Waiting', colour: 'fg.muted' }
    case 'checking':
      return { text: 'Checking if it is already in your library', colour: 'fg.muted' }
    case 'encoding':
      return { text: `Converting to MP4 in this browser, ${percent}%. Keep this window open.`, colour: 'fg.muted' }
    case 'uploading':
      return { text: secondsLeft ? `${percent}%, ${leftText(secondsLeft)}` : `${percent}%`, colour: 'fg.muted' }
    case 'finishing':
      return { text: 'Checking the file', colour: 'fg.muted' }
    case 'converting':
      return { text: 'Converting to MP4. You can close this window.', colour: 'fg.muted' }
    case 'paused':
      return { text: `Paused at ${percent}%`, colour: 'buy.fg' }
    case 'retrying':
      return { text: problem ?? 'Trying again', colour: 'buy.fg' }
    case 'lost':
      return { text: 'Choose or drop this file again to continue', colour: 'buy.fg' }
    case 'duplicate':
      return { text: 'Already in your library. Copy its link, or upload it anyway.', colour: 'buy.fg' }
    case 'failed':
      return { text: problem ?? 'This file could not be uploaded. Please try again.', colour: 'danger.fg' }
    case 'done':
      return { text: 'Done', colour: 'success.fg' }
  }
}

/** Whole percent; one that is not done never shows as whole. */
export function percentOf(item: Pick<UploadItem, 'size' | 'sent' | 'encoded' | 'state'>): number {
  const { size, sent, encoded = 0, state } = item
  if (state === 'done') return 100
  if (state === 'encoding') return Math.min(Math.floor(encoded * 100), 99)
  return Math.min(size > 0 ? Math.floor((sent / size) * 100) : 0, 99)
}

/** The queue in one line: `2 uploads, hooks.mp4 at 26%, 4 min left`. */
export function lineText({ items, total, online }: QueueView): string {
  const open = items.filter(({ state }) => !['done', 'duplicate', 'failed'].includes(state))
  const parts = [countText(open.length, 'upload')]
  const going = open.find(({ state }) => ['encoding', 'uploading', 'finishing', 'converting'].includes(state))
  if (!online) parts.push('waiting for your internet')
  else if (going) parts.push(`${going.name} at ${percentOf(going)}%`)
  else if (open.every(({ state }) => state === 'paused')) parts.push('paused')
  else if (open.every(({ state }) => state === 'lost')) parts.push('waiting for their files to be chosen again')
  else if (open.some(({ state }) => state === 'retrying')) parts.push('trying again')
  if (total.failed > 0) parts.push(`${total.failed} failed`)
  if (online && total.secondsLeft !== undefined) parts.push(leftText(total.secondsLeft))
  return parts.join(', ')
}
