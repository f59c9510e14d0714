import anek from '../fonts/anek-latin.woff2'
import hind from '../fonts/hind-devanagari-600-normal.woff2'
import muktaHindi from '../fonts/mukta-devanagari-600.woff2'
import mukta from '../fonts/mukta-latin-600.woff2'
import poppinsHindi from '../fonts/poppins-devanagari-600.woff2'
import poppins from '../fonts/poppins-latin-600.woff2'

/** Addresses of the fonts of each pair of types, Latin and Devanagari, for the choice in the console. */
export const typeSamples = {
  anek: [anek, hind],
  poppins: [poppins, poppinsHindi],
  mukta: [mukta, muktaHindi],
} as const
