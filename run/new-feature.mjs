import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { migrationText, shown, sources } from './feature-texts.mjs'
import { writeLists } from './lists.mjs'

const ofTable = 'its table in feature.ts: holds, or person, ownData and expires; archive'
const ofTexts = 'translations of its texts, in a texts.json beside its screen'

/**
 * The kinds of feature, by whom they are for: a student's own entries with a screen and a link, entries that the owner lists in a tab of
 * the console, and entries that everybody may read and add on a page. Each is what remains by hand.
 */
export const kinds = {
  student: ['archive of its table in feature.ts', ofTexts],
  admin: ['roles besides the owner: in its contract, its tabs.ts and `may` of a *.scenes.ts', ofTable],
  public: [ofTable, ofTexts, 'a link to its page'],
}

/** Returns the audiences of `--for public,admin`; undefined for words that name none, or for a student with everybody. */
export function audiencesOf(option) {
  const whom = option.split(',')
  const isKnown = whom.every((one, at) => Object.hasOwn(kinds, one) && whom.indexOf(one) === at)
  return isKnown && !(whom.includes('student') && whom.includes('public')) ? whom : undefined
}

/**
 * Creates a working feature: its manifest, a table, calls that list and add, their test, a screen or a tab or both, and a row for its
 * address. Returns the files written or changed, relative to `root`.
 * @param {string} name the folder's name: `wishlist`, `saved-carts`
 * @param {string[]} whom keys of `kinds`
 * @param {string} tier of the server: the lowest one that may import what it needs
 * @param {string} migration the migration's file, named after the feature
 */
export function writeFeature(root, name, { whom, tier }, migration) {
  const names = {
    ...namesOf(name),
    tier,
    at: nextPlace(root),
    isOwn: whom.includes('student'),
    isPublic: whom.includes('public'),
    isListed: whom.includes('admin'),
  }
  const made = { [migration]: migrationText(names), ...sources(names) }
  for (const one of whom) Object.assign(made, shown[one](names))
  for (const [file, text] of Object.entries(made)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text, { flag: 'wx' })
  }
  const rows = Object.assign({}, ...whom.map((one) => rowsOfKind[one](names)))
  for (const [file, changes] of Object.entries(rows)) {
    const text = readFileSync(join(root, file), 'utf8')
    writeFileSync(join(root, file), changes.reduce(insert, text))
  }
  return [...Object.keys(made), ...Object.keys(rows), ...writeLists()]
}

/** Returns a place behind every tab of the console. */
function nextPlace(root) {
  const texts = globSync('web-store/src/admin/*/tabs.ts', { cwd: root }).map((file) =>
    readFileSync(join(root, file), 'utf8'),
  )
  const places = texts.flatMap((text) =>
    [...text.matchAll(/\bat: ([\d_]+)/g)].map(([, at]) => Number(at.replaceAll('_', ''))),
  )
  return Math.max(...places) + 10
}

function namesOf(folder) {
  const camel = folder.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
  const words = folder.replaceAll('-', ' ')
  return {
    folder,
    camel,
    table: folder.replaceAll('-', '_'),
    type: camel[0].toUpperCase() + camel.slice(1),
    label: words[0].toUpperCase() + words.slice(1),
  }
}

/** Inserts a row before the first match of `before`. */
function insert(text, { row, before }) {
  const at = text.search(before)
  if (at < 0) throw new Error(`Cannot insert "${row.trim()}"`)
  return text.slice(0, at) + row + text.slice(at)
}

const screenRow = (camel, address, whom) => ({
  'server/contract/screens.ts': [{ row: `  ${camel}: ['${address}', '${whom}'],\n`, before: /^} as const satisfies/m }],
})

const rowsOfKind = {
  student: ({ folder, camel, label }) => ({
    ...screenRow(camel, `/dashboard/${folder}`, 'student'),
    'web-store/src/app/student-links.ts': [{ row: `  [t('${label}'), paths.${camel}],\n`, before: /^\] as const/m }],
  }),
  admin: () => ({}),
  public: ({ folder, camel }) => screenRow(camel, `/${folder}`, 'public'),
}
