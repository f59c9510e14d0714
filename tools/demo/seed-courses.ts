import { randomBytes } from 'node:crypto'
import { SALES_SECTIONS } from 'contract/courses/sales-page'
import { toPaise } from 'contract/money'
import type { Db } from '../../server/src/context.ts'
import type { DemoCourse } from './demo-course.ts'
import type { StoredMedia } from './seed-media.ts'

const HOUR_MS = 3_600_000

/** Inserts the courses in the given order, with their lessons. */
export async function insertCourses(
  db: Db,
  courses: readonly DemoCourse[],
  media: StoredMedia,
  now: Date,
): Promise<void> {
  const withImage = <T extends { image: string }>(entries: T[]) =>
    JSON.stringify(entries.map((entry) => ({ ...entry, image: media.urlOf(entry.image) })))

  await db('courses').insert(
    courses.map(({ lessons: _, price, ...course }, position) => {
      // The first course of the catalogue is also the newest.
      const created_at = new Date(now.getTime() - (position + 1) * HOUR_MS)
      return {
        ...course,
        position,
        demo: true,
        price_paise: toPaise(price),
        banner: media.urlOf(course.banner),
        DEMO_REELS_VIDEOS: JSON.stringify(course.DEMO_REELS_VIDEOS.map(media.urlOf)),
        benefits_samples: JSON.stringify(course.benefits_samples.map(media.urlOf)),
        additional_infobanners: JSON.stringify(course.additional_infobanners.map(media.resolve)),
        product_content_samples: withImage(course.product_content_samples),
        bonuses: withImage(course.bonuses),
        exclusive_bonuses: withImage(course.exclusive_bonuses),
        CUSTOMER_REVIEWS: withImage(course.CUSTOMER_REVIEWS),
        who_is_this_for: JSON.stringify(course.who_is_this_for),
        where_can_i_upload: JSON.stringify(course.where_can_i_upload),
        how_to_make_money: JSON.stringify(course.how_to_make_money),
        how_to_get_started: JSON.stringify(course.how_to_get_started),
        faq: JSON.stringify(course.faq),
        topics: JSON.stringify(course.topics),
        lessons_updated_at: now,
        created_at,
        updated_at: created_at,
      }
    }),
  )
  await nameReels(db, courses, now)
  await db('lessons').insert(
    courses.flatMap(({ course_id, lessons }) =>
      lessons.map((lesson, position) => ({
        lesson_id: `les_${randomBytes(10).toString('hex')}`,
        course_id,
        position,
        title: lesson.title,
        watch_link: media.resolve(lesson.watch_link),
        download_link: lesson.download_link && media.resolve(lesson.download_link),
        seconds: lesson.seconds ?? null,
        preview: lesson.preview ?? false,
        created_at: now,
      })),
    ),
  )
}

const REELS = {
  en: 'Where can you upload these reels?',
  hi: 'आप ये रील कहाँ अपलोड कर सकते हैं?',
  mr: 'तुम्ही या रील कुठे अपलोड करू शकता?',
}

/** Publishes the sales pages of courses with reels, with a heading that names them. */
async function nameReels(db: Db, courses: readonly DemoCourse[], now: Date): Promise<void> {
  const named = courses.filter((course) => course.DEMO_REELS_VIDEOS.length > 0 && course.where_can_i_upload.length > 0)
  for (const { course_id, name } of named) {
    const [row]: { page_id: string }[] = await db('own_pages')
      .insert({
        slug: `course/${course_id}`,
        course_id,
        version: 1,
        published_version: 1,
        published_at: now,
        created_at: now,
        changed_at: now,
      })
      .returning('page_id')
    const sections = SALES_SECTIONS.map((type) => [
      type.replaceAll('_', '-'),
      { type, settings: type === 'platforms' ? { heading: REELS } : {}, hidden: false },
    ])
    await db('own_page_versions').insert({
      page_id: row?.page_id,
      version: 1,
      title: name,
      description: '',
      body: JSON.stringify({ order: sections.map(([id]) => id), sections: Object.fromEntries(sections) }),
      published: true,
      saved_at: now,
    })
  }
}
