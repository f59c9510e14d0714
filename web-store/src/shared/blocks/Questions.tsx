import type { ShownSettings } from 'contract/pages/blocks'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconMinus, IconPlus } from '../../ui/icons.ts'
import { Wrap } from '../../ui/layout.tsx'
import { H2 } from '../../ui/text.tsx'
import { withKeys } from '../../ui/with-keys.ts'

/** The browser itself opens and closes it, also without scripts. */
const Item = chakra('details', {
  base: {
    borderBottomWidth: '1px',
    borderColor: 'border',
    '[data-stage] &': { borderColor: 'stage.border' },
    '& summary': {
      display: 'flex',
      justifyContent: 'space-between',
      alignItems: 'center',
      gap: '4',
      py: '4.5',
      fontWeight: '600',
      fontSize: '1.0625rem',
      cursor: 'pointer',
      listStyle: 'none',
      overflowWrap: 'anywhere',
    },
    '& summary::-webkit-details-marker': { display: 'none' },
    '&[open] [data-closed], &:not([open]) [data-opened]': { display: 'none' },
    '& p': { pe: '10', pb: '5', opacity: '.86', whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  },
})

/** Questions with their answers. */
export default function Questions({ settings: { heading, questions } }: { settings: ShownSettings['faq'] }) {
  const shown = questions.filter(({ question, answer }) => question && answer)
  return (
    <Wrap size="narrow">
      {heading && (
        <H2 mb="5" overflowWrap="anywhere">
          {heading}
        </H2>
      )}
      <div>
        {withKeys(shown, ({ question }) => question).map(({ key, entry: { question, answer } }) => (
          <Item key={key}>
            <summary>
              {question}
              <span data-closed>
                <Icon of={IconPlus} />
              </span>
              <span data-opened>
                <Icon of={IconMinus} />
              </span>
            </summary>
            <p>{answer}</p>
          </Item>
        ))}
      </div>
    </Wrap>
  )
}
