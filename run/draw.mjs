import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './children.mjs'
import { tiers } from './homes.mjs'
import { circles, homeOf, isTest, readImports } from './imports.mjs'
import { sourceFiles } from './sources.mjs'
import { owners } from './table-owners.mjs'
import { readers, walkers } from './tables.mjs'

// `node run/draw.mjs` draws `docs/pictures/architecture.svg` and writes tables to `.cache/house.md`, both from the tables
// of the checks.

/** Returns the place of a file in the drawing: a feature of the server, else its home. */
const placeOf = (file) => tierPath.exec(file)?.[0] ?? homeOf(file) ?? file
const tierPath = new RegExp(`^server/src/(?:${tiers.join('|')})/[^/.]+(?=/)`)

/** Counts lines of code by place, without tests. */
function measure() {
  const lines = {}
  for (const file of sourceFiles()) {
    if (!/\.(ts|tsx|mjs)$/.test(file) || /\.test\.|^(e2e|server\/test)\//.test(file)) continue
    const place = placeOf(file)
    lines[place] = (lines[place] ?? 0) + readFileSync(join(root, file), 'utf8').split('\n').length - 1
  }
  return lines
}

const lines = measure()

/** The floors from top to bottom, and the places of each. */
const floors = {
  server: [
    [
      'root',
      ['main.ts', 'app.ts', 'context.ts', 'config.ts', 'errors.ts', 'log.ts'].map((name) => `server/src/${name}`),
    ],
    ...[...tiers].reverse().map((tier) => [
      tier,
      Object.keys(lines)
        .filter((place) => place.startsWith(`server/src/${tier}/`))
        .sort(),
    ]),
  ],
  store: [
    [
      'window',
      [
        'desktop-admin/src/main',
        'desktop-admin/src/preload',
        'desktop-admin/src/renderer',
        'desktop-admin/src/bridge.ts',
      ],
    ],
    ['app', ['web-store/src', 'web-store/src/app']],
    ['screens', ['web-store/src/features', 'web-store/src/admin']],
    ['shared', ['web-store/src/shared']],
    [
      'ground',
      [
        'first-page',
        'ui',
        'api',
        'stores',
        'offline',
        'content',
        'language',
        'paths.ts',
        'refetch-stale.ts',
        'fonts',
      ].map((name) => `web-store/src/${name}`),
    ],
  ],
  tools: [['tools', ['tools/drill', 'tools/fleet', 'tools/bench', 'tools/demo', 'tools/sandbox-gateway']]],
}

const drawn = Object.values(floors).flatMap((rows) => rows.flatMap(([, places]) => places))
const undrawn = Object.keys(lines).filter((place) => place.includes('/src') && !drawn.includes(place))
if (undrawn.length > 0) throw new Error(`run/draw.mjs has no floor for ${undrawn.join(', ')}`)

const short = (home) =>
  home.replace(/^(server|web-store|desktop-admin)\/src\/|^tools\//, '').replace(inTier, '') || home
const inTier = new RegExp(`^(?:${tiers.join('|')})/`)
const nameOf = (home) => (home === 'web-store/src' ? 'entries' : short(home))

function svg() {
  const boxes = []
  const box = (x, y, width, height, kind, title, homesOf) => {
    boxes.push(`<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" class="${kind}"/>`)
    if (title) boxes.push(`<text x="${x + 12}" y="${y + 18}" class="floor">${title}</text>`)
    let [left, top] = [x + 96, y + 7]
    for (const home of homesOf) {
      const text = `${nameOf(home)} ${lines[home] ?? 0}`
      const wide = 14 + text.length * 7.1
      if (left + wide > x + width - 8) [left, top] = [x + 96, top + 26]
      boxes.push(`<rect x="${left}" y="${top}" width="${wide}" height="20" rx="5" class="home"/>`)
      boxes.push(`<text x="${left + 7}" y="${top + 14}">${text}</text>`)
      left += wide + 6
    }
    return top + 26 - y + 6
  }
  const column = (rows, x, width, top) => {
    let y = top
    for (const [title, homesOf] of rows) {
      const at = boxes.length
      const height = Math.max(34, box(x, y, width, 34, 'row', title, homesOf))
      boxes[at] = boxes[at].replace('height="34"', `height="${height}"`)
      y += height + 6
    }
    return y
  }
  const left = column(floors.server, 20, 640, 50)
  const right = column(floors.store, 690, 470, 50)
  const tools = column(floors.tools, 690, 470, right + 30)
  const bottom = Math.max(left, tools) + 8
  boxes.push(`<rect x="20" y="${bottom}" width="1140" height="34" rx="8" class="contract"/>`)
  boxes.push(
    `<text x="32" y="${bottom + 22}" class="floor">contract ${lines['server/contract'] ?? 0}: every call with its schemas, rights and errors; the only thing server and store share</text>`,
  )
  const head = (x, text) => `<text x="${x}" y="36" class="head">${text}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1180 ${bottom + 54}" font-family="system-ui, sans-serif" font-size="12">
<title>Floors of the server beside those of the store, the contract below both</title>
<style>text{fill:#15173a}.head{font-size:16px;font-weight:650}.floor{font-weight:600}.row{fill:#eef0fb;stroke:#c9cdea}.home{fill:#fff;stroke:#c9cdea}.contract{fill:#ffb81c}</style>
<rect width="1180" height="${bottom + 54}" fill="#fff"/>
${head(20, 'Server: imports run downhill')}
${head(690, 'Store, console and window')}
${boxes.join('\n')}
</svg>
`
}

const FEATURE = new RegExp(`^server/src/((?:${tiers.join('|')})/[^/.]+)/`)

/** Lists which features of the server import which, pieces of SQL included, as rows. */
function usesOf(imports) {
  const uses = new Map()
  for (const { from, to } of imports) {
    const [one, other] = [from, to].map((file) => FEATURE.exec(file)?.[1])
    // Every feature imports the platform.
    if (!one || !other || one === other || other.startsWith('platform/') || isTest(from)) continue
    uses.set(one, (uses.get(one) ?? new Set()).add(other.split('/')[1]))
  }
  return tiers.flatMap((tier) =>
    [...uses]
      .filter(([name]) => name.startsWith(`${tier}/`))
      .sort()
      .map(([name, others]) => [`\`${name}\``, [...others].sort().join(', ')]),
  )
}

const table = (title, head, rows) =>
  [`## ${title}`, '', ...[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)].join('\n')

function tables() {
  const imports = readImports()
  const owned = Object.entries(owners).map(([owner, names]) => [owner, names.map((name) => `\`${name}\``).join(' ')])
  const reads = [...Object.entries(readers), ...Object.entries(walkers)].map(([who, why]) => [`\`${who}\``, why])
  const places = Object.entries(lines).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return [
    `# The house today\n\nCircles: ${circles(imports).length}. Imports read: ${imports.length}.`,
    table('Who uses whom', ['feature', 'uses'], usesOf(imports)),
    table('Who owns which table', ['owner', 'tables'], owned),
    table('Who reads or walks over many', ['who', 'why'], reads),
    table('Lines by place, without tests', ['place', 'lines'], places),
  ].join('\n\n')
}

writeFileSync(join(root, 'docs/pictures/architecture.svg'), svg())
mkdirSync(join(root, '.cache'), { recursive: true })
writeFileSync(join(root, '.cache/house.md'), `${tables()}\n`)
console.log('Wrote docs/pictures/architecture.svg and .cache/house.md')
