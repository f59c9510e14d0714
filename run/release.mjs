import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')
const manifests = ['', 'server/', 'server/contract/', 'web-store/', 'desktop-admin/'].map((at) => `${at}package.json`)

/** Returns every place that names the version: the shop, its parts, the image and the chart read or repeat it. */
export function versionsOf(folder = root) {
  const read = (file) => readFileSync(join(folder, file), 'utf8')
  const lock = JSON.parse(read('package-lock.json'))
  const chart = read('deploy/chart/Chart.yaml')
  return [
    ...manifests.map((file) => [file, JSON.parse(read(file)).version]),
    ...manifests.map((file) => [
      `package-lock.json, ${file}`,
      lock.packages[file.replace(/\/?package\.json$/, '')].version,
    ]),
    ...['version', 'appVersion'].map((key) => [
      `deploy/chart/Chart.yaml, ${key}`,
      new RegExp(`^${key}: "?([^"\n]+)"?$`, 'm').exec(chart)?.[1],
    ]),
  ]
}

/** Returns the text of one version in the changelog, without its heading; undefined if it has none. */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^## (?=\d)/m).slice(1)
  const section = sections.find((one) => one.startsWith(`${version} - `))
  return section?.slice(section.indexOf('\n')).trim() || undefined
}

/** Lists what keeps a tag such as `v1.2.0` from being a release. */
export function problemsOf(tag, versions, changelog) {
  if (!/^v\d+\.\d+\.\d+$/.test(tag)) return [`The tag ${tag} is not of the form v1.2.0.`]
  const wanted = tag.slice(1)
  const others = versions.filter(([, version]) => version !== wanted)
  return [
    ...others.map(([place, version]) => `${place} has ${version}, and the tag ${wanted}.`),
    ...(notesOf(changelog, wanted) ? [] : [`CHANGELOG.md has no section "## ${wanted} - DATE" with text.`]),
  ]
}

// `node run/release.mjs v1.2.0` prints the text of the release, or what is wrong with the tag.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [tag = ''] = process.argv.slice(2)
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const problems = problemsOf(tag, versionsOf(), changelog)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log(notesOf(changelog, tag.slice(1)))
}
