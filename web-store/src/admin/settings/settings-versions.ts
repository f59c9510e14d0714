import type { Settings } from 'contract/shop/settings'
import { sameValue, type VersionPart } from '../forms/version-parts.ts'
import { fullSettingLabel } from './setting-labels.ts'

type Group = keyof Settings

/** Every field by its path: `contact.phone`; a list of people is one. */
function fieldsOf(settings: Settings): Map<string, unknown> {
  return new Map(
    Object.entries(settings).flatMap(([group, value]): [string, unknown][] =>
      Array.isArray(value)
        ? [[group, value]]
        : Object.entries(value)
            // The server's own word, which nobody decides.
            .filter(([field]) => field !== 'policy_dates')
            .map(([field, entry]) => [`${group}.${field}`, entry]),
    ),
  )
}

/** Compares this admin's settings with the stored ones; `base` are those the edit began with. */
export function settingsParts(mine: Settings, theirs: Settings, base: Settings): VersionPart[] {
  const [there, was] = [fieldsOf(theirs), fieldsOf(base)]
  return [...fieldsOf(mine)]
    .filter(([path, value]) => !sameValue(value, there.get(path)))
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
