import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Card } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { textsWithKeys } from '../../ui/with-keys.ts'

const isAddress = (entry: string) => /^(https:\/\/|\/media\/)/.test(entry)

/** Shows the owner's banners: pictures, or words where an entry is no address. */
export function Banners({ entries }: { entries: string[] }) {
  if (entries.length === 0) return null
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{
        base: 'minmax(0,1fr)',
        md: entries.length > 1 ? 'repeat(2,minmax(0,1fr))' : 'minmax(0,1fr)',
      }}
      gap="5"
      mt="5"
    >
      {textsWithKeys(entries).map(({ key, entry, index }) =>
        isAddress(entry) ? (
          <chakra.div
            key={key}
            borderRadius="calc({radii.l2} * 1.2)"
            borderWidth="1px"
            borderColor="border"
            overflow="hidden"
            alignSelf="start"
          >
            <Picture
              place={entries.length > 1 ? 'half' : 'whole'}
              src={entry}
              alt={t('More about this course {number}', { number: index + 1 })}
              label=""
            />
          </chakra.div>
        ) : (
          <Card key={key} padded display="grid" alignContent="center" textStyle="lead" overflowWrap="anywhere">
            {entry}
          </Card>
        ),
      )}
    </chakra.div>
  )
}
