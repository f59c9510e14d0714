import { chakra } from '../../ui/chakra.ts'
import { Card } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { setPreparesByItself, usePreparesByItself } from './by-itself.ts'
import { canPrepare } from './can-prepare.ts'
import { CANNOT_PREPARE } from './not-made.ts'

const Note = chakra(Card, {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: '6',
    px: '4.5',
    py: '2',
    mb: '4.5',
    textStyle: 'sm',
  },
})

const Choice = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minH: '11',
    cursor: 'pointer',
    '& input': { flex: 'none', w: '5', h: '5', cursor: 'pointer' },
  },
})

/** Offers to process the videos without other qualities on this computer, once for all of them. */
export default function PreparingNote() {
  const on = usePreparesByItself()
  const able = canPrepare()
  return (
    <Note role="note">
      <Text color="fg.muted" py="1" flex="1 1 320px">
        {able
          ? 'This computer can make smaller qualities of a video for slow connections, in about the time that it plays.'
          : CANNOT_PREPARE}
      </Text>
      {(able || on) && (
        <Choice>
          <input
            type="checkbox"
            checked={on}
            onChange={({ currentTarget }) => setPreparesByItself(currentTarget.checked)}
          />
          Process all lesson videos on this computer automatically
        </Choice>
      )}
    </Note>
  )
}
