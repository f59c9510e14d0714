import { globSync } from 'node:fs'
import type { Plugin } from 'vite'
import { StyleCompiler } from './compile-styles.ts'
import { Modules, STORE } from './modules.ts'
import { globalStyles, type Rule, StyleSheet } from './style-sheet.ts'

/** Sources of the owner's console; they follow those of the store. */
const CONSOLE = 'admin/'

/** The store's sheet, and its rules as a list, from which the server inlines those that a page uses. */
const SHEET = 'virtual:styles.css'
const RULES = 'virtual:style-rules'

/** The sheet of store and console together: two sheets in sequence would break the order of their rules. */
const WHOLE = 'virtual:console.css'

/** The styles of the whole document, for pages without `index.html`. */
const GLOBAL = 'virtual:global.css'

const isOwn = (id: string) => [SHEET, RULES, WHOLE, GLOBAL].includes(id)

const isStyled = (file: string) => /\.tsx?$/.test(file) && !file.includes('.test.')

/**
 * Compiles style props and recipes of `chakra` into classes. Reads all files first, so that the sheet is complete and
 * does not depend on the files that a build needs. `more` are other source folders.
 */
export function stylesPlugin(...more: string[]): Plugin {
  let all: ReturnType<typeof compileAll> | undefined
  const compiled = () => {
    all ??= compileAll([STORE, ...more])
    return all
  }
  return {
    name: 'store-styles',
    enforce: 'pre',
    resolveId: (id) => (isOwn(id) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${GLOBAL}`) return globalStyles()
      if (id === `\0${SHEET}`) return textOf(compiled().rules)
      if (id === `\0${WHOLE}`) return textOf(compiled().whole)
      if (id === `\0${RULES}`) return `export const rules = ${JSON.stringify(compiled().rules)}`
      return undefined
    },
    transform(_code, id) {
      const code = compiled().files.get(id.replace(/\?.*/, ''))
      return code === undefined ? undefined : { code, map: null }
    },
    hotUpdate({ modules }) {
      all = undefined
      const graph = this.environment.moduleGraph
      return [...modules, ...[SHEET, WHOLE].flatMap((id) => graph.getModuleById(`\0${id}`) ?? [])]
    },
    transformIndexHtml: (html) => html.replace('<!--global-styles-->', () => `<style>${globalStyles()}</style>`),
  }
}

/** Returns the store's whole sheet, without the styles of the document. */
export const storeSheet = (): string => textOf(compileAll([STORE]).rules)

const textOf = (rules: readonly Rule[]) => rules.map(([, text]) => text).join('\n')

function compileAll(folders: readonly string[]) {
  const modules = new Modules()
  const sheet = new StyleSheet()
  const compiler = new StyleCompiler(modules, sheet)
  const files = new Map<string, string | undefined>()
  const paths = folders.flatMap((folder) =>
    globSync('**/*.{ts,tsx}', { cwd: folder })
      .filter(isStyled)
      .sort()
      .map((name) => folder + name),
  )
  const compile = (some: readonly string[]) => {
    for (const path of some) files.set(path, compiler.compile(modules.get(path)))
    return sheet.rules()
  }
  const ofStore = (path: string) => path.startsWith(STORE) && !path.startsWith(STORE + CONSOLE)
  const rules = compile(paths.filter(ofStore))
  return { files, rules, whole: compile(paths.filter((path) => !ofStore(path))) }
}
