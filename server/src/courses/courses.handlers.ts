import { calls } from '../implement.ts'
import { courseAnswer, listAnswer } from './catalogue-answers.ts'
import { findCourse, listCards, listCourses, type StoredCourse } from './courses.queries.ts'
import {
  changeCourse,
  courseEtag,
  courseNotFound,
  createCourse,
  deleteCourse,
  restoreCourse,
} from './courses.service.ts'

type Headers = { setHeader(name: string, value: string): void }

function withEtag(context: Headers, stored: StoredCourse) {
  context.setHeader('ETag', courseEtag(stored))
  return stored.course
}

export const courseHandlers = {
  list: calls.courses.list.handler(async ({ input, context }) => {
    const { value, headers } = await listAnswer(context.ctx.db, input)
    for (const [name, text] of Object.entries(headers)) context.setHeader(name, text)
    return value
  }),

  get: calls.courses.get.handler(async ({ input, context }) => {
    const answer = await courseAnswer(context.ctx.db, input.id)
    if (!answer) throw courseNotFound()
    for (const [name, text] of Object.entries(answer.headers)) context.setHeader(name, text)
    return answer.value
  }),

  adminList: calls.courses.adminList.handler(async ({ input, context }) => {
    const { fields, ...query } = input
    const { db } = context.ctx
    const found = fields === 'list' ? await listCards(db, query) : await listCourses(db, query)
    context.setHeader('X-Total-Count', String(found.total))
    return { courses: 'cards' in found ? found.cards : found.courses }
  }),

  adminGet: calls.courses.adminGet.handler(async ({ input, context }) => {
    const stored = await findCourse(context.ctx.db, input.id)
    if (!stored) throw courseNotFound()
    return withEtag(context, stored)
  }),

  create: calls.courses.create.handler(async ({ input, context }) => {
    const stored = await createCourse(context.ctx, input)
    return { message: 'Course added successfully', course: withEtag(context, stored) }
  }),

  update: calls.courses.update.handler(async ({ input, context }) => {
    const stored = await changeCourse(context.ctx, input.params.id, input.body, input.headers?.['if-match'])
    return { message: 'Course updated successfully', course: withEtag(context, stored) }
  }),

  delete: calls.courses.delete.handler(async ({ input, context }) => {
    await deleteCourse(context.ctx, input.params.course_id)
    return { message: 'Course deleted successfully' }
  }),

  restore: calls.courses.restore.handler(async ({ input, context }) => {
    const stored = await restoreCourse(context.ctx, input.params.id)
    return { message: 'Course restored successfully', course: withEtag(context, stored) }
  }),
}
