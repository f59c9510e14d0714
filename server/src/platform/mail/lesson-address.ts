/** Returns the lesson's page in the store, which leads to the meeting. */
export const lessonAddress = (storeUrl: string, { course_id, lesson_id }: { course_id: string; lesson_id: string }) =>
  `${storeUrl}/learn/${course_id}?${new URLSearchParams({ lesson: lesson_id })}`
