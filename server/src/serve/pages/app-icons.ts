import { withChanges } from 'contract/shop/defaults'
import { type RequestHandler, Router } from 'express'
import type { Context } from '../../context.ts'
import { withSharp } from '../../courses/media/pictures.ts'
import { readStored } from '../../courses/media/stored-picture.ts'
import { type ReadyAnswer, readyAnswer, sendReady } from '../../platform/net/ready-answer.ts'
import type { PageCatalogue } from './page-table.ts'
import { logoShapes } from './share-drawing.ts'

type IconLook = {
  size: number
  /** The logo's share of the side: launchers cut a maskable icon to a circle of 80%. */
  share: number
  /** Without one the icon is see-through. */
  ground?: string
}

const GROUND = '#FFFFFF'
/** Maximum share of the side for an uploaded logo. */
const LOGO_SHARE = 0.88
const LOGO_SIDE = 32
const LOGO_BODY = '#2B3390'

const icons: Record<string, IconLook> = {
  'icon-192.png': { size: 192, share: 1 },
  'icon-512.png': { size: 512, share: 1 },
  'icon-maskable-512.png': { size: 512, share: 0.56, ground: GROUND },
  'apple-touch-icon.png': { size: 180, share: 0.72, ground: GROUND },
  'favicon.ico': { size: 32, share: 1 },
}

/** Every page's links to icons and manifest; the scalable favicon is of the build. */
export const ICON_LINKS = [
  '<link rel="icon" href="/favicon.ico" sizes="32x32">',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
  '<link rel="manifest" href="/manifest.webmanifest">',
].join('\n')

const DAY = 'public, max-age=86400'
const HOUR = 'public, max-age=3600'

/**
 * Serves `/manifest.webmanifest` with the shop's name, and the icons that phones and browsers load: the owner's icon,
 * else the logo, else the mark of the build. Draws on the first request, and again when the logo changes.
 */
export function createAppIcons(ctx: Pick<Context, 'files'>, catalogue: Pick<PageCatalogue, 'shop'>): RequestHandler {
  let drawn = { logo: '', icons: new Map<string, Promise<ReadyAnswer>>() }
  const draw = (name: string, look: IconLook, logo: string) => {
    if (drawn.logo !== logo) drawn = { logo, icons: new Map() }
    const { icons } = drawn
    const known = icons.get(name)
    if (known) return known
    const made = iconOf(ctx, look, logo).then((png) => picture(name, png, look.size))
    made.catch(() => icons.delete(name))
    icons.set(name, made)
    return made
  }
  const ownIcon = async () => {
    const { look, brand } = withChanges(await catalogue.shop())
    return look.icon || brand.logo
  }
  const router = Router()
  for (const [name, look] of Object.entries(icons)) {
    router.get(`/${name}`, async (req, res) => {
      const icon = await draw(name, look, await ownIcon())
      res.setHeader('Cache-Control', DAY)
      await sendReady(req, res, icon)
    })
  }
  router.get('/manifest.webmanifest', async (req, res) => {
    const { name, logo_text, description } = withChanges(await catalogue.shop()).brand
    const manifest = {
      id: '/',
      name,
      short_name: logo_text || name,
      ...(description && { description }),
      lang: 'en-IN',
      start_url: '/dashboard',
      scope: '/',
      display: 'standalone',
      background_color: GROUND,
      theme_color: GROUND,
      icons: Object.entries(icons).flatMap(([file, { size, ground }]) => {
        if (!file.startsWith('icon-')) return []
        return { src: `/${file}`, sizes: `${size}x${size}`, type: 'image/png', purpose: ground ? 'maskable' : 'any' }
      }),
    }
    res.setHeader('Cache-Control', HOUR)
    await sendReady(req, res, readyAnswer('application/manifest+json', JSON.stringify(manifest)))
  })
  return router
}

async function iconOf(ctx: Pick<Context, 'files'>, look: IconLook, logo: string): Promise<Buffer> {
  const bytes = logo ? await readStored(ctx, logo) : undefined
  // A logo of another site is not fetched, and one that is gone or cannot be decoded is none.
  return (bytes && (await logoIcon(look, bytes).catch(() => undefined))) ?? drawIcon(look)
}

/** The logo whole in the middle of a square, which is never see-through: it was made for a light page. */
function logoIcon({ size, share }: IconLook, logo: Buffer): Promise<Buffer> {
  const side = Math.round(size * Math.min(share, LOGO_SHARE))
  return withSharp(async (sharp) => {
    const fitted = await sharp(logo, { limitInputPixels: 64_000_000 })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside' })
      .png()
      .toBuffer()
    return sharp({ create: { width: size, height: size, channels: 3, background: GROUND } })
      .composite([{ input: fitted, gravity: 'centre' }])
      .png({ compressionLevel: 9 })
      .toBuffer()
  })
}

function drawIcon({ size, share, ground }: IconLook): Promise<Buffer> {
  const side = LOGO_SIDE / share
  const edge = (LOGO_SIDE - side) / 2
  const back = ground ? `<rect x="${edge}" y="${edge}" width="${side}" height="${side}" fill="${ground}"/>` : ''
  const box = `viewBox="${edge} ${edge} ${side} ${side}" width="${size}" height="${size}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${back}${logoShapes(LOGO_BODY)}</svg>`
  return withSharp((sharp) => sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer())
}

function picture(name: string, png: Buffer, size: number): ReadyAnswer {
  const file = name.endsWith('.ico') ? readyAnswer('image/x-icon', icoOf(png, size)) : readyAnswer('image/png', png)
  return { ...file, encodings: [] }
}

/** A PNG in the frame of an ICO file: its header, and one entry that says where the picture is. */
function icoOf(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
