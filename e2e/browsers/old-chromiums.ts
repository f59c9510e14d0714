import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { extract } from 'tar-stream'

const CACHE = fileURLToPath(new URL('../../.cache/browsers/', import.meta.url))
const REGISTRY = process.env.npm_config_registry ?? 'https://registry.npmjs.org/'

/** Packages that carry an old Chromium for Linux on x64, as npm pins them. */
export const OLD_CHROMIUMS = {
  79: {
    name: 'chrome-aws-lambda',
    version: '2.0.2',
    integrity: 'sha512-Aqgq5F93eJARkO+O/wD+2bCCFOVQNfA329sdPNl8ib0gsRjS00bAgTc9f5Mvto7H7yDuBcy0V3xJQZwMvmILUg==',
  },
  91: {
    name: 'chrome-aws-lambda',
    version: '9.1.0',
    integrity: 'sha512-y6MOarSzL5LmDv8sWUdDe4wHuAAEeWMlCbLwmL6Bj+pBPava37UuEPbWD5YAXyJx6oHoC0efLGqYDi56k4KMUQ==',
  },
  109: {
    name: '@sparticuz/chromium',
    version: '109.0.6',
    integrity: 'sha512-9hTE03DXnrWTiGNpfjLfmGhIfmiVAerSPinDb+x5bBdM4KF4PMM1NZ0A+V7WKazoA+CasSX/osHK8K0MuO6uqg==',
  },
  116: {
    name: '@sparticuz/chromium',
    version: '116.0.0',
    integrity: 'sha512-PynBS6fIE9DnQofQFSGMn63sbHxrcQOmQDGfv1p4sXCEw8IjTBqTj1j72/RomhjtnbaTJn3ktuaPCQc6j51sUQ==',
  },
} as const

/** Returns the program of an old Chromium, which is fetched once from the npm registry. */
export async function oldChromium(major: keyof typeof OLD_CHROMIUMS): Promise<string> {
  const folder = join(CACHE, `chromium-${major}`)
  const program = join(folder, 'chromium')
  if (existsSync(program)) return program
  const { name, version, integrity } = OLD_CHROMIUMS[major]
  const address = new URL(`${name}/-/${name.split('/').at(-1)}-${version}.tgz`, REGISTRY)
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  const archive = Buffer.from(await answer.arrayBuffer())
  const found = `sha512-${createHash('sha512').update(archive).digest('base64')}`
  if (found !== integrity) throw new Error(`${name} ${version} is not the package that is pinned`)
  const next = `${folder}.${process.pid}`
  await mkdir(next, { recursive: true })
  for (const [file, packed] of await filesOf(
    await promisify(gunzip)(archive),
    /^package\/bin\/(chromium|swiftshader)/,
  )) {
    const bytes = await promisify(brotliDecompress)(packed)
    if (file.includes('chromium')) await writeFile(join(next, 'chromium'), bytes, { mode: 0o755 })
    else await unpackDrawing(bytes, next)
  }
  await rm(folder, { recursive: true, force: true })
  await rename(next, folder)
  return program
}

/** Puts the libraries that draw without a graphics card where this Chromium looks for them. */
async function unpackDrawing(archive: Buffer, folder: string): Promise<void> {
  await mkdir(join(folder, 'swiftshader'), { recursive: true })
  for (const [name, bytes] of await filesOf(archive, /./))
    for (const place of [folder, join(folder, 'swiftshader')])
      await writeFile(join(place, name), bytes, { mode: 0o755 })
}

async function filesOf(archive: Buffer, wanted: RegExp): Promise<[name: string, bytes: Buffer][]> {
  const files: [string, Buffer][] = []
  const reading = extract()
  reading.end(archive)
  for await (const entry of reading) {
    const parts: Buffer[] = []
    for await (const part of entry) parts.push(part as Buffer)
    if (entry.header.type === 'file' && wanted.test(entry.header.name))
      files.push([entry.header.name, Buffer.concat(parts)])
  }
  return files
}
