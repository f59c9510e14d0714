/** The lesson to go on with: the one watched last; when it is done, the next that is not. Undefined when all are. */
export function lessonToContinue<Lesson extends { lesson_id: string; completed: boolean }>(
  lessons: readonly Lesson[],
  lastId: string | null,
): Lesson | undefined {
  const from = Math.max(
    0,
    lessons.findIndex(({ lesson_id: id }) => id === lastId),
  )
  return [...lessons.slice(from), ...lessons.slice(0, from)].find(({ completed }) => !completed)
}
