import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { migrationText, shown, sources, TIER } from './feature-texts.mjs'

/** A person decides this; erasure.test.ts is red until then. */
const OWNER_OF_DATA =
  'its table in server/src/people/account: in erasure.ts and own-data-parts.ts if it holds a person, else in tables-without-students.ts'

/**
 * The three kinds of feature, by whom they are for: a student's own entries with a screen and a link, entries that the
 * owner lists in a tab of the console, and entries that everybody may read on a page. `left` is what remains by hand.
 */
export const kinds = {
  student: { access: "'user', inView: true", path: 'user', left: ['translations of its texts in web-store/languages'] },
  admin: {
    access: "'admin'",
    path: 'admin',
    left: [OWNER_OF_DATA, 'roles besides the owner, in its contract and in its row of tabs.ts'],
  },
  public: {
    access: "'public'",
    path: 'go',
    left: [OWNER_OF_DATA, 'translations of its texts in web-store/languages', 'a link to its page'],
  },
}

/**
 * Creates a working feature: a table, a call that lists it, their test, a screen or a tab, and the rows that register
 * it. A student also adds entries. Returns the files written or changed, relative to `root`.
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
  const rows = { ...rowsOf(names), ...rowsOfKind[whom](names) }
  for (const [file, changes] of Object.entries(rows)) {
    const text = readFileSync(join(root, file), 'utf8')
    writeFileSync(join(root, file), changes.reduce(insert, text))
  }
  return [...Object.keys(made), ...Object.keys(rows)]
}

function namesOf(folder) {
  const camel = folder.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
  const words = folder.replaceAll('-', ' ')
  return {
    ...{ folder, camel, table: folder.replaceAll('-', '_'), type: camel[0].toUpperCase() + camel.slice(1) },
    label: words[0].toUpperCase() + words.slice(1),
  }
}

/** Inserts a row before the first match of `before`, or in its place among the lines that `sorted` matches. */
function insert(text, { row, before, sorted }) {
  const lines = sorted ? [...text.matchAll(sorted)] : []
  const [next, last] = [lines.find(([line]) => line > row), lines.at(-1)]
  const at = sorted ? (next?.index ?? last.index + last[0].length) : text.search(before)
  if (at === undefined || at < 0) throw new Error(`Cannot insert "${row.trim()}"`)
  return text.slice(0, at) + row + text.slice(at)
}

const rowsOf = ({ folder, camel }) => ({
  'server/contract/index.ts': [
    { row: `import { ${camel} } from './${folder}.ts'\n`, before: /^\n/m },
    { row: `  ${camel},\n`, before: /^}\nexport type Contract/m },
  ],
  'server/src/serve/http/router.ts': [
    {
      row: `import { ${camel}Handlers } from '../../${TIER}/${folder}/${folder}.handlers.ts'\n`,
      before: /^import .*count-call/m,
    },
    { row: `  ${camel}: ${camel}Handlers,\n`, before: /^}\)\n$/m },
  ],
})

const screenRow = (camel, address, whom) => ({
  'server/contract/screens.ts': [{ row: `  ${camel}: ['${address}', '${whom}'],\n`, before: /^} as const satisfies/m }],
})

const rowsOfKind = {
  student: ({ folder, camel, label }) => ({
    ...screenRow(camel, `/dashboard/${folder}`, 'student'),
    'web-store/src/app/student-links.ts': [{ row: `  [t('${label}'), paths.${camel}],\n`, before: /^\] as const/m }],
  }),
  admin: ({ folder, type, label }) => ({
    'web-store/src/admin/tabs/tabs.ts': [
      {
        row: `  tab('${folder.replaceAll('-', '')}', '${label}', 'menu', [], '${folder}/${type}Tab.tsx'),\n`,
        before: /^\] as const/m,
      },
    ],
  }),
  public: ({ folder, camel }) => ({
    ...screenRow(camel, `/${folder}`, 'public'),
    'server/test/matrix.test.ts': [{ row: `    '${camel}.list',\n`, sorted: /^ {4}'\w+\.\w+',\n/gm }],
  }),
}
