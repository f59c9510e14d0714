import { join } from 'node:path'
import type { Configuration } from 'electron-builder'
import project from '../package.json' with { type: 'json' }
import { APP_ID, APP_LINKS } from './src/bridge.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Names the package of Linux and its command. */
const NAME = 'skillhaat-admin'

/** The folder of the drawn icons, which git ignores. */
export const ICONS = join(import.meta.dirname, 'dist/icons')

/** Sets of secrets that sign and notarise for macOS: a certificate, and one of two ways to Apple's notary. */
const APPLE = [
  ['CSC_LINK', 'CSC_KEY_PASSWORD', 'APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  ['CSC_LINK', 'CSC_KEY_PASSWORD', 'APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
]
/** Sets of secrets that sign for Windows: a certificate in a file, and Azure's service. */
const WINDOWS_FILE = ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD']
const AZURE = [
  'AZURE_TENANT_ID',
  'AZURE_CLIENT_ID',
  'AZURE_CLIENT_SECRET',
  'AZURE_SIGNING_ENDPOINT',
  'AZURE_SIGNING_ACCOUNT',
  'AZURE_SIGNING_PROFILE',
  'AZURE_SIGNING_PUBLISHER',
]

/** Returns true with all secrets of one of the sets; throws if one is begun and none complete. */
function has(env: Environment, ...sets: string[][]): boolean {
  const lacks = sets.map((names) => names.filter((name) => !env[name]))
  if (lacks.some((names) => names.length === 0)) return true
  const begun = lacks.filter((names, index) => names.length < (sets[index]?.length ?? 0))
  const [nearest] = begun.sort((one, other) => one.length - other.length)
  if (!nearest) return false
  throw new Error(`Signing is set up in part. Also set ${nearest.join(', ')}, or none of the set.`)
}

/** `github`: the feed of updates is the release of the repository that builds. */
function feedOf(env: Environment) {
  const [owner = '', repo = ''] = (env.GITHUB_REPOSITORY ?? new URL(project.homepage).pathname.slice(1)).split('/')
  return { provider: 'github', owner, repo, releaseType: 'release' } as const
}

/**
 * Configures the installers for the secrets at hand. A signed system fails without its signature and updates itself
 * from the release. An unsigned one says so in its name and gets no feed, so the app never looks for updates.
 * Linux packages carry no signature of ours: their updates rest on the release's hashes.
 */
export function packagingFor(env: Environment): Configuration {
  const apple = has(env, ...APPLE)
  const azure = has(env, AZURE)
  const windows = azure || has(env, WINDOWS_FILE)
  const publish = feedOf(env)
  const named = (signed: boolean) =>
    `SkillHaat-Admin-\${version}-\${os}-\${arch}${signed ? '' : '-unsigned'}.\${ext}` as const
  return {
    appId: APP_ID,
    productName: 'SkillHaat Admin',
    copyright: 'Copyright © The SkillHaat authors',
    extraMetadata: {
      name: NAME,
      productName: 'SkillHaat Admin',
      desktopName: `${NAME}.desktop`,
      // One version for shop, image and app.
      version: project.version,
      homepage: project.homepage,
      author: project.author,
    },
    asar: true,
    npmRebuild: false,
    // All code is bundled, so the package contains only the built parts.
    files: ['out/**', 'package.json', '!node_modules/**'],
    directories: { output: 'dist', buildResources: ICONS },
    protocols: [{ name: 'SkillHaat', schemes: [APP_LINKS] }],
    // Fuses are set at packaging: no other way into Node, and only the verified archive is loaded.
    electronFuses: {
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableCookieEncryption: true,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    },
    mac: {
      // The update of a Mac is the zip.
      target: ['dmg', 'zip'],
      category: 'public.app-category.business',
      icon: join(ICONS, 'icon.icns'),
      artifactName: named(apple),
      forceCodeSigning: apple,
      notarize: apple,
      hardenedRuntime: apple,
      // A Mac with an Apple chip starts nothing without any signature, so an unsigned build gets a local one.
      ...(apple ? {} : { identity: '-' }),
      entitlements: 'entitlements.mac.plist',
      entitlementsInherit: 'entitlements.mac.plist',
      publish: apple ? publish : null,
    },
    win: {
      target: ['nsis'],
      icon: join(ICONS, 'icon.ico'),
      artifactName: named(windows),
      forceCodeSigning: windows,
      ...(azure
        ? {
            azureSignOptions: {
              endpoint: env.AZURE_SIGNING_ENDPOINT ?? '',
              codeSigningAccountName: env.AZURE_SIGNING_ACCOUNT ?? '',
              certificateProfileName: env.AZURE_SIGNING_PROFILE ?? '',
              publisherName: env.AZURE_SIGNING_PUBLISHER ?? '',
            },
          }
        : {}),
      publish: windows ? publish : null,
    },
    linux: {
      target: ['AppImage', 'deb'],
      category: 'Office',
      executableName: NAME,
      syncDesktopName: true,
      icon: join(ICONS, 'linux'),
      maintainer: `${project.author.name} <${project.author.email}>`,
      artifactName: named(true),
      publish,
    },
    publish: null,
  }
}
