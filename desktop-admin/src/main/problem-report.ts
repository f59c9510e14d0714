import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { arch, release } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { ElectronApi } from './electron-api.ts'

const LAST_LINES = 300
const MOST_BYTES = 1_000_000

/**
 * Writes what the console shows into a file of at most 1 MB, with one older file beside it. A full disk or a missing
 * folder never stops the app.
 */
export function logToFile(folder: string, now = () => new Date()): void {
  const path = join(folder, 'main.log')
  const write = (level: string, entries: readonly unknown[]) => {
    const text = entries.map((entry) => withoutSecrets(textOf(entry))).join(' ')
    try {
      mkdirSync(folder, { recursive: true })
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES) renameSync(path, `${path}.old`)
      appendFileSync(path, `${now().toISOString()} ${level} ${text.slice(0, 10_000)}\n`, { mode: 0o600 })
    } catch {
      // Nowhere is left to say it.
    }
  }
  for (const level of ['info', 'warn', 'error'] as const) {
    const shown = console[level]
    console[level] = (...entries: unknown[]) => {
      shown(...entries)
      write(level, entries)
    }
  }
}

const textOf = (entry: unknown): string => {
  if (entry instanceof Error) return entry.stack ?? entry.message
  return typeof entry === 'string' ? entry : JSON.stringify(entry)
}

/** Removes tokens, and passwords and parameters of addresses. */
export const withoutSecrets = (text: string): string =>
  text
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 …')
    .replace(/\b(token|password|secret|key|authorization)(["']?\s*[:=]\s*["']?)[^\s"',}]+/gi, '$1$2…')
    .replace(/(\w+:\/\/)[^\s/@]+@/g, '$1…@')
    .replace(/(https?:\/\/[^\s?#"']+)[?#][^\s"']*/g, '$1?…')

/** The settings that a report names, by their words. */
export type Facts = Readonly<Record<string, string | number | boolean>>

/** Builds the report's text: versions, settings and the last lines of the log. */
export function reportText(app: ElectronApi['app'], facts: Facts, now: Date): string {
  const { electron, chrome, node } = process.versions
  const path = join(app.getPath('logs'), 'main.log')
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n').slice(-LAST_LINES) : []
  const rows = {
    'SkillHaat Admin': app.getVersion(),
    Electron: electron ?? '',
    Chromium: chrome ?? '',
    'Node.js': node,
    System: `${process.platform} ${release()} ${arch()}`,
    Language: app.getLocale(),
    Time: now.toISOString(),
    ...facts,
  }
  const words = Object.entries(rows).map(([name, value]) => `${name}: ${value}`)
  return `${[...words, '', `Last ${lines.length} lines of the log`, ...lines].map(withoutSecrets).join('\n')}\n`
}

/** Saves a report where the owner wants it; returns its path, undefined if the owner cancelled. */
export async function reportProblem({ app, dialog }: ElectronApi, facts: Facts, now: Date) {
  const { canceled, filePath } = await dialog.showSaveDialog({
    title: 'Report a problem',
    defaultPath: `skillhaat-report-${now.toLocaleDateString('sv')}.txt`,
    filters: [{ name: 'Text', extensions: ['txt'] }],
  })
  if (canceled || !filePath) return undefined
  writeFileSync(filePath, reportText(app, facts, now), { mode: 0o600 })
  return filePath
}
