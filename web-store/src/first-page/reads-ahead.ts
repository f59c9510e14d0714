import { type ScreenName, screens } from 'contract/screens'

/** Reads of a student's screens that begin with the page: paths of the contract, whose parameter is that of the address. */
export const readsAhead = {
  dashboard: ['/user/dashboard'],
  learn: ['/user/courses/get_content/{courseId}', '/user/dashboard'],
} as const satisfies Partial<Record<ScreenName, readonly string[]>>

/** The same for `ahead-script.js`: patterns of addresses, with the paths to ask for. */
export const ahead = Object.entries(readsAhead).map(([name, calls]) => [
  `^${screens[name as keyof typeof readsAhead][0].replace(/:\w+/, '([^/]+)')}$`,
  calls.map((call) => call.replace(/{\w+}/, '$1')),
])
