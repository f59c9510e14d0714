export type Learnt = { course_status: string; last_watched_at: string | null }

/** The one to go on with: what was watched last and is not done; else the newest that was started. */
export function courseToContinue<Course extends Learnt>(courses: readonly Course[]): Course | undefined {
  const started = courses.filter(({ course_status: status }) => status === 'in_progress')
  return started.reduce<Course | undefined>(
    (last, course) => ((course.last_watched_at ?? '') > (last?.last_watched_at ?? '') ? course : last),
    started[0],
  )
}
