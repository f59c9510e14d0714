import type { MoveColumn } from 'contract/move-in/file'
import { Disclosure } from '../../shared/Disclosure.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { countText, longDateText } from '../../ui/format.ts'
import { Card } from '../../ui/layout.tsx'
import { H3 } from '../../ui/text.tsx'
import { Help } from '../forms/form-parts.tsx'
import { exampleIn, fieldsIn, type PlanPart } from './match-plan.ts'

const Grid = chakra('div', {
  base: { display: 'grid', gap: '4', gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 16rem), 1fr))' },
})

/** Lists our fields, each with its column of the file and what is in that one. */
export function MatchColumns({ read, plan, onChange }: PlanPart) {
  const fields = fieldsIn(read, plan)
  const left = read.columns.filter(({ heading, samples }) => !plan.columns[heading] && samples.length > 0)
  const shown = (which: boolean) => (
    <Grid>
      {fields
        .filter(({ isTaken }, at) => (isTaken || at === 0) === which)
        .flatMap(({ field, label, places }) =>
          places.map((column, at) => (
            <ColumnField
              key={`${field} ${column?.heading}`}
              label={at === 0 ? label : `${label}, also`}
              field={field}
              column={column}
              read={read}
              plan={plan}
              onChange={onChange}
            />
          )),
        )}
    </Grid>
  )
  return (
    <Card padded asChild display="grid" gap="4" minW="0">
      <section aria-label="Columns">
        <H3>Columns{read.sheet ? ` of ${read.sheet}` : ''}</H3>
        {shown(true)}
        <Disclosure label="Other fields">{shown(false)}</Disclosure>
        {left.length > 0 && (
          <Disclosure label={`${countText(left.length, 'column')} ${left.length === 1 ? 'is' : 'are'} left out`}>
            <Help overflowWrap="anywhere">{left.map(({ heading }) => heading).join(', ')}</Help>
          </Disclosure>
        )}
      </section>
    </Card>
  )
}

type Props = PlanPart & { field: string; label: string; column: MoveColumn | undefined }

function ColumnField({ field, label, column, read, plan, onChange }: Props) {
  const order = column && plan.dates?.[column.heading]
  const other = order === 'day_first' ? 'month_first' : 'day_first'
  return (
    <div>
      <Field
        as="select"
        label={label}
        value={column?.heading ?? ''}
        help={column?.samples.slice(0, 3).join(', ').slice(0, 120)}
        onChange={({ target }) =>
          onChange({
            columns: {
              ...plan.columns,
              ...(column && { [column.heading]: null }),
              ...(target.value && { [target.value]: field }),
            },
          })
        }
      >
        <option value="">No column</option>
        {read.columns.map(({ heading }) => (
          <option key={heading} value={heading}>
            {heading}
          </option>
        ))}
      </Field>
      {column?.dates && order && !column.dates.proven && (
        <Help>
          {longDateText(Date.parse(exampleIn(column, order)))}.{' '}
          <Button
            variant="ghost"
            size="sm"
            onClick={() => onChange({ dates: { ...plan.dates, [column.heading]: other } })}
          >
            {other === 'day_first' ? 'Day first' : 'Month first'}
          </Button>
        </Help>
      )}
    </div>
  )
}
