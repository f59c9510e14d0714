/**
 * Import rules, from the bottom up. A file belongs to the row with the longest matching path; it may import its own
 * home and the homes in its row, nothing else. A folder without a row may import nothing of ours, so a new one needs a
 * row first. `run/imports.mjs` reads the table, and `run/draw.mjs` draws it.
 */

/**
 * The tiers of the server, lowest first. A tier imports those before it; inside a tier features use each other's
 * services and queries, never handlers. A `*.sql.ts` is a piece of SQL that the owner of a table exports for everybody.
 */
export const tiers = ['platform', 'shop', 'courses', 'sales', 'people', 'serve']

const src = (...names) => names.map((name) => `server/src/${name}`)
const store = (...names) => names.map((name) => `web-store/src/${name}`)

const contract = 'server/contract'
const base = [contract, ...src('errors.ts', 'config.ts', 'context.ts', 'platform')]
/** All features: the base of a tool. */
const above = [...base, ...src('shop', 'courses', 'sales', 'people', 'serve/reports')]
/** Imports of programs that run the whole shop from outside. */
const driver = [...above, ...src('serve'), 'tools/sandbox-gateway', 'server/test', 'server/node-flags.json']
const storeGround = [
  contract,
  ...store(
    'language',
    'content',
    'paths.ts',
    'stores',
    'api',
    'fonts',
    'refetch-stale.ts',
    'ui',
    'first-page',
    'offline',
  ),
  ...store('logo.svg'),
]
const storeShared = [...storeGround, ...store('shared')]

export const homes = {
  [contract]: [],
  'server/src/errors.ts': [contract],
  'server/src/config.ts': [contract, ...src('platform/net', 'platform/config')],
  'server/src/context.ts': base,
  'server/src/log.ts': [],
  'server/src/app.ts': [...base, ...src(...tiers)],
  'server/src/main.ts': src('serve/start'),
  'server/src/platform': [contract, ...src('errors.ts', 'config.ts')],
  'server/src/shop': base,
  'server/src/courses': [...base, ...src('shop')],
  'server/src/sales': [...base, ...src('shop', 'courses')],
  'server/src/people': [...base, ...src('shop', 'courses', 'sales')],
  'server/src/serve': [...base, ...src('shop', 'courses', 'sales', 'people', 'log.ts', 'app.ts')],
  'server/build.ts': ['web-store/build'],

  'web-store/src/language': [contract],
  'web-store/src/content': [contract, ...store('language')],
  'web-store/src/paths.ts': [contract],
  'web-store/src/stores': [contract, ...store('language', 'content', 'paths.ts')],
  'web-store/src/refetch-stale.ts': [],
  'web-store/src/logo.svg': [],
  'web-store/src/api': [contract, ...store('language', 'content', 'stores', 'refetch-stale.ts')],
  'web-store/src/fonts': [],
  'web-store/src/offline': [contract, ...store('language')],
  'web-store/src/ui': [contract, ...store('language', 'content', 'fonts', 'refetch-stale.ts')],
  'web-store/src/first-page': [contract, 'web-store/build', ...store('language', 'ui')],
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

  // A later step may take the SQL of an earlier one.
  migrations: [],

  'tools/api-client': driver,
  'tools/demo': [...above, 'server/src/serve/pages', 'tools/sandbox-gateway'],
  'tools/sandbox-gateway': above,
  'tools/bench': [...driver, 'tools/drill'],
  'tools/pictures': [...driver, 'tools/drill', 'tools/bench', 'package.json'],
  'tools/fleet': driver,
  'tools/world': [...driver, 'tools/fleet'],
  // A second model knows nothing of the program that it is compared with.
  'tools/drill/lives/model': [],
  'tools/drill': [...driver, 'tools/drill/lives/model', 'tools/fleet'],
  run: [...src('platform/db', 'config.ts', 'serve/start'), 'web-store/build'],
  'run.mjs': ['run'],
  'vitest.config.ts': ['run', 'web-store/build'],
}

/** Orders the rooms of a large feature, lowest first: a room imports those before it. Unnamed files are below all. */
export const rooms = {
  'server/src/sales/orders': [
    'refunds',
    'settlement',
    'refund-requests',
    'checkout',
    'guarantee',
    'outside',
    'pay-page',
    'webhooks',
    'order-wire.ts',
    'returns',
    'after-offer',
    'own-orders.ts',
    'orders.handlers.ts',
  ],
}

/** Packages that only some files may load. */
export const packages = {
  razorpay: ['server/src/platform/payments/razorpay.ts', 'server/src/platform/payments/razorpay-connection.ts'],
  electron: ['desktop-admin/src/main', 'desktop-admin/src/preload'],
}

/** Loaded by `import()` only, if a setting requires it: a shop in production loads none. */
export const late = {
  'server/src/serve/start': ['tools/demo', 'tools/sandbox-gateway'],
  'server/src/serve/commands': ['tools/demo', 'tools/sandbox-gateway'],
}

/** The contract is its own package and stays small, because clients load it. */
export const contractPackages = ['zod', '@orpc/contract']

/** A feature of the store imports no other: shared parts go to `shared`. */
export const siblings = ['web-store/src/features']
