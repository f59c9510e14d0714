import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconMinus, IconPlus } from '../../ui/icons.ts'
import { Wrap } from '../../ui/layout.tsx'
import { H2 } from '../../ui/text.tsx'
import { withKeys } from '../../ui/with-keys.ts'

const List = chakra('div', {
  base: { borderTopWidth: '1px', borderColor: 'border', '[data-stage] &': { borderColor: 'stage.border' } },
})

/** Details of one name: the browser itself keeps one open at a time, also without scripts. */
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
    '& svg': { color: 'action.fg', '[data-stage] &': { color: 'inherit' } },
    '&[open] [data-closed], &:not([open]) [data-opened]': { display: 'none' },
    '& p': {
      pe: '10',
      pb: '5',
      color: 'fg.muted',
      whiteSpace: 'pre-line',
      overflowWrap: 'anywhere',
      '[data-stage] &': { color: 'stage.muted' },
    },
  },
})

type Props = {
  heading: string
  questions: readonly { question: string; answer: string }[]
  /** The small print below them. */
  note?: string | null | undefined
  /** One question of a name is open at a time. */
  name?: string
}

/** Questions with their answers, the first one open, and the small print. */
export default function Faq({ heading, questions, note, name = 'faq' }: Props) {
  return (
    <Wrap size="narrow">
      {questions.length > 0 && (
        <>
          {heading && (
            <H2 mb="5" overflowWrap="anywhere">
              {heading}
            </H2>
          )}
          <List>
            {withKeys(questions, ({ question }) => question).map(({ key, entry: { question, answer }, index }) => (
              <Item key={key} name={name} open={index === 0}>
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
          </List>
        </>
      )}
      {note && (
        <chakra.p
          textStyle="sm"
          color="fg.subtle"
          maxW="70ch"
          mt={questions.length > 0 ? '7' : '0'}
          whiteSpace="pre-line"
        >
          {note}
        </chakra.p>
      )}
    </Wrap>
  )
}
