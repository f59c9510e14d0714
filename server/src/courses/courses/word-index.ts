import { setImmediate as otherRequests } from 'node:timers/promises'
import { fold } from 'contract/fold'
import { isFiller, isWord, knownWords, nearest, sameAs, sound, trigramsOf, wordsOf } from './search-text.ts'

/**
 * Indexes texts by word: every distinct word in order, with the ids of its texts. A search scans some thousand words,
 * however many texts exist and however long.
 */
export type WordIndex = {
  words: readonly string[]
  holders: ReadonlyMap<string, readonly string[]>
  /** Chunks between spaces that are no plain word, as `100%` or `voice-over`. */
  signed: ReadonlyMap<string, readonly string[]>
}

/** Builds the index of texts by their ids; yields to other requests meanwhile. */
export async function indexWords(texts: readonly (readonly [id: string, text: string])[]): Promise<WordIndex> {
  const holders = new Map<string, string[]>()
  const signed = new Map<string, string[]>()
  // Chunks between spaces recur: each is split once.
  const seen = new Map<string, string[][]>()
  for (const [number, [id, text]] of texts.entries()) {
    if (number % AT_ONCE === AT_ONCE - 1) await otherRequests()
    for (const written of text.split(/\s+/)) {
      let lists = seen.get(written)
      if (!lists) {
        const part = fold(written)
        lists = wordsOf(part).map((word) => listOf(holders, word))
        if (!isWord(part)) lists.push(listOf(signed, part))
        seen.set(written, lists)
      }
      for (const list of lists) if (list.at(-1) !== id) list.push(id)
    }
  }
  return { words: [...holders.keys()].sort(), holders, signed }
}

function listOf<Entry>(index: Map<string, Entry[]>, word: string): Entry[] {
  const known = index.get(word)
  if (known) return known
  const made: Entry[] = []
  index.set(word, made)
  return made
}

/** Finds the texts with a typed word, its hyphenated parts, or a synonym. */
export function findWord(index: WordIndex, word: string): Set<string> {
  const found = withPart(index, word)
  const parts = word.split(/[-‐–]/).filter(Boolean)
  if (parts.length > 1) add(found, inAll(parts.map((part) => withPart(index, part))))
  for (const other of sameAs(word)) addBeginning(found, index, other)
  return found
}

/**
 * Finds the same and near matches: words of the texts or synonyms with a similar spelling, or several words written as
 * one.
 */
export function findNearby(index: WordIndex, word: string): Set<string> {
  const found = findWord(index, word)
  const joined = wordsOf(word).join('')
  for (const near of nearest(joined, soundsOf(index)))
    for (const other of [near, ...sameAs(near)]) addBeginning(found, index, other)
  if (joined.length >= LEAST_JOINED) addJoined(found, index, joined)
  return found
}

/**
 * Rates texts from 0 to 1 by their word or synonym most like `word`: the share of trigrams that both sounds have. Unlike
 * texts are absent.
 */
export function rateLike(index: WordIndex, word: string): Map<string, number> {
  const wanted = trigramsOf(sound(wordsOf(word).join('')))
  const byTrigram = trigramsIn(index)
  const shared = new Map<Sounded, number>()
  for (const part of wanted)
    for (const other of byTrigram.get(part) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1)
  const ratings = new Map<string, number>()
  for (const [other, both] of shared) {
    const rating = both / (wanted.size + other.trigrams - both)
    if (rating < LEAST_LIKE) continue
    const having = new Set<string>()
    for (const same of [other.word, ...sameAs(other.word)]) addBeginning(having, index, same)
    for (const id of having) ratings.set(id, Math.max(rating, ratings.get(id) ?? 0))
  }
  return ratings
}

/** Finds the texts that contain the part, also within a word. */
function withPart({ words, holders, signed }: WordIndex, part: string): Set<string> {
  const found = new Set<string>()
  for (const word of isWord(part) ? words : signed.keys())
    if (word.includes(part)) add(found, holders.get(word) ?? signed.get(word) ?? [])
  return found
}

/** Adds the texts with a word of this beginning; a short one must match whole. */
function addBeginning(found: Set<string>, { words, holders }: WordIndex, beginning: string): void {
  if (beginning.length < SHORT) add(found, holders.get(beginning) ?? [])
  else
    for (let at = firstFrom(words, beginning); words[at]?.startsWith(beginning); at++)
      add(found, holders.get(words[at] ?? '') ?? [])
}

/** Adds the texts that have the letters as two or three words, the last of which may be a beginning. */
function addJoined(
  found: Set<string>,
  index: WordIndex,
  joined: string,
  within?: Set<string>,
  most = MOST_JOINED,
): void {
  if (within) {
    const rest = new Set<string>()
    addBeginning(rest, index, joined)
    add(found, inAll([within, rest]))
  }
  if (most === 1) return
  for (let cut = LEAST_PART; cut <= joined.length - LEAST_PART; cut++) {
    const having = new Set(index.holders.get(joined.slice(0, cut)))
    const both = within ? inAll([within, having]) : having
    if (both.size > 0) addJoined(found, index, joined.slice(cut), both, most - 1)
  }
}

/** So many texts take some ten milliseconds. */
const AT_ONCE = 100
/** The limit that PostgreSQL's trigrams have, too. */
const LEAST_LIKE = 0.3
/** Shorter beginnings must match a whole word. */
const SHORT = 4
/** Fewer letters are one word. */
const LEAST_JOINED = 5
const MOST_JOINED = 3
const LEAST_PART = 2

function add(found: Set<string>, ids: Iterable<string>): void {
  for (const id of ids) found.add(id)
}

const inAll = ([first, ...others]: Set<string>[]) =>
  new Set([...(first ?? [])].filter((id) => others.every((one) => one.has(id))))

/** Returns the index of the first word that is not before `word`. */
function firstFrom(words: readonly string[], word: string): number {
  let [from, to] = [0, words.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((words[middle] ?? '') < word) from = middle + 1
    else to = middle
  }
  return from
}

const beginsSome = ({ words }: WordIndex, beginning: string) =>
  words[firstFrom(words, beginning)]?.startsWith(beginning) ?? false

/** Words with their sounds, built by the first search that needs them. */
const sounds = new WeakMap<WordIndex, ReadonlyMap<string, string>>()

function soundsOf(index: WordIndex): ReadonlyMap<string, string> {
  const known = sounds.get(index)
  if (known) return known
  // A synonym that no text has would hide a near word that one has.
  const leading = knownWords.filter((word) => sameAs(word).some((other) => beginsSome(index, other)))
  const words = [...new Set([...leading, ...index.words])].filter((word) => word.length > 2)
  const made = new Map(words.map((word) => [word, sound(word)]))
  sounds.set(index, made)
  return made
}

/** A word, and how many trigrams its sound has. */
type Sounded = { word: string; trigrams: number }

/** Words by the trigrams of their sounds, built by the first search that needs them. */
const trigrams = new WeakMap<WordIndex, ReadonlyMap<string, readonly Sounded[]>>()

function trigramsIn(index: WordIndex): ReadonlyMap<string, readonly Sounded[]> {
  const known = trigrams.get(index)
  if (known) return known
  const made = new Map<string, Sounded[]>()
  for (const [word, received] of soundsOf(index)) {
    if (isFiller(word)) continue
    const parts = trigramsOf(received)
    const sounded = { word, trigrams: parts.size }
    for (const part of parts) listOf(made, part).push(sounded)
  }
  trigrams.set(index, made)
  return made
}
