import type { Page } from 'contract/pages/pages'
import { calls } from '../../context.ts'
import { listPages } from './own-pages.queries.ts'
import {
  createPage,
  editorFacts,
  pageEtag,
  pageNotFound,
  previewOf,
  readPage,
  removePage,
  restoreVersion,
  savePage,
  shownPage,
  versionOf,
  versionsOf,
  withdraw,
} from './own-pages.service.ts'

type Headers = { setHeader(name: string, value: string): void }

function withEtag(context: Headers, page: Page): Page {
  context.setHeader('ETag', pageEtag(page))
  return page
}

export const pageHandlers = {
  show: calls.pages.show.handler(async ({ input: { slug, language = 'en', preview }, context }) => {
    const page = await shownPage(context.ctx, { slug, language, preview })
    if (!page) throw pageNotFound()
    return page
  }),
  list: calls.pages.list.handler(async ({ context }) => ({ pages: await listPages(context.ctx.db) })),
  create: calls.pages.create.handler(async ({ input, context }) => ({
    message: 'Page added',
    page: withEtag(context, await createPage(context.ctx, input.slug, input.title)),
  })),
  get: calls.pages.get.handler(async ({ input, context }) =>
    withEtag(context, await readPage(context.ctx.db, input.slug)),
  ),
  update: calls.pages.update.handler(async ({ input: { params, headers, body }, context }) => ({
    message: body.publish ? 'Page published' : 'Draft saved',
    page: withEtag(context, await savePage(context.ctx, params.slug, body, headers?.['if-match'])),
  })),
  withdraw: calls.pages.withdraw.handler(async ({ input, context }) => ({
    message: 'Page withdrawn',
    page: withEtag(context, await withdraw(context.ctx, input.slug)),
  })),
  delete: calls.pages.delete.handler(async ({ input, context }) => {
    await removePage(context.ctx, input.slug)
    return { message: 'Page deleted' }
  }),
  versions: calls.pages.versions.handler(({ input, context }) => versionsOf(context.ctx.db, input.slug)),
  version: calls.pages.version.handler(({ input, context }) => versionOf(context.ctx.db, input.slug, input.version)),
  restoreVersion: calls.pages.restoreVersion.handler(async ({ input: { params, headers }, context }) => ({
    message: 'Version restored as a draft',
    page: withEtag(context, await restoreVersion(context.ctx, params.slug, params.version, headers?.['if-match'])),
  })),
  preview: calls.pages.preview.handler(async ({ input, context }) => {
    await readPage(context.ctx.db, input.slug)
    return previewOf(context.ctx, input.slug)
  }),
  facts: calls.pages.facts.handler(({ input: { course_ids = '', topic = '' }, context }) =>
    context.ctx.read((db) => editorFacts(db, course_ids.split(',').filter(Boolean), topic)),
  ),
}
