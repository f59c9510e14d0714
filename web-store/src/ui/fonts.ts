import tagline from '../fonts/anek-tagline.woff2'

/** The address of the font of the shop's sign, used on one page. */
export const signFont: string = tagline
