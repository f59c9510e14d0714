import type { PublicCourse } from 'contract/courses/courses'
import type { PublicLesson } from 'contract/courses/public-lesson'

/** A course as its page shows it: a draft may lack lessons. */
export type ShownCourse = Omit<PublicCourse, 'lessons' | 'lessons_updated_at' | 'listed' | 'certificate'> &
  Partial<Pick<PublicCourse, 'lessons' | 'lessons_updated_at' | 'certificate'>>

/** Anchor of the free lesson on a sales page. */
export const PREVIEW_ID = 'free-lesson'

/** The lesson of a course that everybody may watch. */
export const previewLesson = (lessons: readonly PublicLesson[] = []) =>
  lessons.find(({ preview_link }) => preview_link !== null)

/** Returns true when facts about the inside of a course are known. */
export const contentLine = (course: ShownCourse): boolean =>
  (course.lessons ?? []).length > 0 || Boolean(course.language || course.requirements || course.teacher_name)
