import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseSync } from 'vite'
import { root } from './children.mjs'
import { sourceFiles } from './sources.mjs'

/** Folders and files whose words are checked; elsewhere they are only counted. The list only grows. */
const done = [
  'desktop-admin',
  'e2e',
  'migrations',
  'run',
  'run.mjs',
  'server/build.ts',
  'server/contract',
  'server/src/app.ts',
  'server/src/config.test.ts',
  'server/src/config.ts',
  'server/src/context.ts',
  'server/src/courses',
  'server/src/errors.ts',
  'server/src/log.test.ts',
  'server/src/log.ts',
  'server/src/people',
  'server/src/platform',
  'server/src/sales',
  'server/src/serve',
  'server/src/shop',
  'server/test',
  'tools',
  'vitest.config.ts',
  'web-store/build',
  'web-store/build.ts',
  'web-store/src/admin/AdminRoutes.tsx',
  'web-store/src/admin/AdminScreen.tsx',
  'web-store/src/admin/activity',
  'web-store/src/admin/admins',
  'web-store/src/admin/assignment',
  'web-store/src/admin/content',
  'web-store/src/admin/courses',
  'web-store/src/admin/enrol',
  'web-store/src/admin/folder',
  'web-store/src/admin/host',
  'web-store/src/admin/inbox',
  'web-store/src/admin/index.tsx',
  'web-store/src/admin/invoices',
  'web-store/src/admin/lists',
  'web-store/src/admin/live',
  'web-store/src/admin/media',
  'web-store/src/admin/orders',
  'web-store/src/admin/overview',
  'web-store/src/admin/palette',
  'web-store/src/admin/payment',
  'web-store/src/admin/payouts',
  'web-store/src/admin/promocodes',
  'web-store/src/admin/quiz',
  'web-store/src/admin/reviews',
  'web-store/src/admin/session',
  'web-store/src/admin/settings',
  'web-store/src/admin/shell',
  'web-store/src/admin/student',
  'web-store/src/admin/tab-screens.ts',
  'web-store/src/admin/tabs.test.ts',
  'web-store/src/admin/tabs.ts',
  'web-store/src/admin/users',
  'web-store/src/admin/video-sets',
  'web-store/src/anew.test.ts',
  'web-store/src/anew.ts',
  'web-store/src/api',
  'web-store/src/app',
  'web-store/src/content',
  'web-store/src/entry-client.tsx',
  'web-store/src/entry-server.test.ts',
  'web-store/src/entry-server.tsx',
  'web-store/src/features',
  'web-store/src/first-page',
  'web-store/src/language',
  'web-store/src/offline',
  'web-store/src/paths.ts',
  'web-store/src/service-worker.test.ts',
  'web-store/src/service-worker.ts',
  'web-store/src/shared',
  'web-store/src/stores',
  'web-store/src/ui',
  'web-store/theme',
  'web-store/vite.config.ts',
]

const headless =
  /^(What(ever)?|Who(ever|m|se)?|Where|Why|How|Whether|Of|By(?! default)|Which|That(?! (is|was|means|way|one)\b))\b(?!.*\?$)/i
const anywhere = [
  [
    /\b(kept|told|asked|said|(?<!\b(the|any|every) )given(?! (that|the|an?) ))\b/i,
    'a soft verb: write stored, notified, requested, shown, passed',
  ],
  [/\bhad (an?|no|the|its|their|one)\b/i, 'had: write owned, or the present tense'],
  [/\b(come|comes|came)\b(?! (from|with|before|after|first|last|next)\b)/i, 'come: write arrive, return, appear'],
  [/\b(what|that|who) (is|are) there\b|\bfor ever\b|\bas is\b|\bbears\b|\bstands\b(?! (in )?for\b)/i, 'a soft phrase'],
]
const rules = {
  comment: [...anywhere, [headless, 'opens with a clause: begin with the subject']],
  doc: [
    [
      /^(True|False|To|For|So|With|It|Then|And|But|Or|Until|Because)\b/,
      'opens with neither a verb in the third person nor a subject',
    ],
  ],
  group: anywhere,
  test: [
    ...anywhere,
    [headless, 'opens with a clause: begin with the subject'],
    [
      /^(and|but|or|is|are|was|were|has|have|do|does|may|can|cannot|must|go|stay|keep|get|take|give|make|let|say|tell|ask|find|hold|begin|become|leave|know|lose|need|bought)\b/i,
      'has no subject',
    ],
  ],
  subject: [
    [
      /^(?!(feat|fix|refactor|perf|test|docs|build|chore)(\([\w./, -]+\))?!?: (?![A-Z][a-z])\S)/,
      'is not `type(scope): summary`',
    ],
    [/^.{73}/, 'is longer than 72 characters'],
  ],
}

const NAME =
  /(?:\b(test|it|describe)(?:\.[a-zA-Z]+)*(?:\((?:[\w.]+|\[.*\])\))?|^[ \t]*\](?: as const)?\))\(\s*(['"`])((?:\\.|(?!\2)[^\\])*)\2/gm
const FUNCTION = /^\s*(export )?(default )?((async )?function|const \w+ = (async )?(\([^\n]*=>|\w+ =>))/

/**
 * Reads the comments and test names of a file, a sentence each.
 * @returns {{ kind, text, at }[]} `at` is an offset
 */
export function wordsOf(file, source) {
  const { comments } = parseSync(file, source)
  const found = [...source.matchAll(NAME)].map((name) => ({
    kind: name[1] === 'describe' ? 'group' : 'test',
    text: name[3].replace(/^[A-Z]\d+([–, ]+[A-Z]?\d+)*:? /, ''),
    at: name.index,
  }))
  let text = ''
  for (const [i, { type, value, start, end }] of comments.entries()) {
    const next = comments[i + 1]
    text += ` ${value.replace(/^\*|^[ \t]*\*/gm, '')}`
    // Adjacent lines of `//` are one comment.
    if (type === 'Line' && next?.type === 'Line' && /^\n[ \t]*$/.test(source.slice(end, next.start))) continue
    const sentences = text
      .trim()
      .replace(/\s+/g, ' ')
      .replace(/`[^`]*`|"[^"]*"|'[^' ]+'/g, 'X')
      .split(/(?<=[.?!:]) (?=[A-Z@])/)
    if (!/^(biome-|@ts-|@vitest|eslint|\/ <)/.test(sentences[0])) {
      if (value.startsWith('*') && FUNCTION.test(source.slice(end)))
        found.push({ kind: 'doc', text: sentences[0], at: start })
      found.push(...sentences.map((sentence) => ({ kind: 'comment', text: sentence, at: start })))
    }
    text = ''
  }
  return found
}

/** Returns the reasons against a sentence. */
export const faultsOf = (kind, text) => rules[kind].filter(([pattern]) => pattern.test(text)).map(([, why]) => why)

/** Lists every refused sentence of the files, with its place. */
function refused(files) {
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return wordsOf(file, source).flatMap(({ kind, text, at }) =>
      faultsOf(kind, text).map((why) => `${file}:${source.slice(0, at).split('\n').length} ${why} | ${text}`),
    )
  })
}

/** Lists commit subjects since this check exists that have not landed, on `origin/main` or else `main`; empty outside git. */
function subjects() {
  const git = (...args) => {
    try {
      return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
        .split('\n')
        .filter(Boolean)
    } catch {
      return []
    }
  }
  const [began] = git('log', '--diff-filter=A', '--format=%H', '--', 'run/words.mjs')
  // A landed subject cannot be changed any more.
  const [landed = began] = ['origin/main', 'main'].flatMap((name) => git('rev-parse', '-q', '--verify', name))
  return began ? git('log', '--no-merges', '--format=%s', 'HEAD', `^${began}`, `^${landed}`) : []
}

const sources = (...folders) => sourceFiles(...folders).filter((file) => /\.(ts|tsx|mjs)$/.test(file))
const isDone = (file) => done.some((place) => file === place || file.startsWith(`${place}/`))

/**
 * Lists refused sentences of the checked folders and refused commit subjects; prints the count of the other folders.
 */
export function wordProblems() {
  const all = refused(sources())
  const problems = all.filter(isDone)
  console.log(`  ${all.length - problems.length} sentences to rewrite in folders that are not done: node run/words.mjs`)
  return [
    ...problems,
    ...subjects().flatMap((text) => faultsOf('subject', text).map((why) => `commit "${text}" ${why}`)),
  ]
}

if (import.meta.main) {
  const all = refused(sources(...process.argv.slice(2)))
  const folderOf = (line) =>
    line
      .split('/')
      .slice(0, /^(server|web-store)\/src/.test(line) ? 3 : 1)
      .join('/')
      .split(':')[0]
  const counts = Map.groupBy(all, folderOf)
  for (const line of all) console.log(line)
  for (const [folder, lines] of counts) console.log(`${String(lines.length).padStart(6)} ${folder}`)
  console.log(`${String(all.length).padStart(6)} in all`)
}
