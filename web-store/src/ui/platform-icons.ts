import { outline } from './icon-drawing.ts'

// The marks of the platforms, for the sales page alone. Where from: see `icons.ts`.

export const IconBrandFacebook = outline('M7 10v4h3v7h4v-7h3l1 -4h-4v-2a1 1 0 0 1 1 -1h3v-4h-3a5 5 0 0 0 -5 5v2h-3')
export const IconBrandInstagram = outline(
  'M3 7a4 4 0 0 1 4 -4h10a4 4 0 0 1 4 4v10a4 4 0 0 1 -4 4h-10a4 4 0 0 1 -4 -4l0 -10M8.5 12a3.5 3.5 0 1 0 7 0a3.5 3.5 0 0 0 -7 0M17 7v.01',
)
export const IconBrandPinterest = outline(
  'M8 20l4 -9M10.7 14c.437 1.263 1.43 2 2.55 2c2.071 0 3.75 -1.554 3.75 -4a5 5 0 1 0 -9.7 1.7M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0',
)
export const IconBrandTelegram = outline('M15 10l-4 4l6 6l4 -16l-18 7l4 2l2 6l3 -4')
export const IconBrandTiktok = outline(
  'M21 7.917v4.034a9.948 9.948 0 0 1 -5 -1.951v4.5a6.5 6.5 0 1 1 -8 -6.326v4.326a2.5 2.5 0 1 0 4 2v-11.5h4.083a6.005 6.005 0 0 0 4.917 4.917',
)
export const IconBrandX = outline('M4 4l11.733 16h4.267l-11.733 -16l-4.267 0M4 20l6.768 -6.768m2.46 -2.46l6.772 -6.772')
export const IconBrandYoutube = outline(
  'M2 8a4 4 0 0 1 4 -4h12a4 4 0 0 1 4 4v8a4 4 0 0 1 -4 4h-12a4 4 0 0 1 -4 -4v-8M10 9l5 3l-5 3l0 -6',
)
export const IconWorld = outline(
  'M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0M3.6 9h16.8M3.6 15h16.8M11.5 3a17 17 0 0 0 0 18M12.5 3a17 17 0 0 1 0 18',
)
