import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { migrationText, shown, sources } from './feature-texts.mjs'
import { writeLists } from './lists.mjs'

/**
 * The three kinds of feature, by whom they are for: a student's own entries with a screen and a link, entries that the
 * owner lists in a tab of the console, and entries that everybody may read on a page. `left` is what remains by hand.
 */
export const kinds = {
  student: {
    access: "'user', inView: true",
    path: 'user',
    left: ['archive of its table in feature.ts', 'translations of its texts in web-store/languages'],
  },
  admin: {
    access: "'admin'",
    path: 'admin',
    left: [
      'roles besides the owner, in its contract and its tabs.ts',
      'its table in feature.ts: holds, or person and ownData; archive',
    ],
  },
  public: {
    access: "'public'",
    path: 'go',
    left: [
      'its table in feature.ts: holds, or person and ownData; archive',
      'translations of its texts in web-store/languages',
      'a link to its page',
    ],
  },
}

/**
 * Creates a working feature: its manifest, a table, a call that lists it, their test, a screen or a tab, and a row for its address. A
 * student also adds entries. Returns the files written or changed, relative to `root`.
 * @param {string} name the folder's name: `wishlist`, `saved-carts`
 * @param {string} whom a key of `kinds`
 * @param {string} migration the migration's file, named after the feature
 */
export function writeFeature(root, name, whom, migration) {
  const names = { ...namesOf(name), ...kinds[whom], whom, isOwn: whom === 'student' }
  const made = { [migration]: migrationText(names), ...sources(names), ...shown[whom](names) }
  for (const [file, text] of Object.entries(made)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text, { flag: 'wx' })
  }
  const rows = rowsOfKind[whom](names)
  for (const [file, changes] of Object.entries(rows)) {
    const text = readFileSync(join(root, file), 'utf8')
    writeFileSync(join(root, file), changes.reduce(insert, text))
  }
  return [...Object.keys(made), ...Object.keys(rows), ...writeLists()]
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
