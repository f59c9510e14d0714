import type { Plugin } from 'vite'

const EAGER = 'const _global = [getPreflightCss(), getGlobalCss(), getTokenCss()];'
const PREFLIGHT = [/createPreflight\(\{ preflight \}\)/, /import \{ createPreflight \} from '[^']+';/] as const
/** Lists of the values each property may have, from which Chakra's command line writes types. */
const TYPES = ['assignPropertyType(property, config);', 'assignPropertyTypes();']
const COLOUR = /#[0-9a-f]{6}\b/gi

const WHOLE = 'function createSystem(...configs) {'
const PAUSES = ['  const breakpoints = createBreakpoints(', '  assignComposition();']

/**
 * Lets a theme be made with pauses, in which a slow phone answers its visitor: `createSystem.steps` is the same function as a generator. See
 * `ui/theme/system.ts`.
 */
function inSteps(code: string): string | undefined {
  if (![WHOLE, ...PAUSES].every((part) => code.split(part).length === 2)) return undefined
  const paused = PAUSES.reduce((rest, part) => rest.replace(part, `  yield;\n${part}`), code)
  const atOnce = `function createSystem(...configs) {
  const making = createSystem.steps(...configs);
  for (;;) { const { done, value } = making.next(); if (done) return value; }
}
`
  return paused.replace(WHOLE, `${atOnce}createSystem.steps = function* (...configs) {`)
}

const changes: [file: RegExp, change: (code: string) => string | undefined][] = [
  [
    /@chakra-ui\/react\/dist\/esm\/styled-system\/system\.js$/,
    (code) => {
      if (!code.includes(EAGER) || !PREFLIGHT.every((part) => part.test(code))) return undefined
      const [call, imported] = PREFLIGHT
      const lean = code.replace(EAGER, 'const _global = [];').replace(call, '({})').replace(imported, '')
      return inSteps(lean)
    },
  ],
  [
    /@chakra-ui\/react\/dist\/esm\/styled-system\/utility\.js$/,
    (code) =>
      TYPES.every((part) => code.split(part).length === 2)
        ? TYPES.reduce((rest, part) => rest.replace(part, ''), code)
        : undefined,
  ],
  [/ui\/theme\/global-css\.ts$/, () => 'export const globalCss = {}'],
  // Components name colours; what a colour is stands in the page alone.
  [/ui\/theme\/colors\.ts$/, (code) => (COLOUR.test(code) ? code.replaceAll(COLOUR, '0') : undefined)],
]

/**
 * Chakra makes the styles of the whole document whenever a theme is made, a third of that time. The build writes them into
 * the pages, so what the browser gets leaves them out, and all that serves them alone. Throws when a file is not as it was,
 * so that an update is noticed.
 */
export function withoutGlobalStyles(): Plugin {
  return {
    name: 'store-without-global-styles',
    apply: 'build',
    transform(code, id) {
      const [, change] = changes.find(([file]) => file.test(id)) ?? []
      if (!change || this.environment.config.build.ssr) return
      const changed = change(code)
      if (changed === undefined) throw new Error(`Not the file we know: ${id}`)
      return { code: changed, map: null }
    },
  }
}
