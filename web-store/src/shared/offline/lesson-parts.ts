import type { StudentLesson } from 'contract/learning'
import { rungToKeep } from '../../offline/kept-rules.ts'

/** A file to fetch. Of the list of qualities only the line of `only` is kept. */
export type Part = { url: string; bytes: number | null; only?: string }

const OWN_MEDIA = /^\/media\/[\w-]+\/[\w.-]+(?:\?|$)/
/** What another site shows, it alone can keep. */
const isOwn = (url: string | null | undefined): url is string => url != null && OWN_MEDIA.test(url)

export const pathOf = (url: string): string => url.split('?')[0] ?? ''

const beside = (playlist: string, name: string) => playlist.replace('/_index.m3u8', `/_${name}`)

function videoParts({ watch_link, video }: StudentLesson): Part[] {
  const rung = video?.playlist ? rungToKeep(video.rungs) : undefined
  if (!video?.playlist || !rung) return [{ url: watch_link, bytes: rungToKeep(video?.rungs ?? [])?.bytes ?? null }]
  return [
    { url: video.playlist, bytes: null, only: rung.id },
    { url: beside(video.playlist, `${rung.id}.m3u8`), bytes: null },
    { url: beside(video.playlist, `${rung.id}.mp4`), bytes: rung.bytes },
  ]
}

/** Everything that a lesson shows of the shop's own files, each once; nothing for one that another site plays, or that is not open. */
export function partsOf(lesson: StudentLesson): Part[] {
  if (!isOwn(lesson.watch_link)) return []
  const parts: Part[] = [
    ...videoParts(lesson),
    ...lesson.captions.map(({ url }) => ({ url, bytes: null })),
    ...lesson.files.flatMap(({ url, bytes }) => (bytes === null ? [] : [{ url, bytes }])),
    ...[lesson.video?.poster, lesson.video?.sprite?.url, lesson.download_link].flatMap((url) =>
      url ? [{ url, bytes: null }] : [],
    ),
  ].filter(({ url }) => isOwn(url))
  return parts.filter(({ url }, at) => parts.findIndex((other) => pathOf(other.url) === pathOf(url)) === at)
}

/** Megabytes that are known ahead, in bytes: subtitles and the like add little. */
export const bytesOf = (lesson: StudentLesson): number =>
  partsOf(lesson).reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)

export const mayBeKept = (lesson: StudentLesson): boolean => partsOf(lesson).length > 0

/** The lesson with each address of ours as this gives it. */
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
