import { tusClient } from '../server/test/tus.ts'
import { createCourse } from './courses.ts'
import type { Shop } from './shop.ts'

export type Lesson = { lesson_id: string; title: string; watch_link: string; download_link: string | null }

/** Gives the first lesson of a course the demo clip that every Chromium can play, and returns that lesson. */
export async function playableLesson(shop: Shop, courseId: string): Promise<Lesson> {
  const course = await shop.call<{ DEMO_REELS_VIDEOS: string[] }>('GET', '/go/courses/reels-growth-mega-bundle')
  const clip = course.body.DEMO_REELS_VIDEOS.find((url) => url.endsWith('.webm'))
  const read = () => shop.admin<{ content: Lesson[] }>('GET', `/courses/get_content/${courseId}`)
  const { content } = await read()
  const [first, ...others] = content
  if (!clip || !first) throw new Error('the demo has no clip or no lesson')
  if (first.watch_link !== clip) {
    await shop.admin('POST', `/courses/add_content/${courseId}`, {
      course_id: courseId,
      content: [{ ...first, watch_link: clip }, ...others],
    })
  }
  return { ...first, watch_link: clip }
}

/** Gives a course one lesson, a clip for buyers only; returns its address in the media library. */
export async function paidLesson(shop: Shop, courseId: string, more: Record<string, unknown> = {}): Promise<string> {
  const demo = await shop.call<{ DEMO_REELS_VIDEOS: string[] }>('GET', '/go/courses/reels-growth-mega-bundle')
  const clip = await fetch(new URL(demo.body.DEMO_REELS_VIDEOS.find((url) => url.endsWith('.webm')) ?? '', shop.url))
  const url = await storedFile(shop, Buffer.from(await clip.arrayBuffer()), 'paid.webm')
  const content = [{ title: 'A lesson', watch_link: url, ...more }]
  await shop.admin('POST', `/courses/add_content/${courseId}`, { course_id: courseId, content })
  return url
}

/** Uploads a file to the library as the owner; returns its address. */
export async function storedFile(shop: Shop, file: Buffer, name: string): Promise<string> {
  const { body } = await shop.call<{ access_token: string }>('POST', '/admin/login', { body: shop.owner })
  const answer = await tusClient(shop, body.access_token).send(file, { filename: name, filetype: '' })
  const url = answer.headers.get('media-url')
  if (!url) throw new Error(`${name} was not stored: ${answer.status} ${await answer.text()}`)
  return url
}

/** Creates a course of one lesson, a quiz with one question. */
export async function quizCourse(shop: Shop): Promise<string> {
  const { course_id } = await createCourse(shop)
  const content = [{ title: 'What you know', kind: 'quiz', watch_link: '' }]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  const stored = await shop.admin<{ content: Lesson[] }>('GET', `/courses/get_content/${course_id}`)
  const question = { kind: 'text', text: 'What is the bar called?', accepted: ['Timeline'] }
  const rules = { pass_mark: 70, gate: false, reveals: 'always' }
  await shop.admin('PUT', `/quizzes/${stored.content[0]?.lesson_id}`, { ...rules, questions: [question] })
  return course_id
}

/** Gives a course one lesson that goes live in some minutes; returns its id. */
export async function liveLesson(shop: Shop, course_id: string, inMinutes: number): Promise<string> {
  const content = [{ title: 'Ask me anything', kind: 'live', watch_link: '' }]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  const stored = await shop.admin<{ content: Lesson[] }>('GET', `/courses/get_content/${course_id}`)
  const lessonId = stored.content[0]?.lesson_id ?? ''
  const starts_at = new Date(Date.now() + inMinutes * 60_000).toISOString()
  const body = { starts_at, minutes: 60, join_link: 'https://meet.example.com/abc' }
  await shop.admin('PUT', `/live/${lessonId}`, body)
  return lessonId
}

/**
 * Gives a course an assignment, and a lesson that opens once the submission is accepted; returns the id of the
 * assignment's lesson.
 */
export async function requestWork(shop: Shop, course_id: string): Promise<string> {
  const content = [
    { title: 'Your first reel', kind: 'assignment', watch_link: '' },
    { title: 'Go on', watch_link: 'https://www.youtube.com/watch?v=M7lc1UVf-VE' },
  ]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  const stored = await shop.admin<{ content: Lesson[] }>('GET', `/courses/get_content/${course_id}`)
  const criteria = [{ text: 'The first two seconds hold', points: 10 }, { text: 'It is upright' }]
  const rules = { takes_text: true, file_kinds: ['pdf', 'office'], gate: true, due_days: 7 }
  const requested = { instructions: 'Cut a reel of 15 seconds.', criteria, ...rules }
  const lessonId = stored.content[0]?.lesson_id ?? ''
  await shop.admin('PUT', `/assignments/${lessonId}`, requested)
  return lessonId
}
