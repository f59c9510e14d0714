import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'
import { root } from './children.mjs'
import { contractPackages, homes, late, packages, rooms, siblings, tiers } from './homes.mjs'
import { sourceFiles } from './sources.mjs'

/** Reports modules that a file imports in two lines, mostly types and values apart. */
export function importedTwice(imports) {
  const lines = imports.filter(({ names, again }) => !again && names.length > 0 && !names.includes('*'))
  const ofModule = Map.groupBy(lines, ({ from, spec }) => `${from} ${spec}`)
  return [...ofModule.values()].flatMap(([, second]) =>
    second
      ? [`${second.from}:${second.line} imports ${second.spec} a second time: one line takes types and values`]
      : [],
  )
}

/**
 * Reports exports that no other file imports and the file itself does not use. Imports of tests count.
 * @param {(file: string) => string} read returns the text of a file
 */
export function unusedExports(files, imports, read = (file) => readFileSync(join(root, file), 'utf8')) {
  const taken = new Set(imports.flatMap(({ to, names }) => names.map((name) => `${to} ${name}`)))
  const found = new Set(foundByPattern(files, read))
  return files.flatMap((file) => {
    if (found.has(file) || taken.has(`${file} *`)) return []
    const text = read(file)
    const input = [...text.matchAll(EXPORT)].map(([, name]) => name)
    const unused = input.filter(
      (name) => !['up', 'down'].includes(name) && !taken.has(`${file} ${name}`) && uses(text, name) === 1,
    )
    return unused.map((name) => `${file} exports ${name}, which nothing uses`)
  })
}

const GLOB = /\b(?:import\.meta\.glob|importAll)(?:<(?:[^()]|\([^()]*\))*>)?\(\s*('[^']+'|\[[^\]]+\])/g

/** Lists the files that a pattern of `importAll` or `import.meta.glob` finds. */
const foundByPattern = (files, read) =>
  files.flatMap((from) =>
    [...read(from).matchAll(GLOB)].flatMap(([, patterns]) =>
      [...patterns.matchAll(/'([^']+)'/g)].flatMap(([, pattern]) =>
        files.filter((file) => posix.matchesGlob(file, posix.join(posix.dirname(from), pattern))),
      ),
    ),
  )

const EXPORT = /^export (?:async )?(?:const|function|class|type|interface) (\w+)/gm

const uses = (text, name) => text.split(new RegExp(`\\b${name}\\b`)).length - 1

/** Our own packages by name: the folder and the `exports` of each. */
const ours = Object.fromEntries(
  ['server/contract', 'web-store'].map((folder) => {
    const { name, exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    return [name, { folder, exports }]
  }),
)

let found

/**
 * Reads every import of the hand-written sources, once a process.
 * @returns {{ from, to, spec, line, late, again, names }[]} `to` is a file or a package
 */
export function readImports() {
  found ??= sources().flatMap((from) => importsOf(from, readFileSync(join(root, from), 'utf8')))
  return found
}

function sources() {
  return sourceFiles().filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.d\.ts$|\/slots\.ts$/.test(file))
}

/** Lists the imports of one file: values, types, re-exports, and `import()`. */
export function importsOf(from, text) {
  const found = []
  const { program } = parseSync(from, text)
  walk(program, (node) => {
    const source = node.source ?? (node.type === 'TSImportType' ? node.argument : undefined)
    const spec = source?.value ?? source?.literal?.value
    if (typeof spec !== 'string') return
    if (!/^(Import|Export|TSImport)/.test(node.type)) return
    const line = text.slice(0, node.start).split('\n').length
    const late = node.type === 'ImportExpression'
    const again = node.type.startsWith('Export')
    found.push({ from, spec, line, late, again, to: target(from, spec), names: namesTaken(node) })
  })
  return found
}

/** Lists the names that an import or export takes from the other file; `*` for all. */
function namesTaken({ type, specifiers }) {
  if (!specifiers) return type === 'ImportDeclaration' ? [] : ['*']
  return specifiers.map((one) => {
    if (one.type === 'ImportNamespaceSpecifier') return '*'
    return one.type === 'ImportDefaultSpecifier' ? 'default' : (one.imported ?? one.local).name
  })
}

export function walk(node, visit) {
  if (!node || typeof node !== 'object') return
  if (Array.isArray(node)) {
    for (const one of node) walk(one, visit)
    return
  }
  if (typeof node.type === 'string') visit(node)
  for (const key in node) if (key !== 'parent') walk(node[key], visit)
}

/** Resolves an import: the path of our file from the root, else the name of the package. */
export function target(from, spec) {
  const path = spec.split('?')[0]
  if (path.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), path))
  const [name, ...rest] = path.split('/')
  if (!ours[name]) return path
  const { folder, exports } = ours[name]
  const requested = ['.', ...rest].join('/')
  for (const [pattern, file] of Object.entries(exports)) {
    const [head, tail] = pattern.split('*')
    if (pattern === requested) return posix.join(folder, file)
    if (tail !== undefined && requested.startsWith(head))
      return posix.join(folder, file.replace('*', requested.slice(head.length)))
  }
  return posix.join(folder, ...rest)
}

/** Returns the row of the table that a file belongs to; undefined without one. */
export function homeOf(file) {
  const fitting = Object.keys(homes).filter((home) => file === home || file.startsWith(`${home}/`))
  return fitting.sort((a, b) => b.length - a.length)[0]
}

export const isTest = (file) =>
  /\.(test|samples|scenes)\.(ts|tsx|mjs)$|^(server|desktop-admin)\/test\/|^e2e\//.test(file)
const isOurs = (to) => to.includes('/') && /^(server|web-store|desktop-admin|tools|e2e|migrations|run)\//.test(to)
const within = (file, places) => places.some((place) => file === place || file.startsWith(`${place}/`))

/**
 * Returns true for a relative path into a package that has to be imported by its name: the contract, and the store from
 * the desktop window.
 */
function isBesideItsName(from, to, spec) {
  const packagesOf = from.startsWith('desktop-admin/src/') ? ['server/contract', 'web-store'] : ['server/contract']
  return spec.startsWith('.') && packagesOf.some((folder) => within(to, [folder]) && !within(from, [folder]))
}

/** Returns why an import is refused; undefined if it is allowed. */
export function refusal({ from, to, spec, late: isLate }) {
  if (isBesideItsName(from, to, spec)) return 'is our own package: import it by its name'
  if (!isOurs(to)) return packageRefusal(from, to)
  if (isTest(from)) return testRefusal(from, to)
  // A static import would load the screen on every page.
  if (/^web-store\/src\/(features|admin)\/.*Screen\.tsx$/.test(to) && !isLate)
    return 'is a screen, loaded by its row in contract/screens.ts: move shared parts to another file'
  if (
    /^server\/src\/.*\/feature\.ts$/.test(from) &&
    !/\.(sql|invariants)\.ts$|\/define-feature\.ts$|^server\/contract\//.test(to)
  )
    return 'is more than data: a manifest imports pieces of SQL, its invariants and the contract'
  const [home, other] = [homeOf(from), homeOf(to)]
  if (!home) return `has no row in run/homes.mjs, so it may import nothing of ours`
  if (isTest(to) && !within(to, homes[home])) return 'imports a test'
  if (isLate && Object.keys(late).some((place) => within(from, [place]) && within(to, late[place]))) return undefined
  if (home !== other && !within(to, homes[home]) && !isSqlOfOwner(from, to))
    return `${home} may not import ${other ?? to}`
  if (siblings.includes(home) && part(from, home) !== part(to, home) && other === home)
    return 'imports another feature: move shared parts to shared'
  for (const [feature, order] of Object.entries(rooms)) {
    const level = (file) => order.indexOf(part(file, feature))
    if (within(from, [feature]) && within(to, [feature]) && level(to) > level(from))
      return `${part(to, feature)} is a room above: move down what is borrowed`
  }
  if (/\.handlers\.ts$/.test(to) && posix.dirname(from) !== posix.dirname(to))
    return 'imports handlers: they are found by their files'
  return undefined
}

/** Any feature may use a piece of SQL, because tables are below all features. */
const isSqlOfOwner = (from, to) => from.startsWith('server/src/') && /^server\/src\/.*\.sql\.ts$/.test(to)

const part = (file, home) => file.slice(home.length + 1).split('/')[0]

function packageRefusal(from, to) {
  const name = to.startsWith('@') ? to.split('/').slice(0, 2).join('/') : to.split('/')[0]
  const home = homeOf(from)
  if (isTest(from)) return undefined
  if (packages[name] && !within(from, packages[name])) return `only ${packages[name].join(' and ')} may load ${name}`
  if (home === 'server/contract' && !contractPackages.includes(name)) return `the contract may not load ${name}`
  if (home === 'desktop-admin/src/renderer' && to.startsWith('node:')) return 'the page may use only the bridge'
  return undefined
}

/** Tests import anything of their own side; server and store share only the contract. */
function testRefusal(from, to) {
  if (from.startsWith('e2e/')) return undefined
  const side = (file) => (file.startsWith('web-store/') || file.startsWith('desktop-admin/') ? 'store' : 'server')
  const home = homeOf(from)
  if (to.startsWith('server/contract/') || (home && within(to, homes[home]))) return undefined
  return side(from) === side(to) ? undefined : 'server and store share only the contract'
}

/**
 * Finds import circles among files (values, types and `import()` alike), each as a list of files that all reach each
 * other.
 */
export function circles(imports) {
  const next = new Map()
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to])
  const [order, low, onStack, stack, found] = [new Map(), new Map(), new Set(), [], []]
  const visit = (file) => {
    order.set(file, order.size)
    low.set(file, order.get(file))
    stack.push(file)
    onStack.add(file)
    for (const to of next.get(file) ?? []) {
      if (!order.has(to)) {
        visit(to)
        low.set(file, Math.min(low.get(file), low.get(to)))
      } else if (onStack.has(to)) low.set(file, Math.min(low.get(file), order.get(to)))
    }
    if (low.get(file) !== order.get(file)) return
    const circle = stack.splice(stack.indexOf(file))
    for (const one of circle) onStack.delete(one)
    if (circle.length > 1 || (next.get(file) ?? []).includes(file)) found.push(circle.sort())
  }
  for (const file of next.keys()) if (!order.has(file)) visit(file)
  return found
}

const FOLDER = new RegExp(`^(?:server/src/(?:${tiers.join('|')})|web-store/src/admin)/[^/.]+(?=/)`)

/**
 * Lists pairs of folders that import each other, as `a and b`, whether by values, types or `import()`. Pieces of SQL are below all
 * features, and a written list is not anybody's code.
 */
export function folderPairs(imports) {
  const edges = new Set()
  for (const { from, to } of imports) {
    if ([from, to].some((file) => isTest(file) || file.endsWith('/tab-list.ts')) || to.endsWith('.sql.ts')) continue
    const [one, other] = [from, to].map((file) => FOLDER.exec(file)?.[0])
    if (one && other && one !== other) edges.add(`${one} and ${other}`)
  }
  return [...edges].filter((edge) => {
    const [one, other] = edge.split(' and ')
    return one < other && edges.has(`${other} and ${one}`)
  })
}

/** Lists every import problem, a sentence each. */
export function importProblems() {
  const imports = readImports()
  const wrong = imports.flatMap((one) => {
    const why = refusal(one)
    return why ? [`${one.from}:${one.line} imports ${one.spec}: ${why}`] : []
  })
  const round = circles(imports).map((circle) => `These files import each other in a circle: ${circle.join(', ')}`)
  const pairs = folderPairs(imports).map(
    (pair) => `${pair} import each other: move what is shared down, or join in by a hook`,
  )
  return [...wrong, ...round, ...pairs, ...importedTwice(imports), ...unusedExports(sources(), imports)]
}

if (import.meta.main) for (const problem of importProblems()) console.log(problem)
