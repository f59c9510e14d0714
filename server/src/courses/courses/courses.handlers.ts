import type { LinkResult } from 'contract/courses/link-check'
import { toRupees } from 'contract/money'
import { type Context, calls, requireAdmin } from '../../context.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { findMediaUrls } from '../media/media.queries.ts'
import { findCheaperBundle } from './bundles.queries.ts'
import { courseAnswer, filtersAnswer, listAnswer } from './catalogue-answers.ts'
import { findCourse, type StoredCourse } from './courses.queries.ts'
import {
  changeCourse,
  courseEtag,
  courseNotFound,
  createCourse,
  deleteCourse,
  duplicateCourse,
  restoreCourse,
} from './courses.service.ts'
import { lackOfCourse } from './go-on-sale.ts'
import { checkLinks, linkRules } from './link-check.ts'
import { setStates } from './many-courses.ts'
import { placementOf, setPlacement } from './placement.service.ts'
import { scheduleEtag, scheduleOf, setSchedule } from './schedule.service.ts'
import { restoreVersion, versionOf, versionsOf } from './versions.service.ts'

type Headers = { setHeader(name: string, value: string): void }

async function withEtag(context: Headers & { ctx: Context }, stored: StoredCourse) {
  context.setHeader('ETag', courseEtag(stored))
  const found = await lackOfCourse(context.ctx.db, stored.course.course_id)
  return { ...stored.course, missing: (found?.lack ?? []).map(({ path }) => path) }
}

/** Checks own media in the library, everything else over the network. */
async function tryLinks({ db, config }: Context, links: readonly string[]): Promise<LinkResult[]> {
  const own = links.filter((link) => link.startsWith('/'))
  const stored = await findMediaUrls(db, own)
  const others = links.filter((link) => !link.startsWith('/'))
  const results = new Map(
    (await checkLinks(others, linkRules(config.ownFrameHosts))).map((found) => [found.link, found]),
  )
  return links.map((link) => {
    const known = results.get(link)
    if (known) return known
    const there = stored.has(link)
    const reason = there ? 'The file is in the media library' : 'There is no such file in the media library'
    return { link, result: there ? 'ok' : 'unreachable', status: null, framed: there, reason }
  })
}

export const courseHandlers = {
  list: calls.courses.list.handler(async ({ input, context }) => {
    const { value, headers } = await context.ctx.read((db) => listAnswer(db, input))
    for (const [name, text] of Object.entries(headers)) context.setHeader(name, text)
    return value
  }),

  filters: calls.courses.filters.handler(async ({ context }) => (await context.ctx.read(filtersAnswer)).value),

  cheaperBundle: calls.courses.cheaperBundle.handler(({ input, context }) =>
    context.ctx.read(async (db) => {
      const found = await findCheaperBundle(db, input.ids)
      const [card] = found ? (await listAnswer(db, { ids: [found.course_id], listed: true })).value : []
      const bundle = found && card && { card, course_ids: found.course_ids, instead: toRupees(found.instead_paise) }
      return { bundle: bundle ?? null }
    }),
  ),

  get: calls.courses.get.handler(async ({ input, context }) => {
    const answer = await context.ctx.read((db) => courseAnswer(db, input.id))
    if (!answer) throw courseNotFound()
    for (const [name, text] of Object.entries(answer.headers)) context.setHeader(name, text)
    return answer.value
  }),

  adminGet: calls.courses.adminGet.handler(async ({ input, context }) => {
    const stored = await findCourse(context.ctx.db, input.id)
    if (!stored) throw courseNotFound()
    return withEtag(context, stored)
  }),

  placement: calls.courses.placement.handler(({ input, context }) => placementOf(context.ctx.db, input.id)),

  setPlacement: calls.courses.setPlacement.handler(async ({ input, context }) => ({
    message: input.body.state === 'published' ? 'Course published' : 'Catalogue updated',
    placement: await setPlacement(context.ctx, input.params.id, input.body),
  })),

  schedule: calls.courses.schedule.handler(async ({ input, context }) => {
    const schedule = await scheduleOf(context.ctx.db, input.id)
    context.setHeader('ETag', scheduleEtag(input.id, schedule))
    return schedule
  }),

  setSchedule: calls.courses.setSchedule.handler(async ({ input, context }) => {
    const { id } = input.params
    const schedule = await setSchedule(context.ctx, id, input.body, input.headers?.['if-match'])
    context.setHeader('ETag', scheduleEtag(id, schedule))
    return { message: 'Plan saved', schedule }
  }),

  setStates: calls.courses.setStates.handler(({ input, context }) => setStates(context.ctx, input)),

  create: calls.courses.create.handler(async ({ input, context }) => {
    const stored = await createCourse(context.ctx, requireAdmin(context), input)
    return { message: 'Course added successfully', course: await withEtag(context, stored) }
  }),

  update: calls.courses.update.handler(async ({ input, context }) => {
    const stored = await changeCourse(
      context.ctx,
      requireAdmin(context),
      input.params.id,
      input.body,
      input.headers?.['if-match'],
    )
    return { message: 'Course updated successfully', course: await withEtag(context, stored) }
  }),

  versions: calls.courses.versions.handler(({ input, context }) => versionsOf(context.ctx.db, input.course_id)),

  version: calls.courses.version.handler(({ input, context }) =>
    versionOf(context.ctx.db, input.course_id, input.version),
  ),

  restoreVersion: calls.courses.restoreVersion.handler(async ({ input: { params, headers }, context }) => {
    const { stored, kept } = await restoreVersion(context.ctx, requireAdmin(context), {
      courseId: params.course_id,
      version: params.version,
      ifMatch: headers?.['if-match'],
    })
    return { message: 'Version brought back', course: await withEtag(context, stored), kept }
  }),

  delete: calls.courses.delete.handler(async ({ input, context }) => {
    await deleteCourse(context.ctx, input.params.course_id)
    return { message: 'Course deleted successfully' }
  }),

  restore: calls.courses.restore.handler(async ({ input, context }) => {
    const stored = await restoreCourse(context.ctx, input.params.id)
    return { message: 'Course restored successfully', course: await withEtag(context, stored) }
  }),

  duplicate: calls.courses.duplicate.handler(async ({ input, context }) => {
    const stored = await duplicateCourse(context.ctx, input.params.id)
    return { message: 'Course duplicated as a draft', course_id: stored.course.course_id }
  }),

  checkLinks: calls.courses.checkLinks.handler(async ({ input, context }) => {
    const results = await tryLinks(context.ctx, input.links)
    const bad = results.filter(({ result }) => result !== 'ok').length
    await noteChange(context.ctx.db, { kind: 'lessons', after: { links: results.length, not_ok: bad } })
    return { results }
  }),
}
