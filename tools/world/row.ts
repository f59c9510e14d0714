import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'vitest'
import { ROOT } from '../../server/src/config.ts'

const CACHE = join(ROOT, '.cache/world')

/** A program that others wrote. Without a version this machine does not have it: `lacks` says what to install, or `why` that nobody should. */
export type Program = { name: string; version: string | undefined; lacks?: string; why?: string }

/** Finds an installed package of Debian. Its version is the package's, without an epoch. */
export function debian(pack: string, name = pack): Program {
  const lacks = `apt-get install ${pack}`
  try {
    const text = execFileSync('dpkg', ['-s', pack], { encoding: 'utf8', stdio: 'pipe' })
    const [, version] = /^Status: install ok installed$[\s\S]*^Version: (?:\d+:)?(\S+)$/m.exec(text) ?? []
    return { name, version, lacks }
  } catch {
    return { name, version: undefined, lacks }
  }
}

/**
 * Unpacks a package of Debian that cannot be installed beside another one (three mail servers): its files, without its scripts.
 * Returns the folder that stands for `/`.
 */
export function unpackedDebian(pack: string, name = pack): Program & { folder: string } {
  const folder = join(CACHE, 'debian', pack)
  const lacks = `apt-get download ${pack}`
  try {
    if (!existsSync(join(folder, 'version'))) {
      mkdirSync(folder, { recursive: true })
      execFileSync(
        '/bin/sh',
        ['-c', `apt-get download -q ${pack} && dpkg -x ${pack}_*.deb . && dpkg-deb -f ${pack}_*.deb Version > version`],
        {
          cwd: folder,
          stdio: 'pipe',
        },
      )
    }
    return { name, version: readFileSync(join(folder, 'version'), 'utf8').trim().replace(/^\d+:/, ''), lacks, folder }
  } catch {
    return { name, version: undefined, lacks, folder }
  }
}

/**
 * Installs pinned packages of npm once, without their scripts, apart from the project's. `programs` has one program per package;
 * `load` imports one of them and `folder` holds `node_modules`.
 */
export function fromNpm<Name extends string>(group: string, pinned: Record<Name, string>) {
  const folder = join(CACHE, 'npm', group)
  const text = JSON.stringify({ name: group, private: true, type: 'module', dependencies: pinned })
  const file = join(folder, 'package.json')
  const require = createRequire(file)
  let ready = existsSync(join(folder, 'node_modules')) && existsSync(file) && readFileSync(file, 'utf8') === text
  if (!ready) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, text)
    try {
      execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock', '--silent'], {
        cwd: folder,
        stdio: 'pipe',
        env: { ...process.env, NODE_ENV: '' },
      })
      ready = true
    } catch {
      writeFileSync(file, '{}')
    }
  }
  const programs = Object.fromEntries(
    Object.entries<string>(pinned).map(([name, version]) => [
      name,
      { name, version: ready ? version : undefined, lacks: `${name}@${version} of npm` },
    ]),
  ) as Record<Name, Program>
  return {
    programs,
    folder,
    /** Imports a package by its name or one of its files. */
    load: async (name: string) => await import(pathToFileURL(require.resolve(name)).href),
    require,
  }
}

/** One row of docs/works-with.md: what was tried with a program, and what somebody would have guessed. */
export type Row = { part: string; program: Program; did: string; guess: string }

/** One sentence on what was seen. A `limit` says in words what does not work, and what to do instead. */
export type Seen = string | { seen: string; limit: string }

/** A test whose result is a row of docs/works-with.md. Without its program it is skipped by name. */
export function row(described: Row, work: () => Promise<Seen>, timeout = 120_000): void {
  const { part, program, did, guess } = described
  const { name, version, lacks, why } = program
  const record = (result: string, seen: string) =>
    appendFileSync(
      process.env.WORLD_ROWS ?? join(CACHE, 'rows.jsonl'),
      `${JSON.stringify({ part, name, version, did, guess, result, seen })}\n`,
    )
  test.skipIf(!version)(`${part}, ${name}: ${did}`, { timeout }, async () => {
    try {
      const found = await work()
      if (typeof found === 'string') record('works', found)
      else record('limit', `${found.seen} ${found.limit}`)
    } catch (error) {
      record('fails', String((error as Error).message).split('\n')[0] ?? '')
      throw error
    }
  })
  if (!version) record('absent', why ?? `Not on this machine: \`${lacks}\`.`)
}
