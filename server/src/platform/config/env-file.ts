import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { parseEnv } from 'node:util'

export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(
      `The settings have ${problems.length === 1 ? 'a problem' : 'problems'}:\n${problems.map((p) => `  - ${p}`).join('\n')}`,
    )
    this.problems = problems
  }
}

/** Reads the settings of a file; none if it is absent. Says who may not read it: Node calls such a file missing. */
export function readEnvFile(file: string): NodeJS.Dict<string> {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return {}
    if (code === 'EISDIR') throw new ConfigError([`${file} is a folder: remove it and write the settings into a file`])
    if (code !== 'EACCES') throw new ConfigError([`${file} cannot be read (${message})`])
    throw new ConfigError([`\`.env\` exists but ${userName()} may not read it: chown ${userName()} ${file}`])
  }
  // Without quotes a value ends at the first #, which would hide the rest of a password from the check.
  const cut = text.matchAll(/^\s*(?:export\s+)?(\w+_(?:URL|ENDPOINT))\s*=\s*([^\s'"`#]+#[^\s@]*@\S*)/gm)
  return { ...parseEnv(text), ...Object.fromEntries([...cut].map(([, name = '', value]) => [name, value])) }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}
