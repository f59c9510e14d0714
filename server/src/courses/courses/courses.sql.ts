/** Lists courses by name and picture, deleted ones included; other features use it in their statements. */
export const COURSES = '(select course_id, name, banner from courses)'

/** Lists the lessons of all courses; other features use it in their statements. */
export const LESSONS = `(select course_id, lesson_id, kind, title, position, watch_link, download_link, files, captions, section, seconds, preview, opens_after_days, opens_at
  from lessons)`
