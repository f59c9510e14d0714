import { api } from '../../api/client.ts'

/** One course with all its blocks. Apart from the lists, which a sales page does without. */
export const courseQuery = (courseId: string) => api.courses.get.queryOptions({ input: { id: courseId } })
