import { chakra } from './chakra.ts'

/** Above every screen of a shop that takes practice money. */
export const TestBand = chakra('aside', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'center',
    columnGap: '2',
    px: '4',
    py: '1',
    bg: 'buy.solid',
    color: '#15173A',
    fontWeight: '600',
    textStyle: 'sm',
    textAlign: 'center',
    '& a': { textDecoration: 'underline' },
  },
})
