import { calls } from '../../../context.ts'
import { courseNotFound } from '../../../courses/courses/courses.service.ts'
import { readShop } from '../../../shop/settings/settings.queries.ts'
import { findDeletionPreview } from './deletion-preview.queries.ts'

export const courseTraceHandlers = {
  deletePreview: calls.courses.deletePreview.handler(async ({ input, context }) => {
    const [preview, shop] = await context.ctx.read((db) =>
      Promise.all([findDeletionPreview(db, input.id), readShop(db)]),
    )
    if (!preview) throw courseNotFound()
    const about = shop.testimonials.filter(({ course_id }) => course_id === preview.course_id)
    return { ...preview, testimonials: about.length }
  }),
}
