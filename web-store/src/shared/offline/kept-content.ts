import type { client } from '../../api/client.ts'
import { type KeptLesson, kept, type Owner } from '../../offline/kept-db.ts'
import { isGood, keptAddress } from '../../offline/kept-rules.ts'
import { contentPlace, sealJson, unsealJson } from '../../offline/sealing.ts'
import { lateBeats } from './late.ts'
import { pathOf, withAddresses } from './lesson-parts.ts'
import { ownerKnown } from './owner.ts'

export type Content = Awaited<ReturnType<typeof client.learning.getContent>>

/** Keeps what the shop said of a course beside its lessons. */
export async function keepContent(owner: Owner, content: Content): Promise<void> {
  const sealed = await sealJson(owner.key, contentPlace(owner, content.course_id), content)
  await kept.put('courses', sealed, content.course_id)
}

/** The lessons of a course as they can be played without a network; undefined where none of them may be. */
export async function keptContent(courseId: string): Promise<Content | undefined> {
  const owner = await ownerKnown()
  const sealed = owner && (await kept.get('courses', courseId))
  if (!owner || !sealed) return undefined
  const now = Date.now()
  const good = (await kept.all('lessons')).filter(
    ({ course_id, state, term }) => course_id === courseId && state === 'kept' && isGood(term, now, owner.seen_ms),
  )
  if (good.length === 0) return undefined
  await kept.changeOwner((known) => ({ ...known, seen_ms: Math.max(known.seen_ms, now) }))
  const content = (await unsealJson(owner.key, contentPlace(owner, courseId), sealed)) as Content
  return withLate(withKept(content, good, owner), await lateBeats(owner))
}

const withKept = (content: Content, good: readonly KeptLesson[], { session_id }: Owner): Content => ({
  ...content,
  content: content.content.map((lesson) => {
    const mine = good.find(({ lesson_id }) => lesson_id === lesson.lesson_id)
    return mine ? withAddresses(lesson, (url) => keptAddress(pathOf(url), session_id, mine.term)) : lesson
  }),
})

/** What was done since and is not told yet. */
const withLate = (content: Content, late: Awaited<ReturnType<typeof lateBeats>>): Content => ({
  ...content,
  content: content.content.map((lesson) => {
    const beat = late.find(({ lesson_id }) => lesson_id === lesson.lesson_id)
    if (!beat) return lesson
    const { completed = lesson.completed, position } = beat
    const at = position && { position: position.second, watched_at: new Date(position.at).toISOString() }
    return { ...lesson, completed, ...at }
  }),
})
