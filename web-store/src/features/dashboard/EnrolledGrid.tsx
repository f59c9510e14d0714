import { chakra } from '../../ui/chakra.ts'

export const EnrolledGrid = chakra('div', {
  base: { display: 'grid', gap: '5', gridTemplateColumns: { base: '1fr', md: '1fr 1fr', lg: 'repeat(4, 1fr)' } },
})
