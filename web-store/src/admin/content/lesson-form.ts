import { AddContentBody, type LessonKind, mayLackLink } from 'contract/courses/lesson-input'
import { isMediaUrl } from 'contract/fields'
import type { Lesson as LessonSchema, StoredLesson } from 'contract/learning'
import { linesOf } from 'contract/plain-text'
import { newQuiz } from 'contract/quizzes/input'
import type { z } from 'zod'
import { shopNow } from '../../stores/shop-clock.ts'
import { clockLength } from '../../ui/format.ts'
import { sentHour } from '../forms/indian-hour.ts'
import { resolverOf } from '../forms/resolver-of.ts'
import { withOwnPaths } from '../host/own-address.ts'
import { type Opening, sentOpening, typedOpening } from './lesson-opening.ts'

export type LessonFields = Opening & {
  lesson_id: string
  /** Absent in a draft of an earlier release. */
  kind?: LessonKind
  title: string
  watch_link: string
  download_link: string
  /** As it is typed: `4:20`, `1:04:20`. */
  length: string
  preview: boolean
  /** Absent in a new lesson, and in a draft of an earlier release. */
  files?: { name: string; url: string }[]
  captions?: { language: string; url: string }[]
  section: string
  /** Path of the file that it was made of; typed by nobody. */
  source: string
  /** The date of a new live lesson, and the task of a new assignment: saved with the lesson, and edited in their own tabs afterwards. */
  live?: { starts_at: string; minutes: string; join_link: string }
  assignment?: { instructions: string; criteria: string }
  quiz?: { questions: string }
}
export type ContentForm = { content: LessonFields[] }
type Lesson = z.output<typeof LessonSchema>
export type ContentBody = z.output<typeof AddContentBody>

export const emptyLesson: LessonFields = {
  lesson_id: '',
  kind: 'media',
  title: '',
  watch_link: '',
  download_link: '',
  length: '',
  preview: false,
  section: '',
  source: '',
  opens_after_days: '',
  opens_at: '',
}

/** A lesson of a kind that a press adds. */
export const newLesson = (kind: LessonKind): LessonFields => ({
  ...emptyLesson,
  kind,
  ...(kind === 'live' && { live: { starts_at: '', minutes: '60', join_link: '' } }),
  ...(kind === 'assignment' && { assignment: { instructions: '', criteria: '' } }),
  ...(kind === 'quiz' && { quiz: { questions: '' } }),
})

/** The typed date of a live lesson as it is sent; without a day and a link it has none yet. */
function sentLive(live: LessonFields['live']) {
  if (!live || !(live.starts_at || live.join_link.trim())) return {}
  const { starts_at, minutes, join_link } = live
  return {
    live: { starts_at: sentHour(starts_at), minutes: minutes.trim() === '' ? null : Number(minutes), join_link },
  }
}

/** The typed task as it is sent, a criterion in each line; nothing typed is none yet. */
function sentAssignment(assignment: LessonFields['assignment']) {
  if (!assignment || !(assignment.instructions.trim() || assignment.criteria.trim())) return {}
  const criteria = linesOf(assignment.criteria).map((text) => ({ text }))
  const { instructions } = assignment
  return { assignment: { instructions, criteria, takes_text: true, file_kinds: [], due_days: null, gate: false } }
}

/** The typed questions as they are sent: a question, and in each line below it an answer, a right one behind a `*`. Nothing typed is none yet. */
function sentQuiz(quiz: LessonFields['quiz']) {
  if (!quiz?.questions.trim()) return {}
  const questions = quiz.questions
    .split(/\n\s*\n/)
    .filter((part) => part.trim())
    .map((part) => {
      // Not `linesOf`, to which a star begins an entry.
      const [text = '', ...answers] = part.trim().split(/\s*\n\s*/)
      const options = answers.map((line) => ({ text: line.replace(/^\*\s*/, ''), right: line.startsWith('*') }))
      const kind = options.filter(({ right }) => right).length > 1 ? ('multiple' as const) : ('single' as const)
      return { kind, text, options, explanation: '' }
    })
  return { quiz: { ...newQuiz, questions } }
}

/** Returns true if the form has only the empty lesson that a new course begins with: the first added one replaces it. */
export function isUntouched({ content }: ContentForm): boolean {
  const [first, ...others] = content
  if (!first || others.length > 0 || first.lesson_id || mayLackLink(first.kind)) return false
  const { title, watch_link, download_link, length, opens_after_days, opens_at, files = [], captions = [] } = first
  const typed = [title, watch_link, download_link, length, opens_after_days, opens_at].some((text) => text?.trim())
  return !typed && files.length + captions.length === 0
}

/** Seconds of a length as it is typed; null for none, NaN for what is no length. */
export function typedSeconds(text: string): number | null {
  if (text.trim() === '') return null
  const parts = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/.exec(text.trim())
  return parts ? Number(parts[1] ?? 0) * 3600 + Number(parts[2]) * 60 + Number(parts[3]) : Number.NaN
}

/** The stored lessons as the form shows them; a course without any begins with an empty one. */
export function toForm(lessons: readonly (Lesson & Partial<StoredLesson>)[]): ContentForm {
  if (lessons.length === 0) return { content: [{ ...emptyLesson }] }
  const content = lessons.map(
    ({ file_seconds: _known, file_bytes: _bytes, download_link, seconds, section, source, ...lesson }) => ({
      ...lesson,
      section: section ?? '',
      source: source ?? '',
      ...typedOpening(lesson),
      download_link: download_link ?? '',
      length: seconds ? clockLength(seconds) : '',
    }),
  )
  return { content }
}

/** Converts the form to the request, checked by the contract's own schema. `store`: the prefix of the shop's own addresses. */
export function lessonsBody(courseId: string, store: string, typed: ContentForm) {
  const form = withOwnPaths(typed, store)
  const content = form.content.map(({ length, opens_after_days, opens_at, live, assignment, quiz, ...lesson }) => ({
    ...lesson,
    ...sentLive(live),
    ...sentAssignment(assignment),
    ...sentQuiz(quiz),
    ...sentOpening({
      ...(opens_after_days !== undefined && { opens_after_days }),
      ...(opens_at !== undefined && { opens_at }),
    }),
    lesson_id: lesson.lesson_id || null,
    // A draft of an earlier release has none.
    seconds: typedSeconds(length ?? ''),
  }))
  // Only a browser that has the day before it can say at once that it has passed.
  const days = AddContentBody.superRefine(({ content: sent }, context) => {
    for (const [index, { live }] of sent.entries())
      if (live && new Date(live.starts_at) <= shopNow())
        context.addIssue({
          code: 'custom',
          message: 'Must be in the future',
          path: ['content', index, 'live', 'starts_at'],
        })
  })
  return days.safeParse({ course_id: courseId, content })
}

/** The contract's own schema checks the lessons; its paths are the form's. */
export const contentResolver = (courseId: string, store: string) =>
  resolverOf<ContentForm, ContentBody>(
    (typed) => lessonsBody(courseId, store, typed),
    (path) =>
      path
        .join('.')
        .replace(/\bseconds$/, 'length')
        .replace(/(\.assignment\.criteria|\.quiz\.questions)\..*/, '$1'),
  )

/** As it is read; a `%` that is no escape stays one. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Names a link without a typed name: the last part of its path; an address of the library says none. */
function titleOf(link: string): string {
  if (link.startsWith('/')) return ''
  const { hostname, pathname, searchParams } = new URL(link)
  const last = decoded(pathname.split('/').filter(Boolean).at(-1) ?? '')
  const words = last
    .replace(/\.\w{2,4}$/, '')
    .replace(/[-_]+/g, ' ')
    .trim()
  return searchParams.has('v') || /^[\w-]{6,}$/.test(last) === false ? words || hostname : words
}

/**
 * The lessons in pasted lines: `Title, https://…` or `Title<tab>https://…<tab>https://download…` or the address alone.
 * Lines without an address are no lessons.
 */
export function lessonsIn(text: string): LessonFields[] {
  return linesOf(text).flatMap((line) => {
    const links = line.match(/(?:https:\/\/|\/media\/)\S+/g) ?? []
    const [watch, download] = links.map((link) => link.replace(/[,;|]+$/, '')).filter(isMediaUrl)
    if (!watch) return []
    const before = line
      .slice(0, line.indexOf(watch))
      .replace(/[\s,;|:–-]+$/u, '')
      .trim()
    return [{ ...emptyLesson, title: before || titleOf(watch), watch_link: watch, download_link: download ?? '' }]
  })
}
