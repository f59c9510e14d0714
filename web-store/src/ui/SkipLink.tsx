import { chakra } from './chakra.ts'

/** The first stop of the Tab key: skips the bar, to `#content`. Visible on focus; its colours depend on its place. */
export const SkipLink = chakra('a', {
  base: {
    position: 'absolute',
    left: '4',
    top: '-100px',
    zIndex: '50',
    px: '4',
    py: '2.5',
    borderRadius: 'l2',
    _focus: { top: '2' },
  },
})
