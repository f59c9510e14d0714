import type { Course } from 'contract/courses/courses'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconMinus, IconPlus } from '../../ui/icons.ts'
import { Wrap } from '../../ui/layout.tsx'
import { H2 } from '../../ui/text.tsx'
import { withKeys } from '../../ui/with-keys.ts'

/** Details of one name: the browser itself keeps one open at a time, also without scripts. */
const Item = chakra('details', {
  base: {
    borderBottomWidth: '1px',
    borderColor: 'border',
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
    '& svg': { color: 'action.fg' },
    '&[open] [data-closed], &:not([open]) [data-opened]': { display: 'none' },
    '& p': { pe: '10', pb: '5', color: 'fg.muted', whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  },
})

/** Questions with their answers, and the small print of the course; one of them is there. */
export default function Faq({ course: { faq, legal_disclaimer: disclaimer } }: { course: Course }) {
  return (
    <Wrap size="narrow">
      {faq.length > 0 && (
        <>
          <H2>{t('Frequently asked questions')}</H2>
          <chakra.div borderTopWidth="1px" borderColor="border">
            {withKeys(faq, ({ question }) => question).map(({ key, entry: { question, answer }, index }) => (
              <Item key={key} name="faq" open={index === 0}>
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
          </chakra.div>
        </>
      )}
      {disclaimer && (
        <chakra.p textStyle="sm" color="fg.subtle" maxW="70ch" mt={faq.length > 0 ? '7' : '0'} whiteSpace="pre-line">
          {disclaimer}
        </chakra.p>
      )}
    </Wrap>
  )
}
