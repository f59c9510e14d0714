/** Lessons under one heading; `place` counts all lessons, from 0. */
export type LessonSection<Lesson> = { section: string | null; lessons: { lesson: Lesson; place: number }[] }

/** Lessons by their sections, in their order: neighbours of the same section are one. */
export function bySection<Lesson extends { section: string | null }>(
  lessons: readonly Lesson[],
): LessonSection<Lesson>[] {
  const sections: LessonSection<Lesson>[] = []
  lessons.forEach((lesson, place) => {
    const last = sections.at(-1)
    if (last && last.section === lesson.section) last.lessons.push({ lesson, place })
    else sections.push({ section: lesson.section, lessons: [{ lesson, place }] })
  })
  return sections
}
