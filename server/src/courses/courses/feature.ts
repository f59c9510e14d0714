import { defineFeature } from '../../platform/features/define-feature.ts'
import { COURSE } from '../../platform/features/manifest.sql.ts'
import { COURSE_STATE } from './courses.sql.ts'

export default defineFeature({
  tables: {
    courses: {
      holds: 'the catalogue: texts and files of the shop',
      archive: {
        file: 'courses.csv',
        about: 'every course: state, price, texts; the folder courses has each of them whole, as JSON',
        select: `select c.name as title, ${COURSE_STATE} as state, c.price_paise, c.description, c.long_description, c.header_text, c.header_below,
        c.offer_text, c.banner, c.access_period, c.language, c.requirements, c.teacher_name, c.teacher_about, c.topics,
        (select count(*) from lessons l where l.course_id = c.course_id) as lessons,
        exists (select from certificate_courses g where g.course_id = c.course_id) as certificate,
        c.sale_price_paise, c.sale_from, c.sale_until, c.publish_at, c.withdraw_at, c.created_at, c.course_id, c.kind, c.free,
        c.bundle_courses
      from courses c order by c.position, c.course_id`,
      },
    },
    course_versions: {
      holds: 'the catalogue: texts and files of the shop',
      archive: {
        file: 'course-versions.csv',
        about: 'what each sales page said after a save, the last 100; page is JSON',
        select: `select c.name as course, t.version, t.saved_at, t.saved_by, array_to_string(t.changed, ' ') as changed, t.body as page, t.course_id
      from course_versions t ${COURSE} order by c.position, t.course_id, t.version`,
      },
    },
    lessons: {
      holds: 'the catalogue: texts and files of the shop',
      archive: {
        file: 'lessons.csv',
        about: 'every lesson: course, section, place, title, and where its file is in this archive',
        select: `select c.name as course, t.section, t.position + 1 as position, t.title, t.kind, t.watch_link as link,
        t.watch_link as file, t.download_link, t.files as downloads, t.captions, t.seconds, t.opens_after_days, t.opens_at,
        t.preview as free_preview, t.source, t.lesson_id, t.course_id
      from lessons t ${COURSE} order by c.position, t.course_id, t.position, t.lesson_id`,
        inArchive: ['file'],
      },
    },
  },
})
