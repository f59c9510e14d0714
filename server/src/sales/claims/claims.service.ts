import { createHash } from 'node:crypto'
import { claimsOf, type FoundClaim, type TextPlace } from 'contract/claims/claim-texts'
import type { ClaimLine, ClaimList, ProofInput, ProvingFigure } from 'contract/claims/claims'
import { type Claim, claimsIn, numberIn } from 'contract/claims/find-claims'
import type { z } from 'zod'
import type { Context, Db } from '../../context.ts'
import { createBoundedCache } from '../../courses/courses/bounded-cache.ts'
import { listChanges, readCourses } from '../../courses/courses/course-lists.queries.ts'
import { findMediaUrls } from '../../courses/media/media.queries.ts'
import { plainError } from '../../errors.ts'
import { callHooks } from '../../platform/features/hooks.ts'
import { actingAdmin, noteChange } from '../../shop/activity/note-change.ts'
import { catalogueVersion, writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { readSettings } from '../../shop/settings/settings.service.ts'
import { listOffers } from '../offers/offers.queries.ts'
import {
  countFigures,
  deleteProof,
  endGrace,
  findRules,
  listProofs,
  noteHolds,
  type ProofRow,
  saveProof,
} from './claims.queries.ts'

const MOST_SHOWN = 500
/** Courses of one statement, between which other requests have their turn. */
const AT_ONCE = 25

const known = createBoundedCache<readonly Claim[]>({ maxEntries: 20_000, maxBytes: 16 * 1024 ** 2 })

/** Finds the claims of a text, and remembers them: the same texts are read again at every change of the shop. */
export function findClaims(text: string): readonly Claim[] {
  const found = known.get(text) ?? claimsIn(text)
  known.set(text, found, 200 + 2 * text.length)
  return found
}

const idOf = (words: string) => createHash('sha256').update(words).digest('hex').slice(0, 32)

type Written = Omit<ClaimLine, 'proof'>
type Place = Pick<ClaimLine['places'][number], 'place' | 'id' | 'name' | 'live'>

function add(lines: Map<string, Written>, place: Place, found: readonly FoundClaim[]): void {
  for (const { words, kind, path, is_name } of found) {
    const claim_id = idOf(words)
    const line = lines.get(claim_id) ?? { claim_id, words, kind, places: [] }
    line.places.push({ ...place, path, is_name })
    lines.set(claim_id, line)
  }
}

type CourseClaims = { stamp: string; name: string; found: readonly FoundClaim[] }

/** The claims of each course as it was when it was read last: a change of one reads it alone. */
const ofCourses = new WeakMap<Db, Map<string, CourseClaims>>()

const written = new WeakMap<Db, { version: number; lines: Promise<Written[]> }>()

/** Lists the claims of the shop's settings, courses and pages; remembered until the catalogue changes. */
async function listWritten(db: Db): Promise<Written[]> {
  const version = await catalogueVersion(db)
  const last = written.get(db)
  if (last?.version === version) return last.lines
  const lines = readWritten(db)
  written.set(db, { version, lines })
  lines.catch(() => written.delete(db))
  return lines
}

async function readWritten(db: Db): Promise<Written[]> {
  const lines = new Map<string, Written>()
  const find = (place: TextPlace, value: unknown) => claimsOf(place, value, findClaims)
  const { settings } = await readSettings(db)
  add(lines, { place: 'shop', id: '', name: 'Settings', live: true }, find('shop', settings))
  const before = ofCourses.get(db) ?? new Map<string, CourseClaims>()
  const present = new Map<string, CourseClaims>()
  for (const status of ['published', 'unlisted', 'draft'] as const) {
    const stamps = new Map((await listChanges(db, status)).map(({ course_id, stamp }) => [course_id, stamp]))
    const changed = [...stamps.keys()].filter((id) => before.get(id)?.stamp !== stamps.get(id))
    for (let at = 0; at < changed.length; at += AT_ONCE) {
      for (const course of await readCourses(db, changed.slice(at, at + AT_ONCE))) {
        const { course_id, name } = course
        before.set(course_id, { stamp: stamps.get(course_id) ?? '', name, found: find('course', course) })
      }
    }
    for (const course_id of stamps.keys()) {
      const own = before.get(course_id)
      if (!own) continue
      present.set(course_id, own)
      add(lines, { place: 'course', id: course_id, name: own.name, live: status !== 'draft' }, own.found)
    }
  }
  ofCourses.set(db, present)
  for (const { place, id, name, live, value } of (await callHooks('textsListed', db)).flat())
    add(lines, { place, id, name, live }, find(place, value))
  return [...lines.values()]
}

/** Adds the claims of offers, which are no part of the catalogue. */
async function listClaims(db: Db): Promise<Written[]> {
  const lines = new Map((await listWritten(db)).map((line) => [line.claim_id, { ...line, places: [...line.places] }]))
  const { offers } = await listOffers(db, {})
  for (const { offer_id, course_name, active, headline, body } of offers)
    add(
      lines,
      { place: 'offer', id: String(offer_id), name: course_name, live: active },
      claimsOf('offer', { headline, text: body }, findClaims),
    )
  return [...lines.values()]
}

const proofOf = ({ claim_id: _, words: __, body, proved_at: at, proved_by: by, ...row }: ProofRow) => ({
  ...row,
  text: body,
  at,
  by,
})

const isProven = ({ proof }: ClaimLine) => proof?.holds === true

/** Reads every claim of the shop with its proof. */
export async function readClaims(db: Db): Promise<ClaimList> {
  const [lines, proofs, rules, counted] = await Promise.all([
    listClaims(db),
    listProofs(db),
    findRules(db),
    countFigures(db),
  ])
  const byId = new Map(proofs.map((row) => [row.claim_id, proofOf(row)]))
  const claims = lines.map((line): ClaimLine => ({ ...line, proof: byId.get(line.claim_id) ?? null }))
  const open = claims.filter((line) => !isProven(line))
  const rest = claims.filter(isProven)
  return {
    ...rules,
    counted,
    claims: [...open, ...rest].slice(0, MOST_SHOWN),
    total: claims.length,
    unproven: open.length,
  }
}

/** Counts claims without a proof in places that visitors can open. */
export async function countUnproven(db: Db): Promise<number> {
  const [lines, proofs] = await Promise.all([listClaims(db), listProofs(db)])
  const proven = new Set(proofs.filter(({ holds }) => holds).map(({ claim_id }) => claim_id))
  return lines.filter(({ claim_id, places }) => !proven.has(claim_id) && places.some(({ live }) => live)).length
}

const notFound = () => plainError('not_found', 'This claim is nowhere in the shop')

const figureNames: Record<ProvingFigure, string> = {
  students: 'students',
  courses: 'courses',
  lessons: 'lessons',
  hours: 'hours of video',
  guarantee: 'days of guarantee',
}

const grouped = (number: number) => number.toLocaleString('en-IN')

/** Proves a claim. The store shows it at once. */
export async function proveClaim(
  ctx: Context,
  claimId: string,
  input: z.output<typeof ProofInput>,
): Promise<ClaimList> {
  const line = (await listClaims(ctx.db)).find(({ claim_id }) => claim_id === claimId)
  if (!line) throw notFound()
  await writeCatalogue(ctx.db, async (trx) => {
    await refuseWeak(trx, line.words, input)
    await saveProof(trx, {
      claim_id: claimId,
      words: line.words,
      kind: input.kind,
      figure: input.kind === 'counted' ? input.figure : null,
      file: input.kind === 'file' ? input.file : null,
      body: input.kind === 'text' ? input.text : null,
      dated_on: input.kind === 'text' ? input.dated_on : null,
      holds: true,
      proved_at: ctx.now().toISOString(),
      proved_by: actingAdmin()?.email ?? '',
    })
    await noteChange(trx, { kind: 'settings', id: claimId, name: line.words.slice(0, 200), after: { ...input } })
  })
  return readClaims(ctx.db)
}

async function refuseWeak(db: Db, words: string, input: z.output<typeof ProofInput>): Promise<void> {
  const refuse = (path: string, message: string) => plainError('invalid', message, { errors: [{ path, message }] })
  if (input.kind === 'file' && !(await findMediaUrls(db, [input.file])).has(input.file))
    throw refuse('file', 'There is no such file in the media library')
  if (input.kind !== 'counted') return
  const [counted, said] = [(await countFigures(db))[input.figure], numberIn(words)]
  if (said === 0) throw refuse('figure', 'The claim has no number: add a file or a text')
  if (said > counted)
    throw refuse(
      'figure',
      `The shop counts ${grouped(counted)} ${figureNames[input.figure]}, the claim says ${grouped(said)}`,
    )
}

export async function unproveClaim(ctx: Context, claimId: string): Promise<ClaimList> {
  await writeCatalogue(ctx.db, async (trx) => {
    const removed = await deleteProof(trx, claimId)
    if (!removed) throw plainError('not_found', 'This claim has no proof')
    const { kind, figure, file, body: text } = removed
    await noteChange(trx, {
      kind: 'settings',
      id: claimId,
      name: removed.words.slice(0, 200),
      before: { kind, figure, file, text },
      after: null,
    })
  })
  return readClaims(ctx.db)
}

export async function hideUnproven(ctx: Pick<Context, 'db'>): Promise<ClaimList> {
  await writeCatalogue(ctx.db, async (trx) => {
    const { strict } = await findRules(trx, { locked: true })
    await endGrace(trx)
    await noteChange(trx, {
      kind: 'settings',
      id: 'claims',
      name: 'Claims',
      before: { strict },
      after: { strict: true },
    })
  })
  return readClaims(ctx.db)
}

/** Looks at each day's end whether figures and files still prove their claims, and ends the time of a shop from before. */
export async function checkProofs({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const [rules, proofs, counted] = await Promise.all([findRules(db), listProofs(db), countFigures(db)])
  const files = await findMediaUrls(
    db,
    proofs.flatMap(({ file }) => file ?? []),
  )
  const holds = ({ kind, figure, file, words }: ProofRow) =>
    kind === 'text' || (kind === 'file' ? files.has(file ?? '') : numberIn(words) <= counted[figure ?? 'students'])
  const changed = proofs.filter((row) => holds(row) !== row.holds)
  const isOver = !rules.strict && rules.shown_until !== null && new Date(rules.shown_until) <= now()
  if (changed.length === 0 && !isOver) return
  await writeCatalogue(db, async (trx) => {
    for (const row of changed) await noteHolds(trx, row.claim_id, holds(row))
    if (isOver) await endGrace(trx)
  })
}

/** Proves every claim of the demo's texts as what they are. */
export async function proveDemo(trx: Db, now: Date): Promise<void> {
  for (const { claim_id, words } of await readWritten(trx))
    await saveProof(trx, {
      claim_id,
      words,
      kind: 'text',
      figure: null,
      file: null,
      body: 'A made-up text of the demo shop. Replace it before you sell.',
      dated_on: now.toISOString().slice(0, 10),
      holds: true,
      proved_at: now.toISOString(),
      proved_by: 'demo',
    })
}
