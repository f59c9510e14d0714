import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import process from 'node:process'
import { parseSync } from 'vite'
import { root } from './children.mjs'
import { sourceFiles } from './sources.mjs'

const NO_SUBJECT = 'has no subject: name it here, or in a `describe` around it'
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
  test: [...anywhere, [headless, 'opens with a clause: begin with the subject']],
  claim: [
    [
      /^(it|they|them|he|she|there|(its|their|his|her)( \w+)+|(this|that|these|those|both) (is|are|was|were|has|have|can|may|must|paid))\b/i,
      'opens with a pronoun that no noun precedes',
    ],
    [
      /^(and|but|or|nor|not|again|also|for(?! (an?|the) )|so(?! many)|to|is|are|was|were|has|have|do|does|may|can|cannot|must)\b/i,
      NO_SUBJECT,
    ],
    [
      // Names begin with plural nouns as well: `files become lessons`. These verbs are no nouns, or stand before an object.
      /^(accept|allow|appear|arrive|ask|become|begin|belong|bring|close|delete|drop|encrypt|expose|find|get|give|go|grant|guard|hide|hold|keep|know|leave|lose|make|move|narrow|need|obey|open|parse|pass|prefer|preserve|produce|read|refuse|reject|remove|return|round|say|send|serve|show|stay|stop|store|survive|take|tell|throw|treat|turn|use|vanish|wait|write)(s|es)?\b(?!-| in place|,)|^(carr|tid|tr)(y|ies)\b/,
      NO_SUBJECT,
    ],
    [
      /^(answer|build|call|change|check|count|end|judge|list|name|note|number|order|report|request)s (an?|all|any|at|both|each|every|from|it|missing|no|nothing|only|the|them|those(?! (are|need))|through|what|where|whole|\d+) /,
      NO_SUBJECT,
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

const FUNCTION = /^\s*(export )?(default )?((async )?function|const \w+ = (async )?(\([^\n]*=>|\w+ =>))/

/** Calls `enter` with every node of a tree, outermost first; what it returns is passed to the calls for the nodes inside. */
function walk(node, enter, from) {
  if (!node || typeof node !== 'object') return
  const inside = typeof node.type === 'string' ? enter(node, from) : from
  for (const part of Object.values(node)) walk(part, enter, inside)
}

/** Returns the name that a callee begins with, or `describe`: `test.each(rows)` is `test`. */
const calleeOf = (node) =>
  node?.property?.name === 'describe'
    ? 'describe'
    : (node?.name ?? (node && calleeOf(node.object ?? node.callee ?? node.tag)))

/** Lists test names of a program, and each as a sentence with the groups around it. */
function namesOf(program) {
  const found = []
  const enter = (node, groups) => {
    const kind =
      node.type === 'CallExpression' && { describe: 'group', test: 'test', it: 'test' }[calleeOf(node.callee)]
    const [first] = node.arguments ?? []
    const name = first?.quasis?.map(({ value }) => value.cooked).join('X') ?? first?.value
    if (!kind || typeof name !== 'string') return groups
    const text = name.replace(/^[A-Z]\d+([–, ]+[A-Z]?\d+)*:? /, '')
    found.push({ kind, text, at: node.start })
    // A group such as `without scripts,` is no subject.
    const subject = groups.filter((group) => !/[,:]$/.test(group))
    if (kind === 'test') found.push({ kind: 'claim', text: [...subject, text].join(' '), at: node.start })
    return kind === 'group' ? [...groups, text] : groups
  }
  walk(program, enter, [])
  return found
}

/**
 * Reads the comments and test names of a file, a sentence each.
 * @returns {{ kind, text, at }[]} `at` is an offset
 */
export function wordsOf(file, source) {
  const { comments, program } = parseSync(file, source)
  const found = namesOf(program)
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

/** The words of our own dialect in a name: the field says notify, request, receive, store, show, again. */
const DIALECT =
  /^(tells?|told|telling|asks?|asked|asking|hears?|heard|keeps?|kept|keeping|said|says?|anew|comes?|came|had)$/

/**
 * Lists the names that a file declares, and its own, by a word of the dialect in them. Names of columns and of the wire have underscores;
 * properties are left out, for many are the wire's.
 */
export function dialectOf(file, source) {
  const names = [basename(file).split('.')[0]]
  walk(parseSync(file, source).program, (node) => {
    const declared =
      /^(Function(Declaration|Expression)|ClassDeclaration|TSTypeAliasDeclaration|TSInterfaceDeclaration)$/
    if (declared.test(node.type) || node.type === 'VariableDeclarator') names.push(node.id?.name)
    for (const parameter of node.params ?? []) if (parameter.type === 'Identifier') names.push(parameter.name)
  })
  return [...new Set(names)].filter(
    (name) => name && !name.includes('_') && name.split(/-|(?=[A-Z])/).some((word) => DIALECT.test(word.toLowerCase())),
  )
}

/** Returns the reasons against a sentence. */
export const faultsOf = (kind, text) => rules[kind].filter(([pattern]) => pattern.test(text)).map(([, why]) => why)

/** Lists every refused sentence of the files, with its place. */
function refused(files) {
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    const sentences = wordsOf(file, source).flatMap(({ kind, text, at }) =>
      faultsOf(kind, text).map((why) => `${file}:${source.slice(0, at).split('\n').length} ${why} | ${text}`),
    )
    return [...sentences, ...dialectOf(file, source).map((name) => `${file} the name ${name}: take the field's word`)]
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

/** Lists refused sentences and refused commit subjects. */
export const wordProblems = () => [
  ...refused(sources()),
  ...subjects().flatMap((text) => faultsOf('subject', text).map((why) => `commit "${text}" ${why}`)),
]

// `node run/words.mjs FOLDER…` lists the sentences of some folders.
if (import.meta.main) for (const line of refused(sources(...process.argv.slice(2)))) console.log(line)
