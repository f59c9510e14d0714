// Runs before a release, where the lists of a content blocker are installed.

import { readdir, readFile } from 'node:fs/promises'
import type { RequestType } from '@ghostery/adblocker'
import type { Page } from '@playwright/test'
import { contract } from 'contract'
import { pdfOf } from '../../server/test/archives.ts'
import { picture } from '../../server/test/upload-files.ts'
import { logInAdmin } from '../console.ts'
import { blockerLists, contentBlocker, type Refused } from '../content-blocker.ts'
import { expect, test } from '../fixtures.ts'
import { storedFile } from '../lessons.ts'
import { buy, newAccount, signIn } from '../people.ts'

test.skip(!blockerLists, 'The lists of a content blocker are missing: apt install webext-ublock-origin-firefox')

let refused: Refused

test.beforeAll(async () => {
  refused = await contentBlocker(blockerLists ?? '')
})

/** Lists what the blocker refuses of these, each with the rule. */
const refusedOf = (requested: Iterable<readonly [path: string, type: RequestType]>): string[] =>
  [...requested].flatMap(([path, type]) => {
    const rule = refused(path, type)
    return rule === undefined ? [] : [`${type} ${path} by ${rule}`]
  })

test('the lists refuse what they are known to refuse', () => {
  const id = '0'.repeat(32)
  const known = [
    [`/media/${id}/Advert.mp4`, 'media'],
    [`/media/${id}-300x250-c21b63/photo.png`, 'image'],
    ['/api/go/courses/300x250-banner', 'xhr'],
    ['/og/banner-ad.jpg', 'image'],
  ] as const
  expect(refusedOf(known)).toHaveLength(known.length)
})

/** Lists the paths of the contract's calls, with a neutral value for each part. */
function pathsOf(calls: object): string[] {
  if ('~orpc' in calls) {
    const { path } = (calls['~orpc'] as { route: { path: string } }).route
    return [`/api${path.replaceAll(/\{\w+\}/g, '0a1b2c3d')}`]
  }
  return Object.values(calls).flatMap(pathsOf)
}

test('no call and no file of the built store is refused', async () => {
  const calls = pathsOf(contract).map((path) => [path, 'xhr'] as const)
  expect(calls.length).toBeGreaterThan(200)
  const types: Record<string, RequestType> = {
    js: 'script',
    css: 'stylesheet',
    woff2: 'font',
    svg: 'image',
    png: 'image',
  }
  const built = new URL('../../web-store/dist/client/', import.meta.url)
  const files = (await readdir(built, { recursive: true })).map(
    (name) => [`/${name}`, types[name.split('.').at(-1) ?? ''] ?? 'other'] as const,
  )
  expect(files.length).toBeGreaterThan(50)
  expect(refusedOf([...calls, ...files])).toEqual([])
})

const TYPES: Partial<Record<string, RequestType>> = {
  stylesheet: 'stylesheet',
  image: 'image',
  media: 'media',
  texttrack: 'media',
  font: 'font',
  script: 'script',
  xhr: 'xhr',
  fetch: 'xhr',
}

/** Follows a page's requests; returns those so far, and every address of a picture or film in the page. */
function follow(page: Page, shopUrl: string) {
  const requested = new Map<string, RequestType>()
  page.on('request', (request) => {
    const [url, type] = [request.url(), TYPES[request.resourceType()] ?? 'other']
    // A blocker asks for a page by its address only where the whole site is listed.
    if (url.startsWith(shopUrl) && !request.isNavigationRequest()) requested.set(url.slice(shopUrl.length), type)
  })
  return async () => {
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll('img, source, video, meta[property="og:image"]')].flatMap((element) =>
        ['src', 'srcset', 'poster', 'content'].flatMap((name) => element.getAttribute(name)?.match(/\/[^\s,]+/g) ?? []),
      ),
    )
    for (const address of shown) requested.set(new URL(address, shopUrl).pathname, 'image')
    return requested
  }
}

test('no address that a course on advertising shows, sells or needs is refused', async ({
  page,
  shop,
  newCourse,
  newVisitor,
}) => {
  const clip = await readFile(new URL('../../tools/demo/art/reel-hooks.webm', import.meta.url))
  const film = await storedFile(shop, clip, 'Advert.webm')
  const reel = await storedFile(shop, Buffer.concat([clip, Buffer.alloc(8)]), 'ads1-728x90.webm')
  const paper = await storedFile(shop, pdfOf(), 'ad-server.pdf')
  const banner = await storedFile(shop, await picture('png', { width: 300, height: 250 }), 'Banner-Ad.png')
  const tower = await storedFile(shop, await picture('jpeg', { width: 160, height: 600 }), '160x600.jpg')
  const course_id = 'ads-300x250-banner-ad'
  await newCourse({ course_id, banner, benefits_samples: [tower], DEMO_REELS_VIDEOS: [reel] })
  const content = [{ title: 'Advert', watch_link: film, files: [{ name: 'ad-server', url: paper }] }]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  const student = await newAccount(shop)
  await buy(shop, student, [course_id])
  const requested = new Map<string, RequestType>()
  const visit = async (paths: readonly string[], person: Page, ready: (path: string) => Promise<void>) => {
    for (const path of paths) {
      const seen = follow(person, shop.url)
      await person.goto(path)
      await ready(path)
      for (const [address, type] of await seen()) requested.set(address, type)
    }
  }
  const heading = (person: Page) => () => expect(person.getByRole('heading').first()).toBeVisible()
  await visit(['/', '/courses', `/course/${course_id}`, `/checkout?course=${course_id}`], page, heading(page))

  const learner = await newVisitor()
  await signIn(learner, student)
  await visit(['/dashboard', '/dashboard/orders', `/learn/${course_id}`], learner, heading(learner))
  await expect(learner.getByRole('slider', { name: 'Position' })).toHaveAttribute('aria-valuetext', / of /)

  const owner = await newVisitor()
  await owner.goto('/admin')
  await logInAdmin(owner, shop.owner)
  await expect(owner.getByRole('navigation').first()).toBeVisible()
  await visit(['/admin?tab=media', `/admin?tab=courses&course=${course_id}`], owner, heading(owner))

  const paths = [...requested.keys()]
  for (const one of [film, banner, tower]) {
    const place = one.replace(/[^/]+$/, '')
    expect(
      paths.filter((path) => path.startsWith(place)),
      place,
    ).not.toEqual([])
  }
  expect(refusedOf(requested)).toEqual([])
})
