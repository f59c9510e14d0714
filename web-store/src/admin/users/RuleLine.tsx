import { MOST_RULES, type SegmentRule } from 'contract/segments'
import { Fragment, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconPlus, IconX } from '../../ui/icons.ts'
import { later } from '../../ui/later.tsx'
import { useCourseNames } from '../courses/use-course-names.ts'
import { coursesIn, ruleWords } from './rules.ts'

const RuleDialog = later(() => import('./RuleDialog.tsx'))

const Line = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2',
    flexGrow: '1',
    minH: '11',
    textStyle: 'sm',
    color: 'fg.muted',
  },
})

const Chip = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'stretch',
    maxW: 'full',
    color: 'action.fg',
    bg: 'action.subtle',
    borderWidth: '1px',
    borderColor: 'action.muted',
    borderRadius: 'l2',
    '& > button': { cursor: 'pointer', minH: '9', borderRadius: 'l2', _hover: { bg: 'action.muted' } },
  },
})

/** As wide before the names are loaded as after. */
const Named = chakra('b', {
  base: {
    display: 'inline-block',
    verticalAlign: 'bottom',
    w: '13rem',
    maxW: 'full',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
})

type Props = { rules: readonly SegmentRule[]; onChange: (rules: SegmentRule[]) => void }

/** The filter of the students as a sentence: each chip is a rule, opened by a press and removed by its ×. */
export function RuleLine({ rules, onChange }: Props) {
  /** The place of the rule that is open; a place behind the last is a new one. */
  const [open, setOpen] = useState<number>()
  const named = coursesIn(rules)
  return (
    <Line role="group" aria-label="Rules" flexBasis={rules.length > 0 ? 'full' : '20rem'}>
      {rules.length > 0 && <span>Students who</span>}
      {named.length > 0 ? (
        <NamedChips rules={rules} named={named} onChange={onChange} onOpen={setOpen} />
      ) : (
        <Chips rules={rules} courseName={String} onChange={onChange} onOpen={setOpen} />
      )}
      {rules.length < MOST_RULES && (
        <Button variant="ghost" size="sm" onClick={() => setOpen(rules.length)}>
          <Icon of={IconPlus} size={16} />
          {rules.length === 0 ? 'Filter students' : 'Add a rule'}
        </Button>
      )}
      {open !== undefined && (
        <RuleDialog
          rule={rules[open]}
          onDone={(rule) => {
            onChange(open < rules.length ? rules.with(open, rule) : [...rules, rule])
            setOpen(undefined)
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Line>
  )
}

type ChipsProps = Props & { onOpen: (place: number) => void }

function NamedChips({ named, ...rest }: ChipsProps & { named: readonly string[] }) {
  const { nameOf } = useCourseNames(named)
  return <Chips courseName={nameOf} {...rest} />
}

function Chips({ rules, courseName, onChange, onOpen }: ChipsProps & { courseName: (id: string) => string }) {
  return rules.map((rule, place) => {
    const [verb, what] = ruleWords(rule, courseName)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no other name, and the same may stand twice
      <Fragment key={place}>
        {place > 0 && <span>and</span>}
        <Chip>
          <chakra.button type="button" ps="3" pe="1.5" py="1" textAlign="start" onClick={() => onOpen(place)}>
            {verb} {coursesIn([rule]).length > 0 ? <Named title={what}>{what}</Named> : <b>{what}</b>}
          </chakra.button>
          <chakra.button
            type="button"
            minW="9"
            display="grid"
            placeItems="center"
            aria-label={`Remove: ${verb} ${what}`}
            onClick={() => onChange(rules.toSpliced(place, 1))}
          >
            <Icon of={IconX} size={16} />
          </chakra.button>
        </Chip>
      </Fragment>
    )
  })
}
