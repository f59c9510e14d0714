import { MAX_ENTRIES } from 'contract/courses/input'
import { linesOf } from 'contract/plain-text'
import type { ClipboardEvent } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Input } from '../../../ui/Field.tsx'
import { Row } from '../../../ui/layout.tsx'
import { FieldProblem } from '../../forms/form-parts.tsx'
import { PendingFile } from '../../media/library/PendingFile.tsx'
import { uploadKeyOf } from '../../media/queue/upload-reference.ts'
import type { CourseForm, LineListName } from './course-form.ts'
import { EntryList, type EntryListOf } from './EntryList.tsx'
import { Thumb } from './Thumb.tsx'

type LineListProps = EntryListOf<LineListName> & {
  /** Entries are addresses of such files. */
  kind?: 'image' | 'video'
}

/** A list of texts or addresses, put in order by hand; several pasted lines become several entries. */
export function LineList(of: LineListProps) {
  const { name, label, entry, kind } = of
  const { control, register, formState, setFocus, setValue, watch } = useFormContext<CourseForm>()
  const { fields, append, insert, remove, move } = useFieldArray({ control, name })
  const values = watch(name)
  const listErrors = formState.errors[name]
  // One line is pasted as ever.
  const paste = (event: ClipboardEvent<HTMLElement>, index: number) => {
    const [first = '', ...more] = linesOf(event.clipboardData.getData('text'))
    if (more.length === 0) return
    event.preventDefault()
    setValue(`${name}.${index}.value`, `${values[index]?.value ?? ''}${first}`, { shouldDirty: true })
    insert(
      index + 1,
      more.slice(0, MAX_ENTRIES - fields.length).map((value) => ({ value })),
      { shouldFocus: false },
    )
  }
  const removeAt = (index: number) => {
    remove(index)
    if (uploadKeyOf(values[index]?.value ?? '') === undefined && fields.length > 1)
      setTimeout(() => setFocus(`${name}.${Math.max(0, index - 1)}.value`))
  }
  return (
    <EntryList
      {...of}
      ids={fields.map(({ id }) => id)}
      problem={listErrors?.message}
      onMove={move}
      onRemove={removeAt}
      onAdd={() => append({ value: '' }, { focusName: `${name}.${fields.length}.value` })}
      onUrls={(urls) =>
        append(
          urls.map((value) => ({ value })),
          { shouldFocus: false },
        )
      }
    >
      {(index, handle, button) => {
        const error = listErrors?.[index]?.value?.message
        const value = values[index]?.value ?? ''
        return (
          <div data-line>
            <Row gap="0.5">
              {handle}
              {uploadKeyOf(value) === undefined ? (
                <>
                  {kind && <Thumb url={value} kind={kind} />}
                  <Input
                    aria-label={`${label}, ${entry} ${index + 1}`}
                    aria-invalid={error ? true : undefined}
                    aria-describedby={error ? `${name}-${index}-error` : undefined}
                    maxLength={2000}
                    inputMode={kind ? 'url' : undefined}
                    onPaste={(event) => paste(event, index)}
                    {...register(`${name}.${index}.value`)}
                  />
                  {button}
                </>
              ) : (
                <PendingFile reference={value} onRemove={() => removeAt(index)} />
              )}
            </Row>
            {error && <FieldProblem id={`${name}-${index}-error`}>{error}</FieldProblem>}
          </div>
        )
      }}
    </EntryList>
  )
}
