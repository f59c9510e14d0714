import { useContext } from 'react'
import { ShopChangesContext } from '../../content/brand.ts'
import { chakra } from '../../ui/chakra.ts'

/** True while the shop takes practice money alone. */
export const useInTest = () => useContext(ShopChangesContext)?.payments?.test ?? false

/** Above every screen of the console in a shop that takes practice money. */
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
