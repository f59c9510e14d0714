import type { LiveStep } from 'contract/before-live'
import { indianDay } from 'contract/indian-time'
import { changesOf, withChanges } from 'contract/shop/defaults'
import { LEGAL_TEXTS, type LegalText } from 'contract/shop/people'
import { Settings, type UpdateSettingsBody } from 'contract/shop/settings'
import type { z } from 'zod'
import type { Context, Db } from '../../context.ts'
import { requirePresent } from '../../platform/net/require-present.ts'
import { changedFields, noteChange } from '../activity/note-change.ts'
import { writeCatalogue } from '../catalogue/catalogue.queries.ts'
import {
  findShop,
  lockShop,
  type StoredShop,
  saveShop,
  settleSteps,
  storedPolicies,
  storePolicyText,
} from './settings.queries.ts'

export type ShownSettings = { settings: Settings; etag: string }

/** Returns the settings with the tag of their version, for `ifMatch`. */
export async function readSettings(db: Db): Promise<ShownSettings> {
  return shown(await findShop(db))
}

/**
 * Changes the passed fields; every instance shows them at once. 409 `edit_conflict` with the present settings when
 * `ifMatch` names another version.
 */
export async function changeSettings(
  ctx: Pick<Context, 'db' | 'now'>,
  body: z.output<typeof UpdateSettingsBody>,
  ifMatch: string | undefined,
): Promise<ShownSettings> {
  return writeCatalogue(ctx.db, async (trx) => {
    const stored = await lockShop(trx)
    const present = shown(stored)
    requirePresent(ifMatch, present.etag, 'the settings', present.settings)
    const next = withLetters(merged(present.settings, body))
    const saved = shown(await saveShop(trx, changesOf(withDates(present.settings, next, ctx.now())), ctx.now()))
    const before = new Map(storedPolicies(present.settings))
    for (const [kind, text] of storedPolicies(next))
      if (before.get(kind) !== text) await storePolicyText(trx, kind, text, ctx.now())
    const decided = decisions.filter(([, of]) => of(present.settings) !== of(next)).map(([step]) => step)
    if (decided.length > 0) await settleSteps(trx, decided)
    const changed = changedFields(flat(present.settings), flat(next))
    await noteChange(trx, { kind: 'settings', id: 'shop', name: 'Settings', ...changed })
    return saved
  })
}

/** Steps before going live that a save decides, each with what it decides. */
const decisions: readonly (readonly [LiveStep, (settings: Settings) => unknown])[] = [
  ['guarantee', ({ guarantee }) => guarantee.days],
  ['urgency', ({ switches }) => JSON.stringify(switches)],
]

// The schema completes what an older version stored and drops unknown fields.
function shown({ changes, version }: StoredShop): ShownSettings {
  return { settings: Settings.parse(withChanges(changes)), etag: `"shop-${version}"` }
}

function merged(present: Settings, body: z.output<typeof UpdateSettingsBody>): Settings {
  const next: Record<string, unknown> = { ...present }
  for (const [group, value] of Object.entries(body)) {
    if (value === undefined) continue
    const input = Object.fromEntries(Object.entries(value ?? {}).filter(([, entry]) => entry !== undefined))
    next[group] = value === null || Array.isArray(value) ? value : { ...present[group as keyof Settings], ...input }
  }
  return Settings.parse(next)
}

/** Fills a missing letter with the first one of the testimonial's name. */
function withLetters(settings: Settings): Settings {
  const testimonials = settings.testimonials.map((entry) => {
    const [letter = ''] = entry.avatar || entry.name
    return { ...entry, avatar: letter.toUpperCase() }
  })
  return { ...settings, testimonials }
}

/** Policies whose built-in text names the guarantee's days. */
const NAME_THE_GUARANTEE: readonly LegalText[] = ['terms', 'refund', 'cancellation']

/** Dates a policy today when its text changes, or the days that a built-in text names. */
function withDates(before: Settings, next: Settings, now: Date): Settings {
  const today = indianDay(now)
  const otherDays = before.guarantee.days !== next.guarantee.days
  const isChanged = (name: LegalText) =>
    before.legal[name] !== next.legal[name] ||
    (otherDays && next.legal[name] === '' && NAME_THE_GUARANTEE.includes(name))
  const changed = LEGAL_TEXTS.filter(isChanged).map((name) => [name, today])
  const policy_dates = { ...next.legal.policy_dates, ...Object.fromEntries(changed) }
  return { ...next, legal: { ...next.legal, policy_dates } }
}

/** Flattens to `contact.phone`, as activity entries name fields. */
function flat(settings: Settings): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([group, value]) =>
      value === null || Array.isArray(value)
        ? [[group, value]]
        : Object.entries(value).map(([field, entry]) => [`${group}.${field}`, entry]),
    ),
  )
}
