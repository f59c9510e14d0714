import { createHash, hkdfSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mediaKinds } from 'contract/media/kinds'
import type { z } from 'zod'
import { mailDomainOf, updateFeedOf } from './platform/config/addresses.ts'
import { databaseProblems, databaseWarnings, withPlainMode } from './platform/config/database-address.ts'
import { edgeOf, edgeProblems } from './platform/config/edge.ts'
import { ConfigError, readEnvFile } from './platform/config/env-file.ts'
import { Environment, splitList } from './platform/config/environment.ts'
import { loadGeneratedSecrets } from './platform/config/generated-secrets.ts'
import { mediaProblems, readMediaSettings } from './platform/config/media-settings.ts'
import { goOutByProxy } from './platform/config/outgoing-proxy.ts'
import { isLocalHost } from './platform/net/local-host.ts'

export { ConfigError }

/** The path of the sandbox gateway outside production; the SDK adds `/v1`. */
export const SANDBOX_PATH = '/sandbox/razorpay'

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the command line of a task here: a release has its own launcher and no npm. */
export function commandLine(task: string, args = ''): string {
  if (existsSync(join(ROOT, 'skillhaat'))) return `./skillhaat ${task} ${args}`.trim()
  return `npm run ${task}${args && ` -- ${args}`}`
}

const program: { version: string; homepage?: string } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** The version of the program. */
export const VERSION = program.version

/**
 * The mode of the data folder and its path to the database: as root, PostgreSQL runs as another user, who needs access.
 */
export const DATA_DIR_MODE = process.getuid?.() === 0 ? 0o711 : 0o700

const FRAME_HOSTS = ['www.youtube-nocookie.com', 'player.vimeo.com', 'drive.google.com', 'docs.google.com']

/** Secrets copied from an example file or a tutorial. */
const KNOWN_SECRETS = /^(.)\1+$|change.?me|secret.?secret|your.?secret|example|password/i

/** The settings of the program, read once and checked together. */
export type Config = ReturnType<typeof readConfig>

/**
 * Merges the process's environment over the values of a `.env` at the root, if there is one. Requests of the process go
 * out by its proxy from then on.
 */
export function readEnvironment(): NodeJS.Dict<string> {
  const environment = Object.assign(process.env, { ...readEnvFile(join(ROOT, '.env')), ...process.env })
  goOutByProxy(environment)
  return environment
}

/** Reads and checks every setting; throws a `ConfigError` that lists all problems at once. */
export function readConfig(environment: Record<string, string | undefined>) {
  const input = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(input)
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  const values: Partial<z.output<typeof Environment>> = parsed.success ? parsed.data : input
  const production = input.NODE_ENV === 'production'
  problems.push(...(production ? productionProblems(values, input) : demoProblems(values)))
  if (Boolean(values.RAZORPAY_KEY_ID) !== Boolean(values.RAZORPAY_KEY_SECRET)) {
    problems.push('RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET: set both or none')
  }
  if (parsed.success) problems.push(...edgeProblems(parsed.data))
  problems.push(...mediaProblems(values))
  if (parsed.success) problems.push(...databaseProblems(parsed.data))
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const env = parsed.data

  const ownFrameHosts = splitList(env.FRAME_HOSTS.toLowerCase())
  const dataDir = resolve(ROOT, env.DATA_DIR)
  const secrets = production ? undefined : secretsOf(dataDir)
  const sessionSecret = env.SESSION_SECRET ?? secrets?.session_secret ?? ''
  const config = {
    production,
    /** Sentences about settings that work, and that a person should know. */
    warnings: databaseWarnings(env),
    port: env.PORT,
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    /** Public address of the store, without a trailing slash. With `PORT=0` it is completed once the port is known. */
    storeUrl: (env.STORE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    storeUrlGiven: env.STORE_URL !== undefined,
    dataDir,
    databaseUrl: env.DATABASE_URL && withPlainMode(env.DATABASE_URL),
    /** The database server itself, for sessions, if `databaseUrl` is a pooler in transaction mode. */
    databaseDirectUrl: env.DATABASE_DIRECT_URL && withPlainMode(env.DATABASE_DIRECT_URL),
    /** A streaming replica for reads of the catalogue, public pages, reports and exports. */
    databaseReplicaUrl: env.DATABASE_REPLICA_URL && withPlainMode(env.DATABASE_REPLICA_URL),
    sessionKeys: { user: deriveKey(sessionSecret, 'sessions:user'), admin: deriveKey(sessionSecret, 'sessions:admin') },
    /** Signs the addresses of pay pages. */
    payPageKey: deriveKey(sessionSecret, 'pay page'),
    /** Signs the addresses of paid files. */
    mediaKey: deriveKey(sessionSecret, 'media:addresses'),
    /** The first seals secrets for the database, any opens them. */
    encryptionKeys: encryptionKeysOf(env.ENCRYPTION_KEY ?? secrets?.encryption_key ?? ''),
    /** The first encrypts backups, any decrypts them; without keys they are not encrypted. */
    backupKeys: backupKeysOf(env.BACKUP_KEY),
    /** Folders below which the nightly backup may write: what an owner types is a path of this machine. */
    backupFolders: env.BACKUP_FOLDERS
      ? splitList(env.BACKUP_FOLDERS).map((folder) => resolve(folder))
      : [join(dataDir, 'backups')],
    admin: {
      email: env.ADMIN_EMAIL ?? (production ? undefined : 'admin@example.com'),
      password: env.ADMIN_PASSWORD ?? secrets?.admin_password,
    },
    /** Days that an owner may stay without a second factor. */
    secondFactorDays: env.SECOND_FACTOR_DAYS,
    firstPasswordDays: env.FIRST_PASSWORD_DAYS,
    /** The password of the demo student, generated with the data folder. */
    demoPassword: secrets?.student_password,
    seed: env.SEED ?? (production ? 'none' : 'demo'),
    razorpay: {
      keyId: env.RAZORPAY_KEY_ID,
      keySecret: env.RAZORPAY_KEY_SECRET,
      webhookSecrets: splitList(env.RAZORPAY_WEBHOOK_SECRET ?? ''),
      baseUrl: env.RAZORPAY_BASE_URL,
    },
    /** A stand-in for Meta's Conversions API and Google's Measurement Protocol; their own hosts without one, or the sandbox outside production. */
    adsUrl: env.ADS_BASE_URL,
    /** Meta's Cloud API; undefined for the sandbox's stand-in. */
    whatsappUrl: env.WHATSAPP_BASE_URL ?? (production ? 'https://graph.facebook.com' : undefined),
    /** Telegram's Bot API; undefined for the sandbox's stand-in. */
    telegramUrl: env.TELEGRAM_API_URL ?? (production ? 'https://api.telegram.org' : undefined),
    /** True if buyers pay on a page of the shop, not on the payment link's. */
    payPage: (env.PAY_PAGE ?? (production ? 'off' : 'on')) === 'on',
    sandbox: secrets && {
      keyId: 'rzp_test_sandbox',
      keySecret: secrets.sandbox_key_secret,
      webhookSecret: secrets.sandbox_webhook_secret,
      /** True if the sandbox answers every machine, not only this one. */
      forEveryone: env.SANDBOX_ACCESS === 'everyone',
    },
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? `no-reply@${mailDomainOf(env.STORE_URL)}`,
    /** The storage of the library's files. */
    media: readMediaSettings(env),
    /** Maximum size of an uploaded file, by kind. */
    maxBytes: {
      image: mediaKinds.image.size.bytes,
      video: env.MAX_VIDEO_BYTES,
      audio: env.MAX_AUDIO_BYTES,
      pdf: env.MAX_PDF_BYTES,
      archive: env.MAX_ARCHIVE_BYTES,
      office: env.MAX_OFFICE_BYTES,
      design: env.MAX_DESIGN_BYTES,
      text: env.MAX_TEXT_BYTES,
      subtitles: env.MAX_SUBTITLES_BYTES,
    },
    /** The program for adaptive video sets, and the search path; undefined if turned off. */
    ffmpeg: { program: env.FFMPEG === 'off' ? undefined : env.FFMPEG, path: environment.PATH ?? '' },
    /** True if students' screens and downloads work offline; otherwise existing workers are removed. */
    offline: env.OFFLINE === 'on',
    /** Hosts allowed in lesson frames: the known players and the owner's own. */
    frameHosts: [...FRAME_HOSTS, ...ownFrameHosts],
    ownFrameHosts,
    /** The origin of public files for browsers, without a trailing slash; the shop itself by default. */
    mediaHost: env.MEDIA_CDN_URL?.replace(/\/+$/, ''),
    /** The CDN that caches public responses and receives purges; undefined without one. */
    edge: edgeOf(env),
    /** The contact for security reports; the shop's own address by default. */
    securityContact: env.SECURITY_CONTACT,
    /** The feed with the newest release; undefined if nobody looks. */
    updateFeed: updateFeedOf(env.UPDATE_CHECK ?? (production ? 'on' : 'off'), program.homepage),
    /** Any of them may read the metrics. */
    metricsTokens: splitList(env.METRICS_TOKEN ?? ''),
    /** The collector of traces; tracing is off without one. */
    tracesTo: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, service: env.OTEL_SERVICE_NAME }
      : undefined,
    trustProxy: env.TRUST_PROXY,
    rateLimits: env.RATE_LIMITS === 'on',
    failpoint: env.FAILPOINT,
    logLevel: env.LOG_LEVEL,
  }
  return config
}

/** Reports a public shop without production mode: it would have demo logins and payments that cost nothing. */
function demoProblems({ STORE_URL, SANDBOX_ACCESS }: Partial<z.output<typeof Environment>>): string[] {
  if (!STORE_URL || !URL.canParse(STORE_URL) || isLocalHost(new URL(STORE_URL).hostname)) return []
  if (SANDBOX_ACCESS === 'everyone') return []
  return [
    `STORE_URL: ${STORE_URL} is a public address, and without NODE_ENV=production this is a demo: a login made for it, and a payment gateway and mails that everybody could use. Set NODE_ENV=production for a shop that sells; set SANDBOX_ACCESS=everyone for a demo that everybody may try.`,
  ]
}

function productionProblems(values: Partial<z.output<typeof Environment>>, input: Record<string, unknown>): string[] {
  const problems: string[] = []
  for (const name of ['SESSION_SECRET', 'ENCRYPTION_KEY'] as const) {
    const value = values[name]
    if (!value) problems.push(`${name}: is required in production (at least 32 bytes)`)
    else if (splitList(value).some((key) => KNOWN_SECRETS.test(key)))
      problems.push(`${name}: is a well-known value, make a random one`)
  }
  const encryptionKeys = splitList(values.ENCRYPTION_KEY ?? '')
  if (values.SESSION_SECRET && encryptionKeys.includes(values.SESSION_SECRET)) {
    problems.push('ENCRYPTION_KEY: must differ from SESSION_SECRET')
  }
  for (const key of splitList(values.BACKUP_KEY ?? '')) {
    if (KNOWN_SECRETS.test(key)) problems.push('BACKUP_KEY: is a well-known value, make a random one')
    // A leak of the shop's settings must not open old backups after the key has changed.
    if (key === values.SESSION_SECRET || encryptionKeys.includes(key))
      problems.push('BACKUP_KEY: must be a key of its own')
  }
  if (!values.STORE_URL) problems.push('STORE_URL: is required in production')
  if (values.ADMIN_PASSWORD && /^(admin|password|12345678|skillhaat)/i.test(values.ADMIN_PASSWORD)) {
    problems.push('ADMIN_PASSWORD: is a well-known value')
  }
  if (input.SEED === 'demo') problems.push('SEED: demo data is refused in production')
  if (input.RATE_LIMITS === 'off') problems.push('RATE_LIMITS: off is refused in production')
  if (input.SANDBOX_ACCESS) problems.push('SANDBOX_ACCESS: there is no sandbox in production')
  if (input.FAILPOINT) problems.push('FAILPOINT: is refused in production')
  return problems
}

function encryptionKeysOf(setting: string): readonly [Buffer, ...Buffer[]] {
  const [current = '', ...former] = splitList(setting)
  return [deriveKey(current, 'encryption'), ...former.map((key) => deriveKey(key, 'encryption'))]
}

function backupKeysOf(setting: string | undefined): Buffer[] {
  return splitList(setting ?? '').map((key) => deriveKey(key, 'backup'))
}

/** Returns only the keys of backups, for tools that read a backup without a shop. */
export function readBackupKeys(environment: Record<string, string | undefined>): Buffer[] {
  return backupKeysOf(environment.BACKUP_KEY)
}

function deriveKey(from: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', from, 'skillhaat', purpose, 32))
}

function secretsOf(dataDir: string) {
  const file = join(dataDir, 'secrets.json')
  let secrets: ReturnType<typeof loadGeneratedSecrets>
  try {
    mkdirSync(dataDir, { recursive: true, mode: DATA_DIR_MODE })
    secrets = loadGeneratedSecrets(file)
  } catch (error) {
    throw new ConfigError([`DATA_DIR: cannot be written (${error instanceof Error ? error.message : error})`])
  }
  if (!secrets) throw new ConfigError([`${file}: is damaged; restore it, or remove it to make new secrets`])
  return secrets
}

/** Returns a short id of a key for logs, which does not reveal it. */
export function keyId(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8)
}
