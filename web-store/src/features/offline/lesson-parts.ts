import type { StudentLesson } from 'contract/learning'
import { rungToStore } from './download-rules.ts'

/** A file to fetch. The stored list of qualities has only the line of `only`. */
export type Part = { url: string; bytes: number | null; only?: string }

const OWN_MEDIA = /^\/media\/[\w-]+\/[\w.-]+(?:\?|$)/
/** Returns true for the shop's own media: those of other sites cannot be downloaded. */
export const isOwn = (url: string | null | undefined): url is string => url != null && OWN_MEDIA.test(url)

export const pathOf = (url: string): string => url.split('?')[0] ?? ''

const beside = (playlist: string, name: string) => playlist.replace('/_index.m3u8', `/_${name}`)

/** Lists the video files of a lesson, of the picture with at least this height. */
export function videoParts({ watch_link, video, bytes }: StudentLesson, height?: number): Part[] {
  const rung = video?.playlist ? rungToStore(video.rungs, height) : undefined
  const parts =
    video?.playlist && rung
      ? [
          { url: video.playlist, bytes: null, only: rung.id },
          { url: beside(video.playlist, `${rung.id}.m3u8`), bytes: null },
          { url: beside(video.playlist, `${rung.id}.mp4`), bytes: rung.bytes },
        ]
      : [{ url: watch_link, bytes: rungToStore(video?.rungs ?? [])?.bytes ?? bytes ?? null }]
  return [...parts, ...[video?.poster, video?.sprite?.url].flatMap((url) => (url ? [{ url, bytes: null }] : []))]
}

/** Lists the shop's own files of a lesson, each once; none for a lesson that another site plays, or that is not open. */
export function partsOf(lesson: StudentLesson, height?: number): Part[] {
  if (!isOwn(lesson.watch_link)) return []
  const parts: Part[] = [
    ...videoParts(lesson, height),
    ...lesson.captions.map(({ url }) => ({ url, bytes: null })),
    ...lesson.files.flatMap(({ url, bytes }) => (bytes === null ? [] : [{ url, bytes }])),
    ...(lesson.download_link ? [{ url: lesson.download_link, bytes: null }] : []),
  ].filter(({ url }) => isOwn(url))
  return parts.filter(({ url }, at) => parts.findIndex((other) => pathOf(other.url) === pathOf(url)) === at)
}

/** Megabytes that are known ahead, in bytes: subtitles and the like add little. */
export const bytesOf = (lesson: StudentLesson, height?: number): number =>
  partsOf(lesson, height).reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)

/** Lists the heights in which these lessons can be downloaded, the least first. */
export function heightsOf(lessons: readonly StudentLesson[]): number[] {
  const rungs = lessons.flatMap((lesson) =>
    isDownloadable(lesson) && lesson.video?.playlist ? lesson.video.rungs : [],
  )
  return [...new Set(rungs.flatMap(({ height }) => height ?? []))].sort((one, other) => one - other)
}

/** A lesson that is nothing but a quiz: its questions lie with what is known of the course. */
const isOpenQuiz = ({ kind, quiz, opens_at, waits_for }: StudentLesson) =>
  kind === 'quiz' && quiz !== null && !opens_at && !waits_for

export const isDownloadable = (lesson: StudentLesson): boolean => isOpenQuiz(lesson) || partsOf(lesson).length > 0

/** Replaces each address of ours in the lesson. */
export function withAddresses(lesson: StudentLesson, give: (url: string) => string): StudentLesson {
  const own = (url: string) => (isOwn(url) ? give(url) : url)
  const { video } = lesson
  return {
    ...lesson,
    watch_link: own(lesson.watch_link),
    download_link: lesson.download_link && own(lesson.download_link),
    files: lesson.files.map((file) => ({ ...file, url: own(file.url) })),
    captions: lesson.captions.map((one) => ({ ...one, url: own(one.url) })),
    video: video && {
      ...video,
      playlist: video.playlist && own(video.playlist),
      poster: video.poster && own(video.poster),
      sprite: video.sprite && { ...video.sprite, url: own(video.sprite.url) },
    },
  }
}
