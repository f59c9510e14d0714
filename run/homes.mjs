/**
 * What may import what, from the ground up. A file belongs to the row with the longest path that begins its own; it may
 * import its own home and the homes its row names, and nothing else. A folder without a row may import nothing of ours, so
 * a new one stands here before it stands on anything. `run/imports.mjs` reads the table; `docs/architecture.md` is drawn from it.
 */

/**
 * The features of the server, from the lowest to the highest: each may use what stands before it, never its handlers. Where a part of
 * a folder stands elsewhere than the rest of it, it has a place of its own: what is stored of orders lies below all who ask
 * what was sold, the library of files above the courses that show them.
 */
export const features = [
  ...[
    'activity',
    'catalogue',
    'settings',
    'visits',
    'users',
    'auth',
    'media',
    'orders/records',
    'gifts/stored',
    'enrolments',
    'reviews/shown',
    'quizzes/stored',
    'assignments/stored',
    'live/stored',
    'certificates/stored',
    'courses',
    'videos',
  ],
  ...[
    'media/library',
    'learning',
    'before-live',
    'promocodes',
    'gateway',
    'gifts',
    'documents',
    'stamps',
    'referrals',
    'certificates',
    'consents',
  ],
  ...[
    'tickets',
    'disputes',
    'orders',
    'account',
    'students',
    'settlements',
    'reviews',
    'questions',
    'quizzes',
    'assignments',
    'live',
  ],
]

const src = (...names) => names.map((name) => `server/src/${name}`)
const store = (...names) => names.map((name) => `web-store/src/${name}`)

const contract = 'server/contract'
const ground = [
  contract,
  ...src(
    'errors.ts',
    'end-with-shop.ts',
    'net',
    'config.ts',
    'edge',
    'db',
    'files',
    'language',
    'mail',
    'tracing',
    'queue',
    'payments',
  ),
]
const base = [...ground, ...src('context.ts')]
const all = [...base, ...src(...features)]
const above = [...all, ...src('reports')]
/** What runs the whole shop from outside. */
const driver = [
  ...above,
  ...src('http', 'jobs', 'pages', 'start', 'commands'),
  'tools/sandbox-gateway',
  'server/test',
  'server/node-flags.json',
]
const storeGround = [
  contract,
  ...store('language', 'content', 'paths.ts', 'stores', 'api', 'fonts', 'anew.ts', 'ui', 'first-page', 'offline'),
]
const storeShared = [...storeGround, ...store('shared')]

export const homes = {
  [contract]: [],
  'server/src/errors.ts': [contract],
  'server/src/end-with-shop.ts': [],
  'server/src/net': src('errors.ts'),
  'server/src/config': [contract],
  'server/src/config.ts': [contract, ...src('net', 'config')],
  'server/src/log.ts': [],
  'server/src/db': [contract, ...src('errors.ts', 'config.ts')],
  'server/src/edge': src('config.ts', 'net'),
  'server/src/files': [contract, ...src('errors.ts', 'config.ts')],
  'server/src/language': [contract],
  'server/src/mail': [contract, ...src('errors.ts', 'net', 'config.ts', 'language')],
  'server/src/tracing': src('config.ts'),
  'server/src/queue': [contract, ...src('errors.ts', 'config.ts', 'tracing')],
  'server/src/payments': [contract, ...src('errors.ts', 'config.ts', 'db', 'tracing')],
  'server/src/context.ts': ground,
  ...Object.fromEntries(
    features.map((name, at) => [`server/src/${name}`, [...base, ...src(...features.slice(0, at))]]),
  ),
  'server/src/reports': all,
  'server/src/http': above,
  'server/src/jobs': [...above, 'server/src/http/rate-limits.queries.ts'],
  'server/src/pages': above,
  'server/src/app.ts': [...above, ...src('http', 'pages')],
  'server/src/start': [...above, ...src('log.ts', 'http', 'jobs', 'pages', 'app.ts')],
  'server/src/commands': [...above, ...src('log.ts', 'jobs', 'start')],
  'server/src/main.ts': src('start'),
  'server/build.ts': ['web-store/build'],

  'web-store/src/language': [contract],
  'web-store/src/content': [contract, ...store('language')],
  'web-store/src/paths.ts': [contract],
  'web-store/src/stores': [contract, ...store('language', 'content', 'paths.ts')],
  'web-store/src/anew.ts': [],
  'web-store/src/api': [contract, ...store('language', 'content', 'stores', 'anew.ts')],
  'web-store/src/fonts': [],
  'web-store/src/offline': [contract, ...store('language')],
  'web-store/src/ui': [contract, ...store('language', 'content', 'fonts', 'anew.ts')],
  'web-store/src/first-page': store('language', 'ui'),
  'web-store/src/shared': storeGround,
  'web-store/src/features': storeShared,
  'web-store/src/admin': storeShared,
  'web-store/src/app': [...storeShared, ...store('features', 'admin')],
  'web-store/src': [...storeShared, ...store('app', 'admin')],
  'web-store/theme': [],
  'web-store/build': [contract, 'web-store/theme'],
  'web-store': [contract, 'web-store/build', 'web-store/src'],

  'desktop-admin/src/bridge.ts': [],
  'desktop-admin/src/preload': ['desktop-admin/src/bridge.ts'],
  'desktop-admin/src/main': ['desktop-admin/src/bridge.ts'],
  'desktop-admin/src/renderer': ['desktop-admin/src/bridge.ts', ...store('admin', 'ui')],
  'desktop-admin': ['web-store/build', 'web-store', 'desktop-admin/src/bridge.ts'],

  'tools/demo': above,
  'tools/sandbox-gateway': above,
  'tools/bench': [...driver, 'tools/demo'],
  'tools/fleet': driver,
  'tools/drill': [...driver, 'tools/fleet', 'web-store/src/admin/media'],
  run: src('db', 'config.ts', 'start'),
  'run.mjs': ['run'],
  'vitest.config.ts': ['web-store/build'],
}

/** What only one place may load, and what loads a part of the house late. */
export const packages = {
  razorpay: ['server/src/payments/razorpay.ts', 'server/src/payments/razorpay-connection.ts'],
  electron: ['desktop-admin/src/main', 'desktop-admin/src/preload'],
}

/** These are loaded by `import()` alone, where a setting asks for them: a shop in production loads none. */
export const late = {
  'server/src/start': ['tools/demo', 'tools/sandbox-gateway'],
  'server/src/commands': ['tools/demo', 'tools/sandbox-gateway'],
}

/** The contract is a package of its own and stays light: clients load it. */
export const contractPackages = ['zod', '@orpc/contract']

/** One feature of the store knows no other: what two need goes to `shared`. */
export const siblings = ['web-store/src/features']
