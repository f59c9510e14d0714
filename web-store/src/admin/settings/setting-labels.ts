import { settingsSections } from './settings-index.ts'

type Paths<Section> = Section extends unknown ? keyof Section : never
export type LabelledSetting = Paths<(typeof settingsSections)[number]['labels']>

/** Every setting with its section, in the order of the form. */
export const labelledSettings = settingsSections.flatMap(({ labels, ...section }) =>
  Object.entries(labels).map(([path, label]) => ({ ...section, path, label })),
)

/** Returns the label of a setting in its section of the form. */
export const settingLabel = (path: LabelledSetting): string =>
  labelledSettings.find((one) => one.path === path)?.label ?? path

/** Returns the label with its section, for a place outside the form: `Contact: Hours`. A group has the label of its first field. */
export function fullSettingLabel(path: string): string {
  const found = labelledSettings.find((one) => one.path === path || one.path.startsWith(`${path}.`))
  if (!found) return path
  return found.title === found.label ? found.label : `${found.title}: ${found.label}`
}
