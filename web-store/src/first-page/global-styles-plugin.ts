import type { Plugin } from 'vite'

const EAGER = 'const _global = [getPreflightCss(), getGlobalCss(), getTokenCss()];'
const PREFLIGHT = [/createPreflight\(\{ preflight \}\)/, /import \{ createPreflight \} from '[^']+';/] as const
const WHOLE = 'function createSystem(...configs) {'
const PAUSES = ['  const breakpoints = createBreakpoints(', '  assignComposition();']

/** Where the tokens, the greatest part of a theme, are made, and where that pauses. */
const TOKENS = 'const tokens = createTokenDictionary({'
const MAKE_TOKENS = ['function createTokenDictionary(options) {', '  function build() {', '  build();'] as const
const TOKEN_PAUSES = ['    applyTransforms("pre");', '    applyMiddlewares("post");', '    setupViews();']

const once = (code: string, parts: readonly string[]) => parts.every((part) => code.split(part).length === 2)
const pausing = (code: string, pauses: readonly string[]) =>
  pauses.reduce((rest, part) => rest.replace(part, `yield;\n${part}`), code)

function tokensInSteps(code: string): string | undefined {
  if (!once(code, [...MAKE_TOKENS, ...TOKEN_PAUSES])) return undefined
  const [whole, build, call] = MAKE_TOKENS
  return pausing(code, TOKEN_PAUSES)
    .replace(whole, whole.replace('function ', 'function* '))
    .replace(build, build.replace('function ', 'function* '))
    .replace(call, '  yield* build();')
}

/**
 * Lets a theme be made with pauses, in which a slow phone answers its visitor: `createSystem.steps` is the same function as a generator. See
 * `ui/theme/system.ts`.
 */
function inSteps(code: string): string | undefined {
  if (!once(code, [WHOLE, TOKENS, ...PAUSES])) return undefined
  const paused = pausing(code, PAUSES).replace(TOKENS, TOKENS.replace('create', 'yield* create'))
  const atOnce = `function createSystem(...configs) {
  const making = createSystem.steps(...configs);
  for (;;) { const { done, value } = making.next(); if (done) return value; }
}
`
  return paused.replace(WHOLE, `${atOnce}createSystem.steps = function* (...configs) {`)
}

type Change = [file: RegExp, change: (code: string) => string | undefined]

const LOCALE_ORDER = 'a.localeCompare(b)'

/** What server and browser must do alike: the name of a style is made of it, in this order. */
const changesEverywhere: Change[] = [
  [
    // By letters, not by the rules of a language, whose tables take a slow phone 50 ms to set up.
    /@chakra-ui\/react\/dist\/esm\/styled-system\/sort-at-params\.js$/,
    (code) => (code.includes(LOCALE_ORDER) ? code.replaceAll(LOCALE_ORDER, '(a < b ? -1 : a > b ? 1 : 0)') : undefined),
  ],
]

const changes: Change[] = [
  [
    /@chakra-ui\/react\/dist\/esm\/styled-system\/system\.js$/,
    (code) => {
      if (!code.includes(EAGER) || !PREFLIGHT.every((part) => part.test(code))) return undefined
      const [call, imported] = PREFLIGHT
      const lean = code.replace(EAGER, 'const _global = [];').replace(call, '({})').replace(imported, '')
      return inSteps(lean)
    },
  ],
  [/@chakra-ui\/react\/dist\/esm\/styled-system\/token-dictionary\.js$/, tokensInSteps],
  [/ui\/theme\/global-css\.ts$/, (code) => (code.includes('globalCss =') ? 'export const globalCss = {}' : undefined)],
]

/**
 * Chakra makes the styles of the whole document whenever a theme is made, a third of that time. The build writes them into
 * the pages, so what the browser gets leaves them out, and all that serves them alone; and what of it keeps a phone busy for
 * long is done in steps or in a cheaper way. Throws when a file is not as it was, so that an update is noticed.
 */
export function withoutGlobalStyles(): Plugin {
  return {
    name: 'store-without-global-styles',
    apply: 'build',
    transform(code, id) {
      const list = this.environment.config.build.ssr ? changesEverywhere : [...changesEverywhere, ...changes]
      const [, change] = list.find(([file]) => file.test(id)) ?? []
      if (!change) return
      const changed = change(code)
      if (changed === undefined) throw new Error(`Not the file we know: ${id}`)
      return { code: changed, map: null }
    },
  }
}
