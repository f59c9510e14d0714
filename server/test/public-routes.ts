import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The limit of a public answer: `stored` bytes with an ETag, a `limit` per client, a `turn` among others of its kind,
 * `one look` shared by concurrent requests, or `no look` at database and disk. `closed` needs a token or this machine;
 * a `mount` has its own rows, or needs an admin.
 */
type Bound = 'stored' | 'turn' | 'one look' | 'no look' | 'closed' | 'mount' | 'limit'

const routes: Record<string, { at: string; bound: Bound }> = {
  "app.ts '/api/go/courses'": { at: '/api/go/courses', bound: 'stored' },
  "app.ts '/api/health'": { at: '/api/health', bound: 'no look' },
  "app.ts '/api/ready'": { at: '/api/ready', bound: 'one look' },
  "app.ts '/api/openapi.json'": { at: '/api/openapi.json', bound: 'stored' },
  "app.ts '/.well-known/security.txt'": { at: '/.well-known/security.txt', bound: 'limit' },
  "app.ts '/metrics'": { at: '/metrics', bound: 'closed' },
  "app.ts ['/api/health', '/api/ready', '/api/openapi.json', '/metrics']": { at: '/metrics', bound: 'mount' },
  'app.ts CSP_REPORTS_PATH': { at: '/api/csp-reports', bound: 'mount' },
  'app.ts UPLOADS_PATH': { at: '/api/admin/uploads/0', bound: 'mount' },
  'app.ts WORK_UPLOADS_PATH': { at: '/api/user/uploads/0', bound: 'mount' },
  "app.ts '/api'": { at: '/api/go/settings', bound: 'turn' },
  'app.ts path': { at: '/unsubscribe', bound: 'mount' },
  "app.ts '/media'": { at: '/media', bound: 'mount' },
  "app.ts '/sandbox'": { at: '/sandbox', bound: 'mount' },
  "app.ts '/pay'": { at: '/pay', bound: 'mount' },
  "media/serve.ts '/:id/:name'": { at: '/media/0123456789abcdef/a.png', bound: 'one look' },
  'pages/app-icons.ts `/${name}`': { at: '/favicon.ico', bound: 'stored' },
  "pages/app-icons.ts '/manifest.webmanifest'": { at: '/manifest.webmanifest', bound: 'stored' },
  "pages/check-page/check-page.routes.ts '/page.css'": { at: '/c/page.css', bound: 'stored' },
  "pages/check-page/check-page.routes.ts '/:code'": { at: '/c/0000', bound: 'limit' },
  "pages/check-page/check-page.routes.ts '/:code/picture.jpg'": { at: '/c/0000/picture.jpg', bound: 'limit' },
  "pages/browser-page/browser-page.routes.ts '/page.css'": { at: '/browser/page.css', bound: 'stored' },
  "pages/browser-page/browser-page.routes.ts '/copy.js'": { at: '/browser/copy.js', bound: 'stored' },
  "pages/browser-page/browser-page.routes.ts '/'": { at: '/browser', bound: 'limit' },
  "pages/contact/contact.routes.ts '/page.css'": { at: '/contact/page.css', bound: 'stored' },
  "pages/interest.routes.ts '/page.css'": { at: '/interest/page.css', bound: 'stored' },
  "pages/interest.routes.ts '/'": { at: '/interest', bound: 'limit' },
  "pages/letters.routes.ts '/:id'": { at: '/l/0', bound: 'limit' },
  "pages/processors.routes.ts '/page.css'": { at: '/privacy/processors/page.css', bound: 'stored' },
  "pages/processors.routes.ts '/'": { at: '/privacy/processors', bound: 'limit' },
  "pages/membership/membership.routes.ts '/page.css'": { at: '/membership/page.css', bound: 'stored' },
  "pages/membership/membership.routes.ts '/:id'": { at: '/membership/0', bound: 'limit' },
  "pages/notice/notice.routes.ts '/page.css'": { at: '/privacy/notice/page.css', bound: 'stored' },
  "pages/notice/notice.routes.ts '/'": { at: '/privacy/notice', bound: 'limit' },
  "pages/signup.routes.ts '/page.css'": { at: '/signup/page.css', bound: 'stored' },
  "pages/signup.routes.ts '/'": { at: '/signup', bound: 'limit' },
  "pages/unsubscribe.routes.ts '/page.css'": { at: '/unsubscribe/page.css', bound: 'stored' },
  "pages/unsubscribe.routes.ts '/'": { at: '/unsubscribe', bound: 'limit' },
  'pages/pages.ts /^\\/sitemap(?:-([1-9]\\d{0,5}))?\\.xml$/': { at: '/sitemap.xml', bound: 'stored' },
  "pages/pages.ts '/screen'": { at: '/screen?at=%2Fdashboard', bound: 'closed' },
  "pages/pages.ts '/robots.txt'": { at: '/robots.txt', bound: 'stored' },
  "mcp/mcp.routes.ts '/'": { at: '/api/mcp', bound: 'closed' },
  'pages/pay-page/pay-page.ts path': { at: '/pay/page.js', bound: 'stored' },
  "pages/pay-page/pay-page.ts '/:order'": { at: '/pay/ord_000000000000000000000000', bound: 'limit' },
  "pages/pay-link/pay-link.routes.ts '/link/page.css'": { at: '/pay/link/page.css', bound: 'stored' },
  'pages/pay-link/pay-link.routes.ts TOKEN': { at: '/pay/pl_0.0', bound: 'limit' },
  'pages/store-pages.ts ADDRESS': { at: '/service-worker.js', bound: 'stored' },
  "pages/share-pictures.ts ['/og/page/:hex', '/og/p/:name']": { at: '/og/p/a.jpg', bound: 'turn' },
  "pages/share-pictures.ts ['/og/course/:hex', '/og/:name']": { at: '/og/a.jpg', bound: 'turn' },
  'pages/share-pictures.ts SHOP_SHARE_PATH': { at: '/og.jpg', bound: 'stored' },
}

const folders = ['', 'courses/', 'serve/'].map((tier) => fileURLToPath(new URL(`../src/${tier}`, import.meta.url)))

/** Every route in the program's source, with an address that it answers; those of a deleted feature are none. */
export const ROUTES = Object.fromEntries(
  Object.entries(routes).filter(([row]) => folders.some((folder) => existsSync(folder + row.split(' ')[0]))),
)
