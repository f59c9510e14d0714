/** The courses by name, deleted ones too, for a statement of another feature that has to stay one. */
export const COURSES = '(select course_id, name from courses)'

/** The lessons of all courses, for the same. */
export const LESSONS = `(select course_id, lesson_id, kind, title, position, watch_link, download_link, files, captions, section, seconds, preview, opens_after_days, opens_at
  from lessons)`
