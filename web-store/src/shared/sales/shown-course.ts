import type { PublicCourse } from 'contract/courses/courses'
import type { PublicLesson } from 'contract/courses/public-lesson'

/** A course as its page shows it: a draft may lack lessons. */
export type ShownCourse = Omit<PublicCourse, 'lessons' | 'lessons_updated_at' | 'listed' | 'certificate'> &
  Partial<Pick<PublicCourse, 'lessons' | 'lessons_updated_at' | 'certificate'>>

/** The first lesson of a course that everybody may watch, or the one of this link. */
export const previewLesson = (lessons: readonly PublicLesson[] = [], link?: string | null) =>
  lessons.find(({ preview_link }) => preview_link && (!link || preview_link === link))

/** Returns true when facts about the inside of a course are known. */
export const contentLine = (course: ShownCourse): boolean =>
  (course.lessons ?? []).length > 0 || Boolean(course.language || course.requirements || course.teacher_name)
