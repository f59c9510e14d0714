import type { FeatureScenes } from '../../../test/feature-scenes.ts'
import { insertPage } from './own-pages.queries.ts'

const hero = { type: 'hero', settings: { heading: { en: 'Learn this week' } } }
const body = { title: 'Diwali', order: ['top'], sections: { top: hero } }

export const scenes: FeatureScenes['scenes'] = (at) => {
  let made = 0
  /** Creates a draft, and returns its slug. */
  async function buildPage(): Promise<string> {
    made += 1
    const slug = `scene-${made}`
    await insertPage(at.server.db, slug, 'Diwali', new Date())
    return slug
  }

  return {
    'pages.create': async () => ({
      path: '/admin/pages',
      body: { slug: 'wedding-season', title: 'Wedding season' },
      expected: {
        kind: 'settings',
        target_id: 'wedding-season',
        after: { slug: 'wedding-season', title: 'Wedding season' },
      },
    }),
    'pages.update': async () => {
      const slug = await buildPage()
      return {
        path: `/admin/pages/${slug}`,
        body,
        expected: {
          kind: 'settings',
          target_id: slug,
          before: { title: 'Diwali', blocks: 0 },
          after: { title: 'Diwali', blocks: 1, publish: true },
        },
      }
    },
    'pages.withdraw': async () => {
      const slug = await buildPage()
      return {
        path: `/admin/pages/${slug}/withdraw`,
        expected: { kind: 'settings', target_id: slug, after: { published: false } },
      }
    },
    'pages.delete': async () => {
      const slug = await buildPage()
      return {
        path: `/admin/pages/${slug}`,
        expected: { kind: 'settings', target_id: slug, before: { slug, title: 'Diwali' } },
      }
    },
    'pages.restoreVersion': async () => {
      const slug = await buildPage()
      return {
        path: `/admin/pages/${slug}/versions/1/restore`,
        expected: { kind: 'settings', target_id: slug, after: { version: 1 } },
      }
    },
  }
}

export const round: FeatureScenes['round'] = async ({ server: { db }, owner, tag }) => {
  // A shop has at most 50 pages, and each round adds some.
  await db('own_pages').whereRaw("slug ~ '^(page|gone)-'").delete()
  const slug = `page-${tag()}`
  await insertPage(db, slug, 'A page', new Date())
  await owner.pages.update({ params: { slug }, body })
  const gone = `gone-${tag()}`
  await insertPage(db, gone, 'A page', new Date())
  const named = { slug: [slug] }
  return {
    ...Object.fromEntries(['get', 'withdraw', 'versions', 'preview', 'show'].map((name) => [`pages.${name}`, named])),
    'pages.create': { slug: ['a', 'b', 'c', 'd'].map((name) => `${name}-${tag()}`), title: ['A page'] },
    'pages.update': { ...named, title: ['A page'], order: [['top']], sections: [{ top: hero }] },
    'pages.version': { ...named, version: ['1'] },
    'pages.restoreVersion': { ...named, version: ['1'] },
    'pages.delete': { slug: [gone] },
  }
}

/** The order of the page names its sections. */
export const unreached: FeatureScenes['unreached'] = ['pages.update']

export const may: FeatureScenes['may'] = { editor: /^pages\./ }
