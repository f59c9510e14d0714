import { MOVE_FIELDS } from 'contract/move-in/fields'
import type { MoveColumn, ReadFile } from 'contract/move-in/file'
import type { MovePlan } from 'contract/move-in/plan'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Select } from '../../ui/Field.tsx'
import { countText, longDateText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { MatchCard, MatchTable, RowNote } from './match-parts.tsx'
import { exampleIn, guessesOf } from './match-plan.ts'

/** So many columns that nothing is made of are shown at first. */
const FEW = 6

type Props = { read: ReadFile; plan: MovePlan; onChange: (change: Partial<MovePlan>) => void }

/** Matches each column with a field, beside samples and how sure the guess is. */
export function MatchColumns({ read, plan, onChange }: Props) {
  const [isAll, setAll] = useState(false)
  const guesses = guessesOf(read)
  const idle = read.columns
    .filter(({ heading }) => !guesses[heading] && !plan.columns[heading])
    .toSorted((one, other) => Number(one.sure) - Number(other.sure))
  const hidden = new Set(!isAll && idle.length > FEW + 2 ? idle.slice(FEW).map(({ heading }) => heading) : [])
  const { file_name, sheet, rows } = read
  return (
    <MatchCard
      title="Columns"
      beside={`${file_name}${sheet ? `, sheet ${sheet}` : ''}, ${countText(rows, 'row')}${read.remembered ? ', matched as last time' : ''}`}
    >
      <MatchTable>
        <thead>
          <tr>
            <th scope="col">In your file</th>
            <th scope="col">For example</th>
            <th scope="col">Becomes</th>
            <th scope="col">
              <VisuallyHidden>How sure</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {read.columns
            .filter(({ heading }) => !hidden.has(heading))
            .map((column) => (
              <ColumnRow
                key={column.heading}
                column={column}
                plan={plan}
                isGuess={plan.columns[column.heading] === guesses[column.heading]}
                onChange={onChange}
              />
            ))}
        </tbody>
      </MatchTable>
      {hidden.size > 0 && (
        <chakra.div px={{ base: '4', md: '5' }} py="3" borderTopWidth="1px" borderColor="border">
          <Button variant="outline" size="sm" onClick={() => setAll(true)}>
            Show {countText(hidden.size, 'column')} that are left out
          </Button>
        </chakra.div>
      )}
    </MatchCard>
  )
}

type RowProps = Omit<Props, 'read'> & { column: MoveColumn; isGuess: boolean }

function ColumnRow({ column, plan, isGuess, onChange }: RowProps) {
  const { heading, samples, sure } = column
  const [isOpened, setOpened] = useState(false)
  const fields: Readonly<Record<string, string>> = MOVE_FIELDS[plan.kind]
  const field = plan.columns[heading] ?? null
  const order = plan.dates?.[heading]
  const dated = field !== null && order !== undefined && column.dates
  const isSure = isGuess && sure && field !== null && (!dated || dated.proven)
  const other = order === 'day_first' ? 'month_first' : 'day_first'
  return (
    <tr data-folded={(isSure && !isOpened) || undefined}>
      <td>
        <chakra.span fontWeight="550">{heading}</chakra.span>
      </td>
      <td>
        {samples.length > 0 && (
          <chakra.span color="fg.muted" lineClamp="2">
            {samples.slice(0, 3).join(', ')}
          </chakra.span>
        )}
      </td>
      <td data-choice>
        <Select
          aria-label={`${heading} becomes`}
          value={field ?? ''}
          onChange={({ target }) => onChange({ columns: { ...plan.columns, [heading]: target.value || null } })}
        >
          <option value="">Leave out</option>
          {Object.entries(fields).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
      </td>
      <td>
        {isSure ? (
          <>
            <chakra.span display={isOpened ? 'inline' : { base: 'none', md: 'inline' }}>
              <RowNote tone="success">Sure</RowNote>
            </chakra.span>
            {!isOpened && (
              <Button data-phone-only variant="ghost" colorPalette="success" px="1" onClick={() => setOpened(true)}>
                {fields[field]}
                <Icon of={IconCheck} size={16} />
                <VisuallyHidden> is what {heading} becomes. Change</VisuallyHidden>
              </Button>
            )}
          </>
        ) : (
          <>
            {dated && (
              <RowNote>
                {longDateText(Date.parse(exampleIn(column, order)))},{' '}
                {order === 'day_first' ? 'day first' : 'month first'}.{' '}
                <chakra.button
                  type="button"
                  color="action.fg"
                  fontWeight="600"
                  textDecoration="underline"
                  textUnderlineOffset="3px"
                  cursor="pointer"
                  py="1"
                  onClick={() => onChange({ dates: { ...plan.dates, [heading]: other } })}
                >
                  {other === 'day_first' ? 'Day first' : 'Month first'}
                  <VisuallyHidden> in {heading}</VisuallyHidden>
                </chakra.button>
              </RowNote>
            )}
            {!dated && isGuess && !sure && (
              <RowNote tone="buy">{field ? 'A guess. Please check.' : 'Not known. Please check.'}</RowNote>
            )}
          </>
        )}
      </td>
    </tr>
  )
}
