import type { ClaimList } from 'contract/claims/claims'
import type { z } from 'zod'
import { adminPaths } from '../host/admin-paths.ts'
import { settingsPath } from '../settings/settings-index.ts'
import { tabPath } from '../tabs/tab-path.ts'

/** Claims as the server returns them. */
export type Claims = z.input<typeof ClaimList>
export type ClaimRow = Claims['claims'][number]
type Place = ClaimRow['places'][number]

const sections: Readonly<Record<string, Parameters<typeof settingsPath>[0]>> = {
  brand: 'shop',
  home: 'home-page',
  claims: 'claims',
  testimonials: 'testimonials',
  about: 'about',
}

const links: Record<Place['place'], (place: Place) => string> = {
  shop: ({ path }) => settingsPath(sections[path.split('.', 1)[0] ?? ''] ?? 'shop'),
  course: ({ id }) => adminPaths.editCourse(id),
  page: ({ id }) => tabPath('page', { slug: id }) ?? adminPaths.home,
  offer: () => adminPaths.tab('offers'),
}

/** Returns the screen on which a claim is changed. */
export const placePath = (place: Place): string => links[place.place](place)

const words: Record<Place['place'], string> = { shop: '', course: 'Course: ', page: 'Page: ', offer: 'Offer: ' }

/** Names a place: `Course: Reels`. */
export const placeText = ({ place, name, live }: Place): string => `${words[place]}${name}${live ? '' : ' (draft)'}`
