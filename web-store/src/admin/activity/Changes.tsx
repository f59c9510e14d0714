import { chakra } from '@chakra-ui/react'

type Fields = Record<string, unknown> | null

const words = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return 'empty'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const List = chakra('dl', {
  base: {
    display: 'grid',
    gap: '1',
    textStyle: 'sm',
    mt: '1.5',
    '& div': { overflowWrap: 'anywhere' },
    '& dt': { display: 'inline', fontWeight: '550' },
    '& dd': { display: 'inline' },
  },
})

/** The fields that a write has changed, as they were and as they are since. */
export function Changes({ before, after }: { before: Fields; after: Fields }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) return <chakra.span color="fg.muted">No changes yet</chakra.span>
  return (
    <chakra.details maxW="420px">
      <chakra.summary cursor="pointer" py="1.5">
        {names.length === 1 ? names[0] : `${names.length} fields`}
      </chakra.summary>
      <List>
        {names.map((name) => (
          <div key={name}>
            <dt>{name}: </dt>
            <dd>
              {before && words(before[name])}
              {before && after && ' → '}
              {after && words(after[name])}
            </dd>
          </div>
        ))}
      </List>
    </chakra.details>
  )
}
