import tagline from '../fonts/anek-tagline.woff2'

/** The address of the font of the shop's sign, which one page shows. */
export const signFont: string = tagline
