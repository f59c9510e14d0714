import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { Wrap } from '../../ui/layout.tsx'
import { textsWithKeys } from '../../ui/with-keys.ts'

/** The long description, one check-marked point per line. */
export default function Points({ text }: { text: string }) {
  const points = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
  if (points.length === 0) return null
  return (
    <chakra.section
      bg="bg.panel"
      borderBottomWidth="1px"
      borderColor="border"
      py={{ base: '7', md: '9' }}
      aria-label={t('What it is')}
    >
      <Wrap asChild>
        <chakra.ul
          display="grid"
          gridTemplateColumns={{ base: '1fr', md: '1fr 1fr', lg: 'repeat(3,1fr)' }}
          columnGap="8"
          rowGap={{ base: '3', md: '4' }}
        >
          {textsWithKeys(points).map(({ key, entry: point }) => (
            <chakra.li
              key={key}
              display="flex"
              gap="3"
              fontWeight="550"
              lineHeight="1.4"
              minW="0"
              overflowWrap="anywhere"
              css={{ '& svg': { color: 'success.fg', mt: '1px' } }}
            >
              <Icon of={IconCheck} strokeWidth={2.75} />
              <span>{point}</span>
            </chakra.li>
          ))}
        </chakra.ul>
      </Wrap>
    </chakra.section>
  )
}
