import { indianDay } from 'contract/indian-time'
import { Settings, type UpdateSettingsBody } from 'contract/settings'
import { changesOf, withChanges } from 'contract/shop-defaults'
import { LEGAL_TEXTS, type LegalText } from 'contract/shop-people'
import type { z } from 'zod'
import type { Context, Db } from '../../context.ts'
import { requirePresent } from '../../platform/net/require-present.ts'
import { changedFields, noteChange } from '../activity/note-change.ts'
import { writeCatalogue } from '../catalogue/catalogue.queries.ts'
import { findShop, keepPolicyText, keptPolicies, lockShop, type StoredShop, saveShop } from './settings.queries.ts'

export type ShownSettings = { settings: Settings; etag: string }

/** What the shop says of itself now, with the tag that an edit names as the state it began from. */
export async function readSettings(db: Db): Promise<ShownSettings> {
  return shown(await findShop(db))
}

/**
 * Changes the fields given; pages show it at once, in every instance. 409 `edit_conflict` with the present settings when
 * `ifMatch` names another state.
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
    const before = new Map(keptPolicies(present.settings))
    for (const [kind, text] of keptPolicies(next))
      if (before.get(kind) !== text) await keepPolicyText(trx, kind, text, ctx.now())
    const changed = changedFields(flat(present.settings), flat(next))
    await noteChange(trx, { kind: 'settings', id: 'shop', name: 'Settings', ...changed })
    return saved
  })
}

// Through the schema: what an older version stored is completed, what it does not know is left out.
function shown({ changes, version }: StoredShop): ShownSettings {
  return { settings: Settings.parse(withChanges(changes)), etag: `"shop-${version}"` }
}

function merged(present: Settings, body: z.output<typeof UpdateSettingsBody>): Settings {
  const next: Record<string, unknown> = { ...present }
  for (const [group, value] of Object.entries(body)) {
    if (value === undefined) continue
    const given = Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined))
    next[group] = Array.isArray(value) ? value : { ...present[group as keyof Settings], ...given }
  }
  return Settings.parse(next)
}

/** A testimonial without a letter gets the first one of its name. */
function withLetters(settings: Settings): Settings {
  const testimonials = settings.testimonials.map((entry) => {
    const [letter = ''] = entry.avatar || entry.name
    return { ...entry, avatar: letter.toUpperCase() }
  })
  return { ...settings, testimonials }
}

/** Those whose built-in text says how long the guarantee holds. */
const NAME_THE_GUARANTEE: readonly LegalText[] = ['terms', 'refund', 'cancellation']

/** A policy whose text changes is of today; a built-in one does with the days that it names. */
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

/** `contact.phone` and so on, as entries of the activity name what changed. */
function flat(settings: Settings): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([group, value]) =>
      Array.isArray(value)
        ? [[group, value]]
        : Object.entries(value).map(([field, entry]) => [`${group}.${field}`, entry]),
    ),
  )
}
