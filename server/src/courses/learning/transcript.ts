import { fold } from 'contract/fold'
import { MAX_TRANSCRIPT_LINES, type TranscriptLine } from 'contract/transcript'
import type { Context } from '../../context.ts'
import type { Files } from '../../platform/files/files.ts'
import { type BoundedCache, createBoundedCache } from '../courses/bounded-cache.ts'
import { studentContent } from './learning.service.ts'

/** A caption line and its first second. */
export type SpokenLine = { second: number; text: string }

/** Bounds the cache: files never change under their address. */
const KEPT_BYTES = 32_000_000
const KEPT_FILES = 2_000
const BYTES_BESIDE = 100

const TIMING = /^(?:(\d+):)?(\d{2}):(\d{2}\.\d{3}) --> /
const MARK = /<[^>]*>/g
const SIGNS: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
}

/** Reads the lines of a stored caption file: plain WebVTT. */
export function linesOf(vtt: string): SpokenLine[] {
  return vtt.split('\n\n').flatMap((block) => {
    const [timing = '', ...shown] = block.trim().split('\n')
    const [, hours = '0', minutes = '', seconds = ''] = TIMING.exec(timing) ?? []
    const text = shown
      .join(' ')
      .replace(MARK, '')
      .replace(/&\w+;/g, (sign) => SIGNS[sign] ?? sign)
      .trim()
    if (!seconds || !text) return []
    return [{ second: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), text }]
  })
}

/** Every spelling is equal, and every space. */
const plain = (text: string) => fold(text).replaceAll(/\s+/g, ' ')

type StoredLines = (SpokenLine & { plain: string })[]

/** One for each folder of files, so that two shops in one process share nothing. */
const transcripts = new WeakMap<Files, BoundedCache<StoredLines>>()

async function readLines(files: Files, url: string): Promise<StoredLines> {
  const cache =
    transcripts.get(files) ?? createBoundedCache<StoredLines>({ maxEntries: KEPT_FILES, maxBytes: KEPT_BYTES })
  transcripts.set(files, cache)
  const known = cache.get(url)
  if (known) return known
  const [, mediaId, name] = /^\/media\/([\w-]+)\/([\w.-]+\.vtt)$/.exec(url) ?? []
  const file = mediaId && name ? await files.read({ mediaId, name }) : undefined
  // A missing file is looked up again: it may be restored.
  if (!file) return []
  const lines = linesOf(file.toString('utf8')).map((line) => ({ ...line, plain: plain(line.text) }))
  const bytes = lines.reduce((sum, { text }) => sum + 4 * text.length + BYTES_BESIDE, 0)
  cache.set(url, lines, bytes)
  return lines
}

/** Searches the captions that this student has now, without closed lessons. */
export async function searchTranscript(
  ctx: Pick<Context, 'config' | 'db' | 'files' | 'now'>,
  user: { id: number; session_id: string },
  { courseId, q, language }: { courseId: string; q: string; language?: string | undefined },
): Promise<{ lines: TranscriptLine[]; more: boolean }> {
  const { content } = await studentContent(ctx, user, courseId)
  const words = plain(q)
  const lines: TranscriptLine[] = []
  for (const { lesson_id, captions } of content) {
    const chosen = captions.find((one) => one.language === language) ?? captions[0]
    if (!chosen) continue
    for (const line of await readLines(ctx.files, chosen.url.split('?')[0] ?? '')) {
      if (!line.plain.includes(words)) continue
      if (lines.length === MAX_TRANSCRIPT_LINES) return { lines, more: true }
      lines.push({ lesson_id, second: line.second, text: line.text, language: chosen.language })
    }
  }
  return { lines, more: false }
}
