/**
 * The floor of browsers, stated here alone. Build target, polyfills, the first script of every page, the `lib` of
 * `tsconfig.json` and the check of the built files (`check-built.ts`) follow from it.
 */
export const FLOOR = {
  /** In these and newer ones people buy and learn. */
  buys: { chrome: '109', safari: '15.6', firefox: '115' },
  /** In these and newer ones public pages look as designed, and every button tells what to do. */
  reads: { chrome: '79' },
} as const

/**
 * Targets of the bundler, which lowers syntax and nothing else. Safari 15 parses private fields; the bundler would replace
 * them below 16, for an initializer that no class of ours has, and every browser would load 1 kB more.
 */
export const BUILD_TARGET = Object.entries(FLOOR.buys).flatMap(([browser, version]) =>
  browser === 'safari' ? ['safari', 'ios'].map((one) => `${one}${Math.max(16, Number(version))}`) : [browser + version],
)

/**
 * The syntax of scripts that stand in a page: older than every browser that reads pages, so that a browser of any age
 * runs them.
 */
export const FIRST_SCRIPTS = { target: 'es2015', ecmaVersion: 2015 } as const

/** A unit of length that browsers know from the floor on (Chrome 108), and older ones of the same family do not. */
export const FLOOR_MARK = { css: 'height:1dvh', feature: 'css.types.length.viewport_percentage_units_dynamic' } as const

/** The year of JavaScript whose built-ins all browsers of the floor have, but for what the table of the check names. */
const BUILT_INS = 'es2022'

type Polyfill = {
  /** Names of the features in MDN's table. */
  features: readonly string[]
  /** Modules of core-js, below `core-js/modules/`. */
  modules: readonly string[]
  /** Is truthy where the browser has the feature itself. */
  test: string
  /** The part of TypeScript's library that types it; absent where `dom` does. */
  lib?: string
}

const copying = (name: 'toReversed' | 'toSorted' | 'with', module: string): Polyfill => ({
  features: [`javascript.builtins.Array.${name}`, `javascript.builtins.TypedArray.${name}`],
  modules: [`es.array.${module}`, `es.typed-array.${module}`],
  test: `[].${name}`,
  lib: 'es2023.array',
})

/**
 * Lists what our code and packages call and the floor lacks. A browser that has all of it loads nothing: the first script of a
 * page tests it (`first-page/floor-script.js`).
 */
export const POLYFILLS: readonly Polyfill[] = [
  copying('toReversed', 'to-reversed'),
  copying('toSorted', 'to-sorted'),
  copying('with', 'with'),
  {
    features: ['javascript.builtins.Array.toSpliced'],
    modules: ['es.array.to-spliced'],
    test: '[].toSpliced',
    lib: 'es2023.array',
  },
  {
    features: ['javascript.builtins.String.isWellFormed', 'javascript.builtins.String.toWellFormed'],
    modules: ['es.string.is-well-formed', 'es.string.to-well-formed'],
    test: '"".toWellFormed',
    lib: 'es2024.string',
  },
  {
    features: ['javascript.builtins.Map.groupBy'],
    modules: ['es.map.group-by'],
    test: 'Map.groupBy',
    lib: 'es2024.collection',
  },
  {
    features: ['javascript.builtins.Object.groupBy'],
    modules: ['es.object.group-by'],
    test: 'Object.groupBy',
    lib: 'es2024.object',
  },
  {
    features: ['javascript.builtins.Promise.withResolvers'],
    modules: ['es.promise.with-resolvers'],
    test: 'Promise.withResolvers',
    lib: 'es2024.promise',
  },
  {
    features: ['api.URL.canParse_static', 'api.URL.parse_static'],
    modules: ['web.url.can-parse', 'web.url.parse'],
    test: 'URL.parse',
  },
]

/** Is truthy in a browser that needs no polyfill. */
export const HAS_ALL = `(${POLYFILLS.map(({ test }) => test).join('&&')})`

/** The libraries that TypeScript may know in code for the browser. */
export const TYPE_LIBRARIES = [
  ...new Set([BUILT_INS, ...POLYFILLS.flatMap(({ lib = [] }) => lib), 'dom', 'dom.iterable']),
]
