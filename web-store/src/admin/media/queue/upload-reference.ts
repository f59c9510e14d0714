import type { FieldValues, Resolver } from 'react-hook-form'

/** Replaces the address of an uploading file in a form: `upload:` and the file's key in the queue. */
const PREFIX = 'upload:'

export const uploadReference = (key: string): string => `${PREFIX}${key}`

/** The key of the upload that a value of a form stands for; undefined for every other value. */
export const uploadKeyOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith(PREFIX) ? value.slice(PREFIX.length) : undefined

/** `values` with each of its texts, however deep, as `change` returns it. */
function mapTexts<T>(values: T, change: (text: string) => string): T {
  const replace = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value)
    if (Array.isArray(value)) return value.map(replace)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, replace(entry)]))
  }
  return replace(values) as T
}

/** `values` with something else in the place of each upload. */
export const withoutReferences = <T>(values: T, inPlaceOf: (key: string) => string): T =>
  mapTexts(values, (text) => {
    const key = uploadKeyOf(text)
    return key === undefined ? text : inPlaceOf(key)
  })

/** The uploads that a form waits for, each with the path of its field: `DEMO_REELS_VIDEOS.2.value`. */
export function referencesIn(values: unknown, path = ''): { path: string; key: string }[] {
  const key = uploadKeyOf(values)
  if (key !== undefined) return [{ path, key }]
  if (typeof values !== 'object' || values === null) return []
  return Object.entries(values).flatMap(([name, entry]) => referencesIn(entry, path ? `${path}.${name}` : name))
}

// A schema wants an address: it sees each upload as a file of our own.
const standInFor = (key: string) => `/media/${key}/upload.jpg`

/** A form's resolver for which a file on its way up is as good as an address. */
export function takingUploads<Form extends FieldValues, Body>(
  resolver: Resolver<Form, unknown, Body>,
): Resolver<Form, unknown, Body> {
  return async (typed, context, options) => {
    const references = new Map(referencesIn(typed).map(({ key }) => [standInFor(key), uploadReference(key)]))
    const result = await resolver(withoutReferences(typed, standInFor), context, options)
    return 'values' in result && Object.keys(result.errors).length === 0
      ? { values: mapTexts(result.values as Body, (text) => references.get(text) ?? text), errors: {} }
      : result
  }
}
