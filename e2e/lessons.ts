import type { Shop } from './shop.ts'

export type Lesson = { lesson_id: string; title: string; watch_link: string; download_link: string | null }

/** Gives the first lesson of a course the one demo clip that every Chromium can play, and answers that lesson. */
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
