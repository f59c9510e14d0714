import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  optional: {
    name: 'pages',
    alsoIn: [
      'server/contract/pages',
      'server/src/courses/reviews/shop-reviews.queries.ts',
      'server/src/people/signups',
      'server/src/serve/pages/signup.routes.ts',
      'web-store/src/admin/own-pages',
      'web-store/src/features/own-pages',
      'web-store/src/shared/blocks',
      'e2e/tests/pages-by-keys.release.spec.ts',
      'e2e/tests/pages.spec.ts',
      'tools/demo/demo-pages.test.ts',
    ],
  },
  tables: {
    own_pages: {
      holds: 'the catalogue: texts and files of the shop',
      archive: { in: 'pages.csv' },
    },
    own_page_versions: {
      holds: 'the catalogue: texts and files of the shop',
      archive: {
        file: 'pages.csv',
        about: 'pages of blocks, each in its newest version',
        select: `select p.slug, t.title, t.description, t.body, p.published_version, p.created_at, p.changed_at, t.version
      from own_page_versions t join own_pages p on p.page_id = t.page_id and p.version = t.version order by p.slug`,
      },
    },
  },
})
