import { z } from 'zod'
import { limit, MINUTE } from '../call-cost.ts'
import { CourseCard, PublicCourse } from '../courses/courses.ts'
import { defineCall } from '../define-call.ts'
import { CourseId, IfMatch, Message, Moment, text, wholeNumber } from '../fields.ts'
import { BLOCK_TYPES, courseOfPage, FIGURES, type PageFacts, type ShownPage as VisitorPage } from './blocks.ts'
import { PageBody } from './sections.ts'

const SLUG = 'Must be 1 to 60 small letters, digits and dashes'
const Slug = z
  .string({ error: SLUG })
  .trim()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: SLUG })
  .max(60, { error: SLUG })

const PageRow = z.object({
  slug: z.string(),
  title: z.string(),
  /** Counts the saves. */
  version: z.number().int(),
  /** The version that visitors see; null before the first publication and once it is withdrawn. */
  published_version: z.number().int().nullable(),
  changed_at: Moment,
  sections: z.number().int(),
})
export type PageRow = z.output<typeof PageRow>

const Page = PageRow.omit({ sections: true }).extend({
  description: z.string(),
  order: z.array(z.string()),
  sections: z.record(
    z.string(),
    z.object({ type: z.string(), settings: z.record(z.string(), z.unknown()), hidden: z.boolean() }),
  ),
})
export type Page = z.output<typeof Page>

const PageVersion = z.object({
  version: z.number().int(),
  at: Moment,
  /** Email of the admin who saved it. */
  by: z.string().nullable(),
  published: z.boolean(),
  title: z.string(),
  /** Types of the blocks in their order. */
  blocks: z.array(z.string()),
})
export type PageVersion = z.output<typeof PageVersion>

const PageReviewRow = z.object({
  review_id: z.number().int(),
  stars: z.number().int(),
  text: z.string(),
  name: z.string().nullable(),
  at: Moment,
  course_id: z.string(),
  course_name: z.string(),
  finished: z.number().int().nullable(),
})

const Facts = z.object({
  courses: z.array(CourseCard),
  newest: z.array(z.string()),
  topics: z.array(z.object({ topic: z.string(), course_ids: z.array(z.string()) })),
  reviews: z.array(PageReviewRow),
  figures: z.partialRecord(z.enum(FIGURES), z.number()),
}) satisfies z.ZodType<PageFacts>

const ShownPage = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  changed_at: Moment,
  order: z.array(z.string()),
  sections: z.record(z.string(), z.object({ type: z.enum(BLOCK_TYPES), settings: z.record(z.string(), z.unknown()) })),
  facts: Facts,
  /** The course of a sales page's preview, with its blocks in `page`; absent on other pages. */
  course: PublicCourse.optional(),
}) satisfies z.ZodType<VisitorPage>
const OfPage = z.object({
  slug: z.union([Slug, z.string().refine((slug) => CourseId.safeParse(courseOfPage(slug)).success)], { error: SLUG }),
})
const Version = wholeNumber(1, 1_000_000_000, 'Must be a version')
const editor = { access: 'admin', roles: ['editor'] } as const

export const pages = {
  /**
   * A published page. `preview`, of a preview address, shows the newest save instead; a sales page, `course/{id}`, is here only so.
   * `language` of the texts, English where one is not translated. 404 `Page not found`.
   */
  show: defineCall({
    method: 'GET',
    path: '/go/pages/{slug}',
    access: 'public',
    summary: 'A page of blocks',
    limits: [limit('pages', 'client', 600, 10 * MINUTE)],
    codes: ['not_found'],
  })
    .input(
      OfPage.extend({
        language: z.enum(['en', 'hi', 'mr'], { error: 'Must be en, hi or mr' }).optional(),
        preview: z
          .string({ error: 'Must be text' })
          .regex(/^[\w.-]{1,200}$/, { error: 'Must be the text of a preview address' })
          .optional(),
      }),
    )
    .output(ShownPage),

  /** All pages, `home` first. */
  list: defineCall({ ...editor, method: 'GET', path: '/admin/pages', summary: 'Pages of blocks' }).output(
    z.object({ pages: z.array(PageRow) }),
  ),

  /** Creates an empty draft. `home` replaces the front page once it is published, `about` that page. 409 when there is one, or 50 pages. */
  create: defineCall({
    ...editor,
    method: 'POST',
    path: '/admin/pages',
    status: 201,
    summary: 'Add a page of blocks',
    confirm: { without: 'a draft that nobody sees' },
    codes: ['conflict'],
  })
    .input(z.object({ slug: Slug, title: text(1, 150, 'Title is required') }))
    .output(Message.extend({ page: Page })),

  /** The newest save. 404. Carries `ETag`. */
  get: defineCall({
    ...editor,
    method: 'GET',
    path: '/admin/pages/{slug}',
    summary: 'One page of blocks',
    codes: ['not_found'],
  })
    .input(OfPage)
    .output(Page),

  /**
   * Saves a version, and publishes it unless `publish` is false. With `If-Match` a stale edit is 409 `edit_conflict` with the present page as
   * `current`. 404. Carries `ETag`.
   */
  update: defineCall({
    ...editor,
    method: 'PUT',
    path: '/admin/pages/{slug}',
    input: 'detailed',
    summary: 'Save a page of blocks',
    confirm: { without: 'versions bring it back' },
    codes: ['not_found', 'edit_conflict'],
  })
    .input(z.object({ params: OfPage, headers: IfMatch, body: PageBody }))
    .output(Message.extend({ page: Page })),

  /** Visitors see the page no more: the front page is the shop's usual one again. 404. */
  withdraw: defineCall({
    ...editor,
    method: 'POST',
    path: '/admin/pages/{slug}/withdraw',
    summary: 'Withdraw a page of blocks',
    confirm: { without: 'publishing puts it back' },
    codes: ['not_found'],
  })
    .input(OfPage)
    .output(Message.extend({ page: Page })),

  /** Deletes a page with its versions. 404. */
  delete: defineCall({
    ...editor,
    method: 'DELETE',
    path: '/admin/pages/{slug}',
    summary: 'Delete a page of blocks',
    confirm: { without: 'an editor may write it again' },
    codes: ['not_found'],
  })
    .input(OfPage)
    .output(Message),

  /** Newest first, the last 100. 404. */
  versions: defineCall({
    ...editor,
    method: 'GET',
    path: '/admin/pages/{slug}/versions',
    summary: 'Versions of a page',
    codes: ['not_found'],
  })
    .input(OfPage)
    .output(z.array(PageVersion)),

  /** 404. */
  version: defineCall({
    ...editor,
    method: 'GET',
    path: '/admin/pages/{slug}/versions/{version}',
    summary: 'One version of a page',
    codes: ['not_found'],
  })
    .input(OfPage.extend({ version: Version }))
    .output(PageVersion.extend({ page: Page })),

  /** Makes a version the newest again as a draft: the same errors and `ETag` as a save. */
  restoreVersion: defineCall({
    ...editor,
    method: 'POST',
    path: '/admin/pages/{slug}/versions/{version}/restore',
    input: 'detailed',
    summary: 'Restore a version of a page',
    confirm: { without: 'the version before it stays' },
    codes: ['not_found', 'edit_conflict'],
  })
    .input(z.object({ params: OfPage.extend({ version: Version }), headers: IfMatch }))
    .output(Message.extend({ page: Page })),

  /** The address that shows the newest save to everybody who has it, for 7 days. 404. */
  preview: defineCall({
    ...editor,
    method: 'GET',
    path: '/admin/pages/{slug}/preview',
    summary: 'Preview address of a page',
    codes: ['not_found'],
  })
    .input(OfPage)
    .output(z.object({ url: z.string(), until: Moment })),

  /** Facts that any block in the editor may show: chosen courses, the newest, and the latest reviews with words. */
  facts: defineCall({
    ...editor,
    method: 'GET',
    path: '/admin/page_facts',
    summary: 'Courses, reviews and figures for pages',
  })
    .input(
      z.object({
        /** Ids with commas between them. */
        course_ids: z.string({ error: 'Must be ids' }).max(6_000, { error: 'Must be ids' }).optional(),
        topic: z.string({ error: 'Must be text' }).max(100, { error: 'Must be text' }).optional(),
      }),
    )
    .output(Facts),
}
