import { Disclosure } from '../../shared/Disclosure.tsx'
import { chakra } from '../../ui/chakra.ts'
import { fieldLabel, valueText } from './field-labels.ts'
import type { Entry } from './phrases.ts'

const List = chakra('dl', {
  base: {
    display: 'grid',
    gap: '1',
    textStyle: 'sm',
    color: 'fg.muted',
    mt: '1',
    '& div': { overflowWrap: 'anywhere' },
    '& dt': { display: 'inline', fontWeight: '550' },
    '& dd': { display: 'inline' },
  },
})

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The fields that a write has changed, as they were and as they are since. */
export function Changes({ before, after }: Pick<Entry, 'before' | 'after'>) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) return null
  return (
    <Disclosure small label="Details">
      <List>
        {names.map((name) => (
          <div key={name}>
            <dt>{capital(fieldLabel(name))}: </dt>
            <dd>
              {before && valueText(name, before[name])}
              {before && after && ' → '}
              {after && valueText(name, after[name])}
            </dd>
          </div>
        ))}
      </List>
    </Disclosure>
  )
}
