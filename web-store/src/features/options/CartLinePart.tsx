import { t } from '../../language/text.ts'
import type { CartLine } from '../../stores/storage.ts'
import { Field } from '../../ui/Field.tsx'
import { chooseOption, useChosenOptions } from './chosen-options.ts'
import { shownOptions } from './shown-options.ts'

/** Changes the option of a course in the cart. */
export default function CartLinePart({ line }: { line: CartLine }) {
  const [chosen] = useChosenOptions([line])
  if (!chosen) return null
  const { card, option_id } = chosen
  return (
    <Field
      as="select"
      label={t('Option of {course}', { course: card.name })}
      value={option_id}
      onChange={({ target }) => chooseOption(card, target.value)}
    >
      {shownOptions(card).map(({ key, name, end }) => (
        <option key={key} value={key}>
          {`${name}, ${end}`}
        </option>
      ))}
    </Field>
  )
}
