import { chakra } from '../../../ui/chakra.ts'
import { ON_ITS_SIDE, TINY } from '../lesson/stage-parts.tsx'

/** Height of the picture on phones. */
const PICTURE = 'min(56.25vw, 56svh)'

/** The types of styles know no selector that ends behind the element. */
const stuckOfPage: object = {
  'html:has(&[data-picture])': {
    '--stuck': { base: PICTURE, lg: '0px' },
    [TINY]: { '--stuck': '0px' },
    [ON_ITS_SIDE]: { '--stuck': '0px' },
  },
}

/**
 * The picture stays while what is below it scrolls, and under it the tabs: `--picture` is its height, `--stuck` where they stay. On a phone on
 * its side the picture has the screen, and all else is below it. The page knows it as well, so that nothing that is scrolled to or gets the
 * focus lies under the picture (`scroll-padding` in index.html).
 */
export const Columns = chakra('div', {
  base: {
    '--picture': PICTURE,
    '--stuck': '0px',
    '&[data-picture]': { '--stuck': { base: 'var(--picture)', lg: '0px' } },
    ...stuckOfPage,
    display: { base: 'flex', lg: 'grid' },
    flexDirection: 'column',
    gridTemplateRows: { lg: 'auto minmax(0, 1fr)' },
    gridTemplateColumns: { lg: '340px minmax(0, 1fr)' },
    minH: 'calc(100dvh - 3.75rem - 1px)',
    alignContent: { lg: 'stretch' },
    bg: { base: 'bg.panel', lg: 'transparent' },
    [TINY]: { '&[data-picture]': { '--stuck': '0px' } },
    [ON_ITS_SIDE]: {
      // The header lies over an own video; a frame is below it, and has the rest of the screen.
      '--picture': 'calc(100svh - 3.75rem - 1px)',
      '&[data-picture]': { '--stuck': '0px' },
      '&:has([data-picture] > video)': { '--picture': '100svh' },
    },
  },
})

/** On narrow screens its parts are parts of the whole page: so the picture stays until the end of that. */
export const View = chakra('div', {
  base: {
    display: { base: 'contents', lg: 'block' },
    minW: '0',
    pt: { lg: '6' },
    px: { lg: '8' },
    pb: { lg: '8' },
  },
})

/** Takes the place of the picture of other lessons. */
export const Paper = chakra('section', {
  base: {
    bg: 'bg.panel',
    borderColor: 'border',
    borderWidth: { base: '0 0 1px', lg: '1px' },
    borderRadius: { lg: 'l3' },
    p: { base: '4', md: '6' },
  },
})
