import type { Settings, UpdateSettingsBody } from 'contract/shop/settings'
import type { z } from 'zod'
import { sameValue, type VersionPart } from '../forms/version-parts.ts'
import { fullSettingLabel, labelledSettings } from './setting-labels.ts'
import type { SettingsSectionId } from './settings-index.ts'

type Group = keyof Settings
type UpdateSettings = z.input<typeof UpdateSettingsBody>

/** Every field by its path: `contact.phone`; a list of people is one. */
function fieldsOf(settings: Settings): Map<string, unknown> {
  return new Map(
    Object.entries(settings).flatMap(([group, value]): [string, unknown][] =>
      // A group that may be null is one field, too.
      Array.isArray(value) || group === 'coins'
        ? [[group, value]]
        : Object.entries(value ?? {})
            // The server's own word, which nobody decides.
            .filter(([field]) => field !== 'policy_dates' && group !== 'payments')
            .map(([field, entry]) => [`${group}.${field}`, entry]),
    ),
  )
}

/** The settings of a section by path, a group within one as a whole: what its save sends and compares. */
const pathsOf = (section: SettingsSectionId): ReadonlySet<string> =>
  new Set(labelledSettings.flatMap(({ id, path }) => (id === section ? path.split('.').slice(0, 2).join('.') : [])))

/** Returns the settings of one section alone, to be sent. */
export function settingsOf(section: SettingsSectionId, settings: Settings): UpdateSettings {
  const only: Partial<Record<Group, unknown>> = {}
  for (const path of pathsOf(section)) {
    const [group, field] = path.split('.') as [Group, string?]
    if (field === undefined) only[group] = settings[group]
    else only[group] = { ...(only[group] as object), [field]: (settings[group] as Record<string, unknown>)[field] }
  }
  return only as UpdateSettings
}

/** Compares this admin's section with the stored one; `base` is the one that the edit began with. */
export function settingsParts(
  section: SettingsSectionId,
  { mine, theirs, base }: { mine: Settings; theirs: Settings; base: Settings },
): VersionPart[] {
  const [there, was] = [fieldsOf(theirs), fieldsOf(base)]
  const paths = pathsOf(section)
  return [...fieldsOf(mine)]
    .filter(([path, value]) => paths.has(path) && !sameValue(value, there.get(path)))
    .map(([path, value]) => ({
      id: path,
      label: fullSettingLabel(path),
      mine: shown(value),
      theirs: shown(there.get(path)),
      changedHere: !sameValue(value, was.get(path)),
    }))
}

// The grievance officer is a group within one.
const shown = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value).filter(Boolean) : value

/** The settings of this admin with their version of the parts named. */
export function mergedSettings(mine: Settings, theirs: Settings, taken: ReadonlySet<string>): Settings {
  const merged = structuredClone(mine) as Record<Group, unknown>
  for (const path of taken) {
    const [group, field] = path.split('.') as [Group, string?]
    if (field === undefined) merged[group] = theirs[group]
    else (merged[group] as Record<string, unknown>)[field] = (theirs[group] as Record<string, unknown>)[field]
  }
  return merged as Settings
}
