import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Configuration } from 'electron-builder'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { writeIcons } from '../icons.ts'
import { packagingFor } from '../packaging.ts'

// The packager's own checks, as far as they go without Electron's binary.
const load = createRequire(import.meta.url)
const { Packager } = load('app-builder-lib') as { Packager: new (options: object) => Checked }
const { AppInfo } = load('app-builder-lib/out/appInfo.js')
const { LinuxPackager } = load('app-builder-lib/out/linuxPackager.js')
const { default: FpmTarget } = load('app-builder-lib/out/targets/FpmTarget.js')
type Checked = { validateConfig(): Promise<void>; _appInfo: { version: string; linuxPackageName: string } }

/** Runs the checks of the configuration and those of a Debian package; returns its metadata. */
async function debianPackage(config: Configuration) {
  const packager = new Packager({ projectDir: join(import.meta.dirname, '..'), publish: 'never', config })
  await packager.validateConfig()
  packager._appInfo = new AppInfo(packager, null)
  const linux = new LinuxPackager(packager)
  const options = { ...linux.platformSpecificBuildOptions, ...config.deb }
  const found = await FpmTarget.prototype.checkOptions.call({
    packager: linux,
    options,
    computeFpmMetaInfoOptions: FpmTarget.prototype.computeFpmMetaInfoOptions,
  })
  return { ...found, version: packager._appInfo.version }
}

const APPLE = {
  CSC_LINK: 'base64',
  CSC_KEY_PASSWORD: 'x',
  APPLE_API_KEY: 'key.p8',
  APPLE_API_KEY_ID: 'id',
  APPLE_API_ISSUER: 'issuer',
}
const WINDOWS = { WIN_CSC_LINK: 'base64', WIN_CSC_KEY_PASSWORD: 'x' }
const AZURE = {
  AZURE_TENANT_ID: 't',
  AZURE_CLIENT_ID: 'c',
  AZURE_CLIENT_SECRET: 's',
  AZURE_SIGNING_ENDPOINT: 'https://x',
  AZURE_SIGNING_ACCOUNT: 'a',
  AZURE_SIGNING_PROFILE: 'p',
  AZURE_SIGNING_PUBLISHER: 'CN=SkillHaat',
}

it.each([{}, { ...APPLE, ...WINDOWS }, { ...APPLE, ...AZURE }])(
  'the packager accepts the settings and the Debian package its metadata: %o',
  async (env) => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
    expect(await debianPackage(packagingFor(env))).toMatchObject({
      name: 'skillhaat-admin',
      version,
      maintainer: expect.stringMatching(/^\w+ <\S+@\S+>$/),
      url: expect.stringMatching(/^https:/),
    })
  },
)

it('the packager’s check finds a missing homepage and maintainer, and an unknown option', async () => {
  const bare = { ...packagingFor({}), extraMetadata: {}, linux: { target: ['deb'] } }
  await expect(debianPackage(bare)).rejects.toThrow(/project homepage[\s\S]*author 'email'/)
  const wrong = { ...packagingFor({}), mac: { unknown: true } }
  await expect(debianPackage(wrong as never)).rejects.toThrow(/configuration.mac/)
})

it('an unsigned installer says so in its name and has no feed of updates', () => {
  const { mac, win, linux } = packagingFor({ GITHUB_REPOSITORY: 'asha/shop' })
  for (const system of [mac, win]) {
    expect(system).toMatchObject({ forceCodeSigning: false, publish: null })
    expect(system?.artifactName).toContain('-unsigned.')
  }
  expect(mac).toMatchObject({ notarize: false, hardenedRuntime: false, identity: '-' })
  expect(linux?.artifactName).not.toContain('unsigned')
  expect(linux?.publish).toMatchObject({ provider: 'github', owner: 'asha', repo: 'shop' })
})

it('a signed installer fails without its signature, and finds updates in the release', () => {
  const { mac, win } = packagingFor({ ...APPLE, ...WINDOWS })
  for (const system of [mac, win]) {
    expect(system).toMatchObject({ forceCodeSigning: true, publish: { provider: 'github' } })
    expect(system?.artifactName).not.toContain('unsigned')
  }
  expect(mac).toMatchObject({ notarize: true, hardenedRuntime: true })
  expect(mac).not.toHaveProperty('identity')
  expect(win).not.toHaveProperty('azureSignOptions')
  expect(packagingFor(AZURE).win).toMatchObject({
    forceCodeSigning: true,
    azureSignOptions: { publisherName: 'CN=SkillHaat' },
  })
})

it('half a set of secrets stops the packaging and names the rest', () => {
  expect(() => packagingFor({ CSC_LINK: 'base64' })).toThrow(/Also set CSC_KEY_PASSWORD/)
  expect(() => packagingFor({ ...APPLE, APPLE_API_ISSUER: '' })).toThrow(/Also set APPLE_API_ISSUER/)
  expect(() => packagingFor({ CSC_LINK: 'x', CSC_KEY_PASSWORD: 'x' })).toThrow(/APPLE_API_KEY/)
})

it('the icons hold every size that the three systems ask for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'icons-'))
  await writeIcons(folder)
  const apple = readFileSync(join(folder, 'icon.icns'))
  expect([apple.toString('latin1', 0, 4), apple.readUInt32BE(4)]).toEqual(['icns', apple.length])
  const windows = readFileSync(join(folder, 'icon.ico'))
  const last = 6 + 16 * (windows.readUInt16LE(4) - 1)
  const largest = windows.subarray(windows.readUInt32LE(last + 12), windows.length)
  expect(await sharp(largest).metadata()).toMatchObject({ format: 'png', width: 256, height: 256, hasAlpha: true })
  expect(largest).toHaveLength(windows.readUInt32LE(last + 8))
  expect(readdirSync(join(folder, 'linux'))).toContain('512x512.png')
})
