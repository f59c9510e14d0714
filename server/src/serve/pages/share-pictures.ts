import { addedTaxText } from 'contract/added-tax'
import { mediaFacts } from 'contract/media/address'
import { idOfHex, SHOP_SHARE_PATH } from 'contract/share-picture'
import { withChanges } from 'contract/shop/defaults'
import { type RequestHandler, Router } from 'express'
import type { Context } from '../../context.ts'
import { createBoundedCache } from '../../courses/courses/bounded-cache.ts'
import { withSharp } from '../../courses/media/pictures.ts'
import { readStored } from '../../courses/media/stored-picture.ts'
import { plainError } from '../../errors.ts'
import { type ReadyAnswer, readyAnswer, sendReady } from '../../platform/net/ready-answer.ts'
import type { PageCatalogue } from './page-table.ts'
import { type Drawing, drawCourse, drawShop, groundSvg } from './share-drawing.ts'
import { type Lettering, loadLettering } from './share-lettering.ts'

const MAX_PICTURES = 300
const MAX_BYTES = 32 * 1024 ** 2
/** Images in progress or waiting; a further request is refused with a retry. */
const MAX_UNDERWAY = 30
const BANNERS = 4
const PLAIN = '#343da6'

export type MakePicture = (
  key: string,
  draw: (letters: Lettering) => Drawing,
  banners: string[],
) => Promise<ReadyAnswer>

/** Creates what makes a picture on its first request, once for all at once, and caches it under its key: the 300 used last. */
export function createPictureMaker(ctx: Pick<Context, 'files'>, maxBytes = MAX_BYTES): MakePicture {
  const stored = createBoundedCache<ReadyAnswer>({ maxEntries: MAX_PICTURES, maxBytes })
  const underway = new Map<string, Promise<ReadyAnswer>>()
  let lettering: Promise<Lettering> | undefined

  async function make(draw: (letters: Lettering) => Drawing, banners: string[]): Promise<ReadyAnswer> {
    lettering ??= loadLettering()
    const drawing = draw(await lettering)
    const pictures = await Promise.all(banners.map((banner) => readBanner(ctx, banner)))
    const picture = readyAnswer('image/jpeg', await compose(drawing, pictures))
    return { ...picture, encodings: [] }
  }

  return async (key, draw, banners) => {
    const known = stored.get(key)
    if (known) return known
    const making = underway.get(key)
    if (making) return making
    if (underway.size >= MAX_UNDERWAY) throw plainError('unavailable', 'Please try again in a moment')
    const begun = make(draw, banners)
    underway.set(key, begun)
    try {
      const made = await begun
      stored.set(key, made, made.bytes.length)
      return made
    } finally {
      underway.delete(key)
    }
  }
}

/** Returns the id in an address; those of before 2026-12 had it as it is. */
function idIn({ hex, name = '' }: { hex?: string; name?: string }): string | undefined {
  const file = hex === undefined ? name : hex.replace(/^(?:[0-9a-f]{2})+/, idOfHex)
  return /^([a-z0-9-]{1,80})\.jpg$/.exec(file)?.[1]
}

/**
 * Serves `/og/course/{hex of the id}.jpg` and `/og.jpg`: the images for shared links, 1200 × 630, cached while their content stays
 * the same.
 */
export function createSharePictures(ctx: Pick<Context, 'files'>, catalogue: PageCatalogue): RequestHandler {
  const picture = createPictureMaker(ctx)
  const shopName = async () => withChanges(await catalogue.shop()).brand.name

  const router = Router()
  router.get(SHOP_SHARE_PATH, async (req, res) => {
    const [{ cards }, shop] = await Promise.all([catalogue.cards({ limit: BANNERS }), shopName()])
    const banners = cards.map(({ banner }) => banner)
    const made = await picture(['shop', shop, ...banners].join('\n'), (letters) => drawShop(letters, shop), banners)
    res.set(HEADERS)
    await sendReady(req, res, made)
  })
  router.get(['/og/page/:hex', '/og/p/:name'], async (req, res) => {
    const slug = idIn(req.params)
    const at = { path: `/p/${slug}`, search: new URLSearchParams(), language: 'en' } as const
    const page = slug === undefined ? undefined : await catalogue.own?.page(at)
    if (!page) throw plainError('not_found', 'Picture not found')
    const { title, images } = page
    const shown =
      images.length > 0 ? images : (await catalogue.cards({ limit: BANNERS })).cards.map((card) => card.banner)
    const shop = await shopName()
    const draw = (letters: Lettering) => drawShop(letters, shop, title)
    const made = await picture(['page', title, shop, ...shown].join('\n'), draw, shown.slice(0, BANNERS))
    res.set(HEADERS)
    await sendReady(req, res, made)
  })
  router.get(['/og/course/:hex', '/og/:name'], async (req, res) => {
    const courseId = idIn(req.params)
    const course = courseId === undefined ? undefined : await catalogue.course(courseId)
    if (!course) throw plainError('not_found', 'Picture not found')
    const { name, banner } = course
    // Nobody can buy it yet: it shows no price.
    const price = 'coming_soon' in course && course.coming_soon ? null : course.price
    const [shop, tax] = await Promise.all([shopName(), catalogue.tax()])
    const addedTax = addedTaxText(tax)
    const draw = (letters: Lettering) => drawCourse(letters, { name, price, shop, addedTax })
    const made = await picture([name, price, banner, shop, addedTax].join('\n'), draw, [banner])
    res.set(HEADERS)
    await sendReady(req, res, made)
  })
  return router
}

/** Its address in a page changes with what is on it; without that part it may be old for a day. */
const HEADERS = { 'Cache-Control': 'public, max-age=86400', 'Cross-Origin-Resource-Policy': 'cross-origin' }

type Banner = { colour: string; bytes: Buffer | undefined }

/** Pictures of other sites are not fetched: the box keeps a plain colour, as it does for one that is gone. */
async function readBanner(ctx: Pick<Context, 'files'>, url: string): Promise<Banner> {
  return { colour: mediaFacts(url)?.colour ?? PLAIN, bytes: await readStored(ctx, url) }
}

function compose(drawing: Drawing, banners: Banner[]): Promise<Buffer> {
  return withSharp(async (sharp) => {
    const layers = []
    for (const [index, { x: left, y: top, width, height }] of drawing.frames.entries()) {
      const { colour = PLAIN, bytes } = banners[index] ?? {}
      const plain = { create: { width, height, channels: 3 as const, background: colour } }
      const fitted =
        bytes &&
        (await sharp(bytes, { limitInputPixels: 64_000_000 })
          .resize({ width, height })
          .toBuffer()
          .catch(() => undefined))
      layers.push({ input: fitted ?? plain, left, top })
    }
    return sharp(Buffer.from(groundSvg(drawing)))
      .composite([...layers, { input: Buffer.from(drawing.top), left: 0, top: 0 }])
      .flatten()
      .jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: '4:4:4' })
      .toBuffer()
  })
}
